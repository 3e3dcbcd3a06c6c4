import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asProgram } from '../../../../../tools/stack/postgres-login.ts';
import { connectPostgres, type Db } from '../../platform/postgres.ts';
import { signed } from '../../test/signed.ts';
import { openDatabase, type TestDatabase } from '../../test/test-database.ts';
import { inUseOf, testKey } from '../../test/test-operators.ts';
import { fingerprintText, newSecret, operatorKeyOf, publicKeyText } from '../identity/operator-key.ts';
import type { KeyInUse } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import type { ActionDone } from '../act.ts';
import type { Refused } from '../refusals.ts';
import { addFirstOperator, addOperator, endOperator, listOperators } from './operator.verbs.ts';

let base: TestDatabase;
let machines: Db[];
beforeAll(async () => {
  base = await openDatabase();
  machines = [1, 2].map(() => connectPostgres({ url: asProgram(base.url), connectionsMax: 2 }));
});
afterAll(async () => {
  await Promise.all(machines.map((db) => db.end({ timeout: 2 })));
  await base.close();
});

function deskOf(db: Db | undefined = machines[0], roots: readonly string[] = []): OperatorContext {
  const orders = { db, now: () => new Date(), newId: () => randomUUID() };
  return { orders, operators: { roots } } as unknown as OperatorContext;
}

const newKey = (): KeyInUse => ({ ...inUseOf('huda'), key: operatorKeyOf(newSecret()) });
const because = (one: ActionDone | Refused): string => (one.kind === 'done' ? 'done' : one.because);

describe('the first operator', () => {
  beforeEach(async () => {
    await base.db`alter table operators disable trigger user`;
    await base.db`alter table operator_actions disable trigger user`;
    await base.db`delete from operator_actions`;
    await base.db`delete from operators`;
    await base.db`alter table operators enable trigger user`;
    await base.db`alter table operator_actions enable trigger user`;
  });
  const first = (inUse: KeyInUse, desk = deskOf(), name = 'huda') =>
    addFirstOperator(desk, inUse, { name, why: 'a new shop' });

  it('the first operator is an administrator with a self-signed key, and this is recorded', async () => {
    const inUse = newKey();
    expect(await first(inUse)).toMatchObject({
      kind: 'done',
      action: { by: 'huda', verb: 'operators first', after: { name: 'huda', role: 'admin' } },
    });
    expect(await listOperators(deskOf())).toMatchObject([
      { name: 'huda', role: 'admin', isTrusted: true, addedBy: null },
    ]);
  });

  it('the first operator can be added only once: a second one is refused, also when both are added at the same moment', async () => {
    const both = await Promise.all(machines.map((db, nth) => first(newKey(), deskOf(db), `person ${nth}`)));
    expect(both.map(because).toSorted()).toEqual(['done', 'operators-exist']);
    expect(because(await first(newKey(), deskOf(), 'late'))).toBe('operators-exist');
    expect(await base.db`select from operators`).toHaveLength(1);
    expect(await base.db`select from operator_actions`).toHaveLength(1);
  });

  it('where the configuration names a root key, only that key can become the first operator', async () => {
    const named = newKey();
    const roots = [fingerprintText(named.key.fingerprint)];
    expect(because(await first(newKey(), deskOf(machines[0], roots)))).toBe('operators-exist');
    expect(because(await first(named, deskOf(machines[0], roots)))).toBe('done');
  });

  it('when every key is lost, a first operator is added again with a root key from the configuration', async () => {
    await first(newKey());
    const rescue = newKey();
    const roots = [fingerprintText(rescue.key.fingerprint)];
    expect(because(await first(rescue, deskOf(machines[0], roots), 'rescue'))).toBe('done');
    const trusted = (await listOperators(deskOf(machines[0], roots))).filter(({ isTrusted }) => isTrusted);
    expect(trusted.map(({ name }) => name)).toEqual(['rescue']);
  });

  it.each(['', ' huda', 'hu\nda', 'hu\u202Eda', 'h'.repeat(101)])(
    'a first operator with the name %j is refused',
    async (name) => {
      expect(because(await first(newKey(), deskOf(), name))).toBe('operator-unreadable');
    },
  );
});

describe('operators', () => {
  let shop: TestDatabase;
  let desk: OperatorContext;
  beforeAll(async () => {
    shop = await openDatabase();
    desk = deskOf(shop.db);
  });
  afterAll(() => shop.close());
  const keyText = (): string => publicKeyText(newKey().key.publicKey);
  const add = (name: string, role = 'support', key = keyText()) =>
    addOperator(desk, signed(), { name, role, key });

  it('an operator is added by an administrator, whose signature certifies the operator', async () => {
    expect(await add('reem')).toMatchObject({
      action: { by: 'noura', after: { name: 'reem', role: 'support' } },
    });
    const reem = (await listOperators(desk)).find(({ name }) => name === 'reem');
    expect(reem).toMatchObject({ isTrusted: true, addedByName: 'noura', endedAt: null });
  });

  it('an operator’s name and key are unique; when an operator is ended, the name can be used again, the key cannot', async () => {
    const key = keyText();
    expect(because(await add('sara', 'support', key))).toBe('done');
    expect(because(await add('sara'))).toBe('operator-there');
    expect(because(await add('another', 'support', key))).toBe('operator-there');
    expect(because(await endOperator(desk, signed(), 'sara'))).toBe('done');
    expect(because(await add('sara', 'support', key))).toBe('operator-there');
    expect(because(await add('sara'))).toBe('done');
  });

  it('of two operators with the same name added at once, one is refused', async () => {
    expect((await Promise.all([add('twin'), add('twin')])).map(because).toSorted()).toEqual([
      'done',
      'operator-there',
    ]);
  });

  it.each([
    ['root', keyText()],
    ['admin', 'ed25519:short'],
    ['admin', 'ssh-ed25519 AAAAC3'],
  ])('an operator with the role %s and the key %s is refused', async (role, key) => {
    expect(because(await add(`p${randomUUID()}`, role, key))).toBe('operator-unreadable');
  });

  it('an operator can be ended only by another operator; of two administrators who end each other, one remains', async () => {
    expect(because(await endOperator(desk, signed(), 'noura'))).toBe('ends-oneself');
    const both = await Promise.all([
      endOperator(desk, signed('huda'), fingerprintText(testKey('omar').fingerprint)),
      endOperator(desk, signed('omar'), 'huda'),
    ]);
    expect(both.map(because).toSorted()).toEqual(['done', 'operator-ended']);
  });
});
