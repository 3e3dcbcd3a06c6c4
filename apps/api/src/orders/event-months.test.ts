import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asProgram } from '../../../../tools/stack/postgres-login.ts';
import { connectPostgres, inTransaction, type Db } from '../platform/postgres.ts';
import { firstIdAt } from '../platform/time-ordered-id.ts';
import { openDatabase, type TestDatabase } from '../test/test-database.ts';
import { keepEventMonths, storyOf } from './store/order-story.store.ts';
import type { OrderId } from '@jawhara/domain';

let database: TestDatabase;
let owner: Db;
let program: Db;
beforeAll(async () => {
  database = await openDatabase();
  owner = database.db;
  program = connectPostgres({ url: asProgram(database.url), connectionsMax: 3 });
});
afterAll(async () => {
  await program.end({ timeout: 2 });
  await database.close();
});

/** The first moment of the month that many months ahead. */
const monthAhead = (months: number): Date => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
};
const nameOf = (months: number): string =>
  `order_events_${monthAhead(months).toISOString().slice(0, 7).replace('-', '')}`;

const ORDER = '00000000-0000-7000-8000-000000000001' as OrderId;

const add = (db: Db, at: Date, kind: string) => db`
  insert into order_events (id, order_id, recipient_account_id, at, kind) values (${firstIdAt(at)}, ${ORDER}, 1001, ${at}, ${kind})`;

const partOf = async (kind: string): Promise<string | undefined> => {
  const [row] = await owner<{ part: string }[]>`
    select tableoid::regclass::text as part from order_events where kind = ${kind}`;
  return row?.part;
};

const keep = () => inTransaction(program, keepEventMonths);

describe('events of orders', () => {
  beforeEach(async () => {
    await owner
      .unsafe(
        'alter table order_events disable trigger user; delete from order_events; alter table order_events enable trigger user',
      )
      .simple();
  });

  it('new order events are stored in the partition of their month, and an order’s history reads all partitions', async () => {
    await add(program, new Date('2026-01-01'), 'long ago');
    await add(program, new Date(), 'now');
    await add(program, new Date(monthAhead(2).getTime() + 1_000), 'later');
    await add(program, monthAhead(30), 'much later');
    expect([
      await partOf('long ago'),
      await partOf('now'),
      await partOf('later'),
      await partOf('much later'),
    ]).toEqual(['order_events_first', 'order_events_first', nameOf(2), 'order_events_default']);
    const story = await storyOf(program, ORDER);
    expect(story.map(({ kind }) => kind)).toEqual(['long ago', 'now', 'later', 'much later']);
  });

  it('order events cannot be deleted from any partition, and the program cannot read a partition directly', async () => {
    await add(program, new Date(monthAhead(2).getTime() + 2_000), 'later');
    await expect(owner`delete from order_events where kind = 'later'`).rejects.toThrow('append-only');
    await expect(owner`delete from ${owner(nameOf(2))}`).rejects.toThrow('append-only');
    for (const part of ['order_events_first', 'order_events_default', nameOf(2)])
      await expect(program`select from ${program(part)}`).rejects.toThrow('permission denied');
  });
});

describe('the job that makes monthly partitions', () => {
  it('the partition job creates each missing monthly partition once, also when run twice at once, and returns how many exist ahead', async () => {
    expect(await keep()).toEqual({ made: 0, ahead: 3 });
    await owner.unsafe(`drop table ${nameOf(3)}`);
    await owner.unsafe(`drop table ${nameOf(2)}`);
    const [one, other] = await Promise.all([keep(), keep()]);
    expect(one.made + other.made).toBe(2);
    expect(await keep()).toEqual({ made: 0, ahead: 3 });
  });

  it('the partition job creates no partition for a month with events in the default partition, and does not count that month', async () => {
    await owner.unsafe(`drop table ${nameOf(3)}`);
    await add(program, new Date(monthAhead(3).getTime() + 1_000), 'too early');
    expect(await partOf('too early')).toBe('order_events_default');
    expect(await keep()).toEqual({ made: 0, ahead: 2 });
  });
});
