import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderId } from '@jawhara/domain';
import { asProgram } from '../../../../tools/stack/postgres-login.ts';
import { connectPostgres, inTransaction, type Db } from '../platform/postgres.ts';
import { firstIdAt } from '../platform/time-ordered-id.ts';
import { openDatabase, type TestDatabase } from '../test/test-database.ts';
import { eraseOrdersOf } from './store/own-orders.store.ts';
import { keepWebhookMonths, type WebhookMonths } from './store/webhook-months.store.ts';
import { storeWebhook } from './store/webhook.store.ts';

const STORE = new URL('store/webhook.store.ts', import.meta.url).href;
const POSTGRES = new URL('../platform/postgres.ts', import.meta.url).href;
const KEEP_MONTHS = 24;

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
beforeEach(async () => {
  await owner`delete from notifications`;
  await owner`delete from notifications_due`;
  await owner`delete from notification_keys`;
});

/** A time in the month that is so many months after the current one. */
const inMonth = (months: number): Date => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 3, 12));
};
const nameOf = (months: number): string =>
  `notifications_${inMonth(months).toISOString().slice(0, 7).replace('-', '')}`;

interface Stored {
  readonly at: Date;
  readonly eventId: string;
  readonly parkedAt?: Date;
  readonly handOverAfter?: Date;
}

const store = (db: Db, { at, eventId, parkedAt, handOverAfter }: Stored) =>
  inTransaction(db, (tx) =>
    storeWebhook(
      tx,
      {
        id: firstIdAt(at).slice(0, 19) + randomUUID().slice(19),
        provider: 13,
        eventId,
        eventType: 'payment_captured',
        orderId: null,
        providerPaymentId: 'pay_of_a_month',
        body: '{"payer":"a person"}',
        parkedAt: parkedAt ?? null,
      },
      at,
      handOverAfter ?? null,
    ),
  );

const partOf = async (eventId: string): Promise<string[]> => {
  const rows = await owner<{ part: string }[]>`
    select tableoid::regclass::text as part from notifications where event_id = ${eventId}`;
  return rows.map(({ part }) => part);
};
const keyOf = (eventId: string) => owner`select from notification_keys where event_id = ${eventId}`;

const keep = (months = KEEP_MONTHS): Promise<WebhookMonths> =>
  inTransaction(program, (tx) => keepWebhookMonths(tx, months));

describe('webhooks in monthly partitions', () => {
  it('a webhook is stored in the monthly partition of its id, and the same event in another month is not stored again', async () => {
    expect(await store(program, { at: new Date(), eventId: 'evt_now' })).toEqual({ orderId: null });
    expect(await store(program, { at: inMonth(2), eventId: 'evt_later' })).toEqual({ orderId: null });
    expect(await partOf('evt_now')).toEqual(['notifications_first']);
    expect(await partOf('evt_later')).toEqual([nameOf(2)]);

    expect(await store(program, { at: inMonth(2), eventId: 'evt_now' })).toBeNull();
    expect(await store(program, { at: inMonth(30), eventId: 'evt_later' })).toBeNull();
    expect(await partOf('evt_now')).toEqual(['notifications_first']);
    expect(await partOf('evt_later')).toEqual([nameOf(2)]);
  });

  it('the key of a webhook is not stored when the transaction of the webhook fails', async () => {
    const failing = inTransaction(program, async (tx) => {
      await storeWebhook(
        tx,
        {
          id: firstIdAt(new Date()),
          provider: 13,
          eventId: 'evt_failed',
          eventType: 'any',
          orderId: null,
          providerPaymentId: null,
          body: '{}',
          parkedAt: null,
        },
        new Date(),
        null,
      );
      throw new Error('died here');
    });
    await expect(failing).rejects.toThrow('died here');
    expect(await keyOf('evt_failed')).toHaveLength(0);
    expect(await store(program, { at: new Date(), eventId: 'evt_failed' })).not.toBeNull();
  });

  it('webhooks that two processes receive at once are stored once each', async () => {
    const [events, beginsAt] = [60, Date.now() + 2_500];
    // Each process stores every event, one of them in this month and the other in a later one.
    const processOf = async (at: Date): Promise<number> => {
      const child = spawn(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          `import { storeWebhook } from '${STORE}'; import { connectPostgres, inTransaction } from '${POSTGRES}';
          const db = connectPostgres({ url: '${asProgram(database.url)}', connectionsMax: 4 });
          await db\`select 1\`;
          await new Promise((begin) => setTimeout(begin, ${beginsAt} - Date.now()));
          const stored = await Promise.all(Array.from({ length: ${events} }, (_, n) => inTransaction(db, (tx) => storeWebhook(tx, {
            id: '${firstIdAt(at).slice(0, 24)}' + String(n).padStart(12, '0'), provider: 13, eventId: 'evt_both_' + n, eventType: 'any',
            orderId: null, providerPaymentId: null, body: '{}', parkedAt: null }, new Date(${at.getTime()}), null))));
          console.log(stored.filter((one) => one !== null).length);
          await db.end();`,
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
      return Number(output);
    };
    const counts = await Promise.all([processOf(new Date()), processOf(inMonth(2))]);
    expect(counts[0] + counts[1]).toBe(events);
    expect(await owner`select from notifications`).toHaveLength(events);
    expect(await owner`select from notification_keys`).toHaveLength(events);
  }, 30_000);

  it('the erasure of a person empties their webhooks in every monthly partition', async () => {
    const order = '00000000-0000-7000-8000-00000000000a' as OrderId;
    for (const [at, eventId] of [
      [new Date(), 'evt_now'],
      [inMonth(2), 'evt_later'],
      [inMonth(30), 'evt_default'],
    ] as const)
      await store(program, { at, eventId });
    await owner`update notifications set order_id = ${order}`;
    const erased = await inTransaction(program, (tx) => eraseOrdersOf(tx, [order], []));
    expect(erased.webhooks).toBe(3);
    expect(await owner`select tableoid from notifications where body = '{}' group by 1`).toHaveLength(3);
  });

  it('the program can read a monthly partition only through its table', async () => {
    for (const part of ['notifications_first', 'notifications_default', nameOf(2)])
      await expect(program`select from ${program(part)}`).rejects.toThrow('permission denied');
  });
});

describe('the job of monthly webhook partitions', () => {
  it('the webhook job creates each missing monthly partition once and returns how many later months have one', async () => {
    expect(await keep()).toEqual({ made: 0, ahead: 3, dropped: 0, deleted: 0 });
    await owner.unsafe(`drop table ${nameOf(3)}`);
    await owner.unsafe(`drop table ${nameOf(2)}`);
    const [one, other] = await Promise.all([keep(), keep()]);
    expect(one.made + other.made).toBe(2);
    expect(await keep()).toMatchObject({ made: 0, ahead: 3 });
    const [made] = await owner<{ options: string[] }[]>`
      select reloptions as options from pg_class where relname = ${nameOf(2)}`;
    expect(made?.options).toEqual(['fillfactor=70']);
  });

  it('the webhook job creates no partition for a month with webhooks in the default partition, and does not count that month', async () => {
    await owner.unsafe(`drop table ${nameOf(3)}`);
    await store(program, { at: inMonth(3), eventId: 'evt_too_early' });
    expect(await partOf('evt_too_early')).toEqual(['notifications_default']);
    expect(await keep()).toMatchObject({ made: 0, ahead: 2 });
    await owner`delete from notifications`;
    expect(await keep()).toMatchObject({ made: 1, ahead: 3 });
  });

  it('the webhook job refuses to keep webhooks for less than 24 months, or for more than 600', async () => {
    await expect(keep(23)).rejects.toThrow('24 to 600 months');
    await expect(keep(601)).rejects.toThrow('24 to 600 months');
    expect(await keep(600)).toMatchObject({ dropped: 0 });
  });
});

describe('the deletion of old webhooks', () => {
  /** Creates partitions of months more than two years ago, as if the first partition had ended before them. */
  beforeAll(async () => {
    await owner`drop table notifications_first`;
    await owner`delete from notifications_default`;
    await keep();
    for (const months of [-26, -25, -24]) {
      const [from, to] = [months, months + 1].map((month) => {
        const at = inMonth(month);
        return firstIdAt(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)));
      });
      await owner.unsafe(
        `create table ${nameOf(months)} partition of notifications for values from ('${from}') to ('${to}')`,
      );
    }
  });

  const parts = async (): Promise<string[]> => {
    const rows = await owner<{ name: string }[]>`
      select relname as name from pg_class where relname = any(${[nameOf(-26), nameOf(-25), nameOf(-24)]}) order by 1`;
    return rows.map(({ name }) => name);
  };

  it('an old monthly partition with a parked or waiting webhook is dropped only once that webhook is processed or discarded', async () => {
    await store(program, { at: inMonth(-26), eventId: 'evt_parked', parkedAt: inMonth(-26) });
    await store(program, { at: inMonth(-25), eventId: 'evt_waiting', handOverAfter: inMonth(-25) });
    await store(program, { at: inMonth(-24), eventId: 'evt_in_time' });
    await store(program, { at: inMonth(-40), eventId: 'evt_without_month' });
    expect(await keep()).toMatchObject({ dropped: 0 });
    expect(await parts()).toEqual([nameOf(-26), nameOf(-25), nameOf(-24)]);

    await owner`update notifications set parked_at = null, discarded_at = now() where event_id = 'evt_parked'`;
    expect(await keep()).toMatchObject({ dropped: 1 });
    expect(await parts()).toEqual([nameOf(-25), nameOf(-24)]);

    await owner`update notifications set hand_over_after = null, processed_at = now() where event_id = 'evt_waiting'`;
    expect(await keep()).toMatchObject({ dropped: 1 });
    expect(await parts()).toEqual([nameOf(-24)]);
    expect(await partOf('evt_in_time')).toEqual([nameOf(-24)]);
    expect(await partOf('evt_without_month')).toEqual([]);
    const left = await owner<{ event: string }[]>`select event_id as event from notification_keys`;
    expect(left).toEqual([{ event: 'evt_in_time' }]);
  });

  it('while a long read locks the table, the webhook job gives up within two seconds and drops nothing', async () => {
    const at = inMonth(-26);
    const from = firstIdAt(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)));
    const next = inMonth(-25);
    const to = firstIdAt(new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth(), 1)));
    await owner.unsafe(
      `create table ${nameOf(-26)} partition of notifications for values from ('${from}') to ('${to}')`,
    );
    await inTransaction(owner, async (tx) => {
      await tx`select count(*) from notifications`;
      const startedAt = performance.now();
      await expect(keep()).rejects.toThrow('lock timeout');
      expect(performance.now() - startedAt).toBeLessThan(2_000);
    });
    expect(await keep()).toMatchObject({ dropped: 1 });
  });
});
