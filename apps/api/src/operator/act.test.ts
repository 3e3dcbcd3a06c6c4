import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asProgram } from '../../../../tools/stack/postgres-login.ts';
import { connectPostgres, requireProgramRole, type Db } from '../platform/postgres.ts';
import { openDatabase, type TestDatabase } from '../test/test-database.ts';
import { signed } from '../test/signed.ts';
import { inUseOf, type TestOperator } from '../test/test-operators.ts';
import { act, rehearse, sameAsShown } from './act.ts';
import { identifyOperator } from './identity/admit-operator.ts';
import { actionsOn } from './operator-action.store.ts';
import type { OperatorContext } from './operator-context.ts';
import { isRefused, REFUSALS, refused } from './refusals.ts';

let base: TestDatabase;
let program: Db;
let desk: OperatorContext;
beforeAll(async () => {
  base = await openDatabase();
  program = connectPostgres({ url: asProgram(base.url), connectionsMax: 2 });
  desk = {
    orders: { db: program, now: () => new Date(), newId: () => crypto.randomUUID() },
    operators: { roots: [] },
  } as unknown as OperatorContext;
});
afterAll(async () => {
  await program.end({ timeout: 2 });
  await base.close();
});

const nickname = async (): Promise<unknown> =>
  (await base.db`select nickname from accounts where id = 1001`)[0]?.['nickname'];
const deed = { subject: 'account:5048213', before: { nickname: 'a' }, after: { nickname: 'b' } };

describe('an operator’s change', () => {
  it('an operator’s change and the record of its operator and reason are written together', async () => {
    const before = await nickname();
    const done = await act(desk, signed('huda', 'a wrong name'), 'accounts import', async (tx) => {
      await tx`update accounts set nickname = 'changed' where id = 1001`;
      return deed;
    });
    expect(done).toMatchObject({ kind: 'done', action: { by: 'huda', why: 'a wrong name' } });
    expect(await nickname()).toBe('changed');
    expect(await actionsOn(base.db, deed.subject)).toMatchObject([
      { by: 'huda', why: 'a wrong name', verb: 'accounts import', ...deed },
    ]);
    await base.db`update accounts set nickname = ${before as string} where id = 1001`;
  });

  it('an operator’s change that is refused or throws leaves neither the change nor a record of it', async () => {
    const before = await nickname();
    const rows = (await actionsOn(base.db, deed.subject)).length;
    const no = await act(desk, signed(), 'accounts import', async (tx) => {
      await tx`update accounts set nickname = 'half' where id = 1001`;
      return refused('not-banned', 'detail');
    });
    expect(no).toEqual({ kind: 'refused', because: 'not-banned', detail: 'detail' });
    const fault = act(desk, signed(), 'accounts import', async (tx) => {
      await tx`update accounts set nickname = 'half' where id = 1001`;
      throw new Error('broken');
    });
    await expect(fault).rejects.toThrow('broken');
    expect(await nickname()).toBe(before);
    expect(await actionsOn(base.db, deed.subject)).toHaveLength(rows);
  });

  it('a confirmed command is refused when its result would now differ from the plan that was shown', () => {
    expect(sameAsShown({ a: 1 }, { a: 1 })).toEqual({ a: 1 });
    expect(sameAsShown({ a: 1 }, { a: 2 })).toMatchObject({ because: 'changed-meanwhile' });
    expect(sameAsShown({ a: 1 }, refused('nothing-left'))).toMatchObject({ because: 'nothing-left' });
  });
});

describe('a dry run', () => {
  const change = (context: OperatorContext, by: TestOperator) =>
    act(context, signed(by), 'accounts import', async (tx) => {
      await tx`update accounts set nickname = 'rehearsed' where id = 1001`;
      return deed;
    });

  it('a dry run returns what would be recorded, and leaves neither the change nor a record', async () => {
    const before = await nickname();
    const rows = (await actionsOn(base.db, deed.subject)).length;
    expect(await rehearse(desk, (context) => change(context, 'huda'))).toEqual(deed);
    expect(await nickname()).toBe(before);
    expect(await actionsOn(base.db, deed.subject)).toHaveLength(rows);
  });

  it('a dry run is refused for the same reason as the command itself, and if the operator’s role is missing', async () => {
    const no = rehearse(desk, (context) =>
      act(context, signed(), 'accounts unban', async () => refused('not-banned')),
    );
    expect(await no).toMatchObject({ because: 'not-banned' });
    const role = await rehearse(desk, (context) => change(context, 'salma'));
    expect(role).toMatchObject({ because: 'role-missing' });
  });
});

it('an operator’s signature for one command cannot be used for another command', async () => {
  const wanted = { verb: 'accounts ban', why: 'a test', input: {} } as const;
  const signOff = await identifyOperator(desk, inUseOf('huda'), wanted);
  if (isRefused(signOff)) throw new Error(signOff.because);
  await expect(act(desk, signOff, 'accounts import', async () => deed)).rejects.toThrow(
    'signed for accounts ban, not for accounts import',
  );
});

describe('the record of operators’ actions', () => {
  it.each([
    ['changed', () => program`update operator_actions set why = 'another'`],
    ['removed', () => program`delete from operator_actions`],
    ['emptied', () => program`truncate operator_actions`],
  ])(
    'the record of operators’ actions cannot be %s by the program’s database role',
    async (_how, rewrite) => {
      await act(desk, signed(), 'accounts import', async () => deed);
      await expect(rewrite()).rejects.toThrow('permission denied');
    },
  );

  it.each([
    ['changed', () => base.db`update operator_actions set why = 'another'`],
    ['removed', () => base.db`delete from operator_actions`],
    ['emptied', () => base.db`truncate operator_actions`],
  ])(
    'the record of operators’ actions cannot be %s even by the owner of its table',
    async (_how, rewrite) => {
      await act(desk, signed(), 'accounts import', async () => deed);
      await expect(rewrite()).rejects.toThrow('append-only');
    },
  );

  it('a program whose database role could rewrite the record of operators’ actions does not start', async () => {
    await expect(requireProgramRole(base.db)).rejects.toThrow('operator_actions');
    await expect(requireProgramRole(program)).resolves.toBeUndefined();
  });

  it('the database refuses a recorded action without an operator’s name or a reason', async () => {
    const insert = (by: string, why: string) => program`
      insert into operator_actions (id, at, done_by, why, verb, subject, before, after)
      values (gen_random_uuid(), now(), ${by}, ${why}, 'x', 'y', '{}', '{}')`;
    await expect(insert('', 'because')).rejects.toThrow('check');
    await expect(insert('huda', '')).rejects.toThrow('check');
  });
});

it('every refusal of an operator command states the cause and what to do next', () => {
  for (const { says, next } of Object.values(REFUSALS)) {
    expect(says).toMatch(/^[A-Z].{5,}\.$/);
    expect(next).toMatch(/^(ops )?[A-Zo].{5,}\.$/);
  }
});
