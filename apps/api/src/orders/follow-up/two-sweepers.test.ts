import { randomUUID } from 'node:crypto';
import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction, type Db } from '../../platform/postgres.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { claimUnprocessed, storeWebhook } from '../store/webhook.store.ts';
import { claimNeglectedOrders } from '../store/order.store.ts';
import { claimAttemptsToAsk } from '../store/payment.store.ts';
import { claimRefundsToSend } from '../store/refund.store.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: { SWEEP_EVERY_MS: '3600000' } });
});
afterAll(() => shop.close());

const ROWS = 6;
const FIRST_TAKES = 2;
const PAUSE = { leastMs: 60_000, mostMs: 600_000 };
const LONG_AGO = new Date(Date.now() - 3_600_000);

/** Copies of a bought order. The engine has no flow for the copies, so only this test changes them. */
async function copiedOrders(lookAfter: Date | null): Promise<string[]> {
  const { value } = await shop.visitor().buy('do-not-honour');
  const rows = await shop.db<{ id: string }[]>`
    insert into orders
    select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'look_after', ${lookAfter}::timestamptz))).*
    from orders o, generate_series(1, ${ROWS}) where id = ${value?.orderId ?? ''} returning id`;
  return rows.map(({ id }) => id);
}

/** For each kind of due row: how to make such rows, and how to claim some. */
const DUE = {
  'notifications nobody processed': {
    make: async () => {
      const orderIds = await copiedOrders(null);
      const ids = orderIds.map(() => randomUUID());
      await inTransaction(shop.db, async (tx) => {
        for (const [place, id] of ids.entries()) {
          const notification = {
            id,
            provider: 13 as const,
            eventId: id,
            eventType: 'any',
            orderId: (orderIds[place] ?? null) as OrderId | null,
            providerPaymentId: null,
            body: '{}',
            parkedAt: null,
          };
          await storeWebhook(tx, notification, LONG_AGO, LONG_AGO);
        }
      });
      return ids;
    },
    claim: async (db: Db, most: number) =>
      (await claimUnprocessed(db, new Date(), PAUSE, most)).map(({ id }) => id),
  },
  'orders nobody moved': {
    make: () => copiedOrders(LONG_AGO),
    claim: (db: Db, most: number) => claimNeglectedOrders(db, new Date(), PAUSE, most),
  },
  'attempts whose provider owes a word': {
    make: async () => {
      const orderIds = await copiedOrders(null);
      await shop.db`
        insert into payments (order_id, recipient_account_id, attempt, provider, idempotency_key, state, created_at, changed_at,
          look_after, lives_until)
        select id, recipient_account_id, 1, 13, id::text, 'sent', created_at, created_at, ${LONG_AGO}, now() + interval '9 days'
        from orders where id = any(${orderIds})`;
      return orderIds;
    },
    claim: (db: Db, most: number) => claimAttemptsToAsk(db, new Date(), PAUSE, most),
  },
  'refunds nobody sent': {
    make: async () => {
      const orderIds = await copiedOrders(null);
      await shop.db`
        insert into refunds (id, order_id, recipient_account_id, provider, provider_payment_id, amount_minor_units, currency,
          cause, asked_by, state, created_at, changed_at, look_after)
        select gen_random_uuid(), id, recipient_account_id, 13, id::text, 999, 'USD', 'second-payment', 'system', 'due',
          created_at, created_at, ${LONG_AGO}
        from orders where id = any(${orderIds})`;
      return orderIds;
    },
    claim: (db: Db, most: number) => claimRefundsToSend(db, new Date(), PAUSE, most),
  },
} satisfies Record<
  string,
  { make: () => Promise<string[]>; claim: (db: Db, most: number) => Promise<string[]> }
>;

describe.each(Object.entries(DUE))('two sweepers at once: %s', (_, { make, claim }) => {
  it('each due row is claimed by exactly one of two sweepers, and neither waits for the other', async () => {
    const due = await make();
    const [first, second] = await inTransaction(shop.db, async (tx) => {
      const held = await claim(tx as unknown as Db, FIRST_TAKES); // and not committed yet
      return [held, await promptly(claim(shop.db, ROWS))];
    });
    expect(first).toHaveLength(FIRST_TAKES);
    expect(second).toHaveLength(ROWS - FIRST_TAKES);
    expect([...first, ...second].toSorted()).toEqual(due.toSorted());
    expect((await claim(shop.db, ROWS)).filter((id) => due.includes(id))).toEqual([]);
  });

  it('due rows claimed by a sweeper that dies are claimed by another sweeper', async () => {
    const due = await make();
    const death = inTransaction(shop.db, async (tx) => {
      await claim(tx as unknown as Db, ROWS);
      throw new Error('killed');
    });
    await expect(death).rejects.toThrow('killed');
    expect((await claim(shop.db, ROWS)).toSorted()).toEqual(due.toSorted());
  });
});

async function promptly<Value>(answer: Promise<Value>): Promise<Value> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('it waits for what the other holds')), 5_000).unref();
  });
  return Promise.race([answer, late]);
}
