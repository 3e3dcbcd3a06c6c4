import { randomBytes, randomUUID } from 'node:crypto';
import { booksOf, type OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createDatabase, dropDatabase } from '../../../../tools/stack/postgres.ts';
import { writtenBooks } from '../ledger/ledger.store.ts';
import { migrateDatabase } from '../platform/migrate-database.ts';
import { connectPostgres, type Db } from '../platform/postgres.ts';
import { requireOrder } from './store/order.store.ts';
import { factsOf } from './base/write-books.ts';

const name = `jawhara_test_${randomBytes(6).toString('hex')}`;
let db: Db;
beforeAll(async () => {
  db = connectPostgres({ url: await createDatabase(inject('databaseAdminUrl'), name), connectionsMax: 2 });
  await migrateDatabase(db, { isWanted: (file) => file < '0020' });
  await db`insert into accounts (id, display_id, nickname, status, is_guest, source) values (1, '12345', 'x', 'normal', false, 'social')`;
  await db`insert into gem_packs (recharge_id, price_usd_cents, gems, pay_types) values ('gems', 999, 1060, '{23}')`;
});
afterAll(async () => {
  await db.end({ timeout: 2 });
  await dropDatabase(inject('databaseAdminUrl'), name);
});

type OldPayment = { readonly state: string; readonly amount: number | null; readonly isAccepted?: boolean };

/** An order as the previous release stored it. */
async function oldOrder(
  state: string,
  payments: readonly OldPayment[],
  transfers: readonly string[],
): Promise<OrderId> {
  const id = randomUUID() as OrderId;
  const creditedAt = transfers.includes('credit') ? new Date() : null;
  await db`
    insert into orders (id, recipient_account_id, payer_device, recharge_id, price_usd_cents, gems, bonus_gems, pay_type,
      provider, state, created_at, moved_at, credited_at)
    values (${id}, 1, 'device', 'gems', 999, 1060, 0, 23, 13, ${state}, now(), now(), ${creditedAt})`;
  for (const [index, { state: was, amount, isAccepted = false }] of payments.entries())
    await db`
      insert into payments (order_id, recipient_account_id, attempt, provider, idempotency_key, provider_payment_id, state,
        amount_minor_units, currency, is_kept, created_at, changed_at)
      values (${id}, 1, ${index + 1}, 13, ${`${id}-1`}, ${amount === null ? null : `pay_${id}_${index}`}, ${was}, ${amount},
        ${amount === null ? null : 'USD'}, ${isAccepted}, now(), now())`;
  for (const kind of transfers) {
    const sign = kind === 'credit' ? 1 : -1;
    await db`insert into ledger_transfers values (${id}, 1, ${kind}, now())`;
    await db`
      insert into ledger_entries (order_id, recipient_account_id, kind, ledger_account, unit, amount) values
        (${id}, 1, ${kind}, 'account:1', 'gem', ${1060 * sign}), (${id}, 1, ${kind}, 'gems-issued', 'gem', ${-1060 * sign}),
        (${id}, 1, ${kind}, 'provider:13', 'usd-cent', ${999 * sign}), (${id}, 1, ${kind}, 'gem-sales', 'usd-cent', ${-999 * sign})`;
  }
  if (transfers.length === 1)
    await db`
      insert into gem_balances (account_id, gems) values (1, 1060)
      on conflict (account_id) do update set gems = gem_balances.gems + 1060`;
  return id;
}

it('[ORD-17] orders of the previous release keep their ledger after the upgrade; open refunds are scheduled', async () => {
  const acceptedPayment = { state: 'paid', amount: 999, isAccepted: true };
  const delivered = await oldOrder('delivered', [acceptedPayment], ['credit']);
  const second = await oldOrder(
    'delivered',
    [acceptedPayment, { state: 'refunded', amount: 999 }],
    ['credit'],
  );
  const due = await oldOrder('delivered', [acceptedPayment, { state: 'refunding', amount: 999 }], ['credit']);
  const back = await oldOrder('refunded', [acceptedPayment], ['credit', 'take-back']);
  const charged = await oldOrder('charged-back', [acceptedPayment], ['credit', 'take-back']);
  const held = await oldOrder('pending', [{ state: 'wrong-amount', amount: 998 }], []);
  const open = await oldOrder('expired', [{ state: 'sent', amount: null }], []);
  await migrateDatabase(db);

  for (const id of [delivered, second, back, charged]) {
    const order = await requireOrder(db, id);
    const sheet = (entries: readonly { account: string; unit: string; amount: number }[]) =>
      new Map(entries.map(({ account, unit, amount }) => [`${account} ${unit}`, amount]));
    expect(sheet(await writtenBooks(db, id))).toEqual(sheet(booksOf(await factsOf(db, order))));
  }
  // The old ledger lacked these entries. The next report about the order, or reconciliation, writes them.
  for (const [id, account] of [
    [due, 'payers-money'],
    [held, 'payers-money'],
  ] as const) {
    const wanted = booksOf(await factsOf(db, await requireOrder(db, id)));
    expect(wanted.some((entry) => entry.account === account)).toBe(true);
  }
  expect([
    ...(await db`select state, look_after is not null as scheduled from refunds order by state`),
  ]).toEqual([
    { state: 'accepted', scheduled: false },
    { state: 'due', scheduled: true },
  ]);
  const [attempt] =
    await db`select state, look_after is not null as scheduled from payments where order_id = ${open}`;
  expect(attempt).toEqual({ state: 'sent', scheduled: true });
  const [balance] = await db`
    select gems, (select sum(amount)::int from ledger_entries where ledger_account = 'account:1' and unit = 'gem') as entries
    from gem_balances where account_id = 1`;
  expect(balance).toEqual({ gems: 3 * 1060, entries: 3 * 1060 });
});
