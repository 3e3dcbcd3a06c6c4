import { randomUUID } from 'node:crypto';
import { OPERATOR_REQUEST_WITHIN_MS, type OperatorVerb } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asProgram } from '../../../../../tools/stack/postgres-login.ts';
import { connectPostgres, type Db } from '../../platform/postgres.ts';
import { signed } from '../../test/signed.ts';
import { openDatabase, type TestDatabase } from '../../test/test-database.ts';
import { inUseOf, testKey, testOperatorId } from '../../test/test-operators.ts';
import { act, recordRead, type ActionDone } from '../act.ts';
import type { OperatorContext } from '../operator-context.ts';
import { addOperator, endOperator } from '../operators/operator.verbs.ts';
import type { Refused } from '../refusals.ts';
import { identifyOperator } from './admit-operator.ts';
import { fingerprintText, operatorKeyOf, newSecret, publicKeyText, readPublicKey } from './operator-key.ts';
import { signOffOf, type OperatorSignOff } from './sign-off.ts';
import { canonicalJson, readRequest, type SignedRequest } from './signed-text.ts';

let base: TestDatabase;
let program: Db;
let desk: OperatorContext;
beforeAll(async () => {
  base = await openDatabase();
  program = connectPostgres({ url: asProgram(base.url), connectionsMax: 4 });
  desk = deskWith();
});
afterAll(async () => {
  await program.end({ timeout: 2 });
  await base.close();
});

function deskWith(roots: readonly string[] = []): OperatorContext {
  const orders = { db: program, now: () => new Date(), newId: () => randomUUID() };
  return { orders, operators: { roots } } as unknown as OperatorContext;
}

let worked = 0;
const perform = (
  signOff: OperatorSignOff,
  verb: OperatorVerb = 'accounts ban',
  context = desk,
): Promise<ActionDone | Refused> =>
  act(context, signOff, verb, async () => {
    worked += 1;
    return { subject: 'account:1', before: {}, after: { worked } };
  });

const count = async (): Promise<number> =>
  (await base.db<{ n: number }[]>`select count(*)::int as n from operator_actions`)[0]?.n ?? 0;

async function refusesBeforeWork(
  because: string,
  signOff: OperatorSignOff,
  verb?: OperatorVerb,
): Promise<void> {
  const before = [worked, await count()];
  expect(await perform(signOff, verb)).toMatchObject({ kind: 'refused', because });
  expect([worked, await count()]).toEqual(before);
}

/** Adds an operator, signed by the administrator noura, with a new key. */
async function newOperator(role: string): Promise<{ signOff: OperatorSignOff; name: string }> {
  const key = operatorKeyOf(newSecret());
  const name = `person ${randomUUID()}`;
  const wanted = { name, role, key: publicKeyText(key.publicKey) };
  expect(await addOperator(desk, signed(), wanted)).toMatchObject({ kind: 'done' });
  const [row] = await base.db<{ id: string }[]>`select id from operators where name = ${name}`;
  const inUse = { ...inUseOf('huda'), key };
  return { name, signOff: signOffOf({ id: row?.id ?? '', name }, inUse, { why: 'a test', input: null }) };
}

/** The same sign-off, but it sends this request instead of signing a new one. */
const withRequest = (signOff: OperatorSignOff, request: SignedRequest): OperatorSignOff => ({
  ...signOff,
  request: () => request,
});

describe('an operator', () => {
  it('an operator’s action is recorded with the operator’s key and the signed request', async () => {
    expect(await perform(signed('huda', 'a wrong name'))).toMatchObject({ kind: 'done' });
    const [row] = await base.db`
      select done_by, key_fingerprint, request, nonce, sequence from operator_actions order by sequence desc limit 1`;
    expect(row?.['key_fingerprint']).toEqual(testKey('huda').fingerprint);
    expect(row?.['done_by']).toBe('huda');
    const request = readRequest(String(row?.['request']));
    expect(request).toMatchObject({ verb: 'accounts ban', why: 'a wrong name', nonce: row?.['nonce'] });
  });

  it('an operator with an unknown key is refused before anything is done', async () => {
    const stranger = { ...inUseOf('huda'), key: operatorKeyOf(newSecret()) };
    const wanted = { verb: 'accounts ban', why: 'x', input: null } as const;
    expect(await identifyOperator(desk, stranger, wanted)).toMatchObject({ because: 'unknown-key' });
    const posing = signOffOf({ id: testOperatorId('huda'), name: 'huda' }, stranger, wanted);
    await refusesBeforeWork('signature-wrong', posing);
    await refusesBeforeWork('unknown-key', { ...signed(), operatorId: randomUUID() });
  });

  it('a request with another name or reason than the operator signed is refused', async () => {
    const by = 'noura' as OperatorSignOff['by'];
    await refusesBeforeWork('signature-wrong', { ...signed('huda'), by });
    await refusesBeforeWork('signature-wrong', { ...signed('huda'), why: 'another reason' });
  });

  it('an operator whose role does not allow the command is refused', async () => {
    await refusesBeforeWork('role-missing', signed('salma'), 'order refund');
    await refusesBeforeWork('role-missing', signed('salma'), 'accounts ticket');
    await refusesBeforeWork('role-missing', signed('salma'), 'operators add');
    expect(await perform(signed('salma'), 'order ask')).toMatchObject({ kind: 'done' });
    const wanted = { verb: 'flows kill', why: 'x', input: null } as const;
    expect(await identifyOperator(desk, inUseOf('salma'), wanted)).toMatchObject({ because: 'role-missing' });
  });

  it('an operator who was ended is refused, also if they are ended while their command runs', async () => {
    const { signOff, name } = await newOperator('admin');
    expect(await perform(signOff)).toMatchObject({ kind: 'done' });
    const before = await count();
    const ended = await act(desk, signOff, 'accounts ban', async () => {
      expect(await endOperator(desk, signed(), name)).toMatchObject({ kind: 'done' });
      return { subject: 'account:1', before: {}, after: {} };
    });
    expect(ended).toMatchObject({ because: 'operator-ended' });
    expect(await count()).toBe(before + 1);
    await refusesBeforeWork('operator-ended', signOff);
    expect(await endOperator(desk, signed(), name)).toMatchObject({ because: 'no-such-operator' });
  });

  it('reading personal data is recorded with operator, command, order and reason', async () => {
    expect(await recordRead(desk, signed('salma', 'a call'), 'order story', 'order:1')).toBeNull();
    const [row] =
      await base.db`select done_by, verb, subject, why from operator_actions order by sequence desc limit 1`;
    expect(row).toEqual({ done_by: 'salma', verb: 'order story', subject: 'order:1', why: 'a call' });
  });
});

describe('a signed request', () => {
  it('a signed request is accepted only once, even when it is sent twice at the same time', async () => {
    const used = withRequest(signed(), signed().request('accounts ban'));
    expect(await perform(used)).toMatchObject({ kind: 'done' });
    await refusesBeforeWork('request-used', used);
    const again = withRequest(signed(), signed().request('accounts ban'));
    // Both requests are admitted before either is recorded.
    let admit = () => {};
    const admitted = new Promise<void>((resolve) => {
      admit = resolve;
    });
    let arrived = 0;
    const meet = () =>
      act(desk, again, 'accounts ban', async () => {
        arrived += 1;
        if (arrived === 2) admit();
        await admitted;
        return { subject: 'account:1', before: {}, after: {} };
      });
    const both = await Promise.all([meet(), meet()]);
    expect(both.map((one) => (one.kind === 'done' ? 'done' : one.because)).toSorted()).toEqual([
      'done',
      'request-used',
    ]);
  });

  it('a signed request is valid only for its own command, and is refused if a byte of it is changed', async () => {
    await refusesBeforeWork('signature-wrong', withRequest(signed(), signed().request('order refund')));
    const { text, signature } = signed().request('accounts ban');
    const changed = text.replace('"input":null', '"input":true');
    await refusesBeforeWork('signature-wrong', withRequest(signed(), { text: changed, signature }));
    await refusesBeforeWork('signature-wrong', withRequest(signed(), { text: 'no request', signature }));
    const flipped = Buffer.from(signature);
    flipped[10] = (flipped[10] ?? 0) ^ 1;
    await refusesBeforeWork('signature-wrong', withRequest(signed(), { text, signature: flipped }));
    await refusesBeforeWork('signature-wrong', withRequest(signed(), { text, signature: Buffer.alloc(3) }));
  });

  it('an operator’s signature under a request differs from their signature under a record or certificate of equal text', () => {
    const { text } = signed().request('accounts ban');
    expect(signed().seal(text).equals(signed().certify(text))).toBe(false);
  });

  it.each([
    ['behind', -1],
    ['ahead of', 1],
  ])(
    'a request is refused if the operator’s clock is too far %s the database’s, and accepted within the allowed difference',
    async (side, sign) => {
      const at = (offMs: number): OperatorSignOff => {
        const inUse = { ...inUseOf('huda'), now: () => new Date(Date.now() + sign * offMs) };
        return signOffOf({ id: testOperatorId('huda'), name: 'huda' }, inUse, { why: 'x', input: null });
      };
      expect(await perform(at(OPERATOR_REQUEST_WITHIN_MS - 30_000))).toMatchObject({ kind: 'done' });
      await refusesBeforeWork('clock-differs', at(OPERATOR_REQUEST_WITHIN_MS + 30_000));
      expect(await perform(at(3_600_000))).toMatchObject({ detail: expect.stringContaining(side) as string });
    },
  );

  it('signed requests of one operator sent at the same time are all carried out and recorded one after the other', async () => {
    const [before] = await base.db<{ last: number }[]>`select max(sequence) as last from operator_actions`;
    const all = await Promise.all(Array.from({ length: 8 }, () => perform(signed('huda'))));
    expect(all.every(({ kind }) => kind === 'done')).toBe(true);
    const rows = await base.db<{ sequence: number }[]>`
      select sequence from operator_actions where sequence > ${before?.last ?? 0} order by sequence`;
    expect(rows.map(({ sequence }) => sequence - (before?.last ?? 0))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe('a database row written without the program', () => {
  it('an operator inserted into the table without a trusted administrator’s signature is refused', async () => {
    const key = operatorKeyOf(newSecret());
    const id = randomUUID();
    await program`
      insert into operators (id, name, role, public_key, added_at, added_by, certificate)
      values (${id}, 'intruder', 'admin', ${key.publicKey}, now(), ${testOperatorId('noura')}, ${Buffer.alloc(64)})`;
    const inUse = { ...inUseOf('huda'), key };
    await refusesBeforeWork(
      'operator-not-certified',
      signOffOf({ id, name: 'intruder' }, inUse, { why: 'x', input: null }),
    );
  });

  it('a self-signed operator is refused where the configuration names other root keys', async () => {
    const pinned = deskWith([fingerprintText(testKey('noura').fingerprint)]);
    expect(await perform(signed('huda'), 'accounts ban', pinned)).toMatchObject({ kind: 'done' });
    const elsewhere = deskWith([fingerprintText(operatorKeyOf(newSecret()).fingerprint)]);
    expect(await perform(signed('noura'), 'accounts ban', elsewhere)).toMatchObject({
      because: 'operator-not-certified',
    });
  });

  it.each([
    ['name', () => program`update operators set name = 'other'`],
    ['role', () => program`update operators set role = 'admin'`],
    ['key', () => program`update operators set public_key = ${Buffer.alloc(32)}`],
    ['row', () => program`delete from operators`],
    ['table', () => program`truncate operators`],
  ])('the program’s database role cannot change or delete an operator’s %s', async (_what, rewrite) => {
    await expect(rewrite()).rejects.toThrow('permission denied');
  });

  it('an ended operator cannot be made active again in the database, not even by its owner', async () => {
    const { name } = await newOperator('support');
    await endOperator(desk, signed(), name);
    const revive = (db: Db) => db`update operators set ended_at = null, ended_by = null where name = ${name}`;
    await expect(revive(program)).rejects.toThrow('append-only');
    await expect(revive(base.db)).rejects.toThrow('append-only');
    await expect(base.db`update operators set role = 'admin' where name = 'salma'`).rejects.toThrow(
      'append-only',
    );
  });

  it('the database refuses an action record that has a sequence number but no signature', async () => {
    const half = program`
      insert into operator_actions (id, at, done_by, why, verb, subject, before, after, sequence)
      values (gen_random_uuid(), now(), 'huda', 'x', 'y', 'z', '{}', '{}', 999)`;
    await expect(half).rejects.toThrow('operator_actions_signed_whole');
  });
});

it('equal JSON values have the same canonical text, whatever the order of their property names', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: undefined })).toBe('{"b":[1,{"c":"x","d":null}]}');
  expect(canonicalJson({ a: 1, b: 2 })).toBe(canonicalJson({ b: 2, a: 1 }));
});

it('a public key is accepted only in the form in which ops login prints it', () => {
  const { publicKey } = operatorKeyOf(newSecret());
  expect(readPublicKey(` ${publicKeyText(publicKey)} `)).toEqual(publicKey);
  for (const wrong of [
    '',
    'ed25519:',
    publicKeyText(publicKey).slice(0, -1),
    `${publicKeyText(publicKey)}A`,
    'ssh-ed25519 AAAA',
  ])
    expect(readPublicKey(wrong)).toBeNull();
});
