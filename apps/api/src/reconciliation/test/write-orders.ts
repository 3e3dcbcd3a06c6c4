import type { Db, Tx } from '../../platform/postgres.ts';
import { ACCOUNTS, GEMS, later, PRICE, type SeededOrder } from './seeded-order.ts';

async function insertBatch(tx: Tx, orders: readonly SeededOrder[]): Promise<void> {
  const rows = orders.map((order) => ({
    id: order.id as string,
    recipient_account_id: order.account,
    payer_device: 'device',
    recharge_id: 'gems-1060',
    price_usd_cents: PRICE.minorUnits,
    gems: GEMS,
    bonus_gems: 60,
    pay_type: 23,
    provider: 13,
    state: order.state as string,
    is_held: order.isHeld,
    created_at: order.at,
    moved_at: order.at,
    credited_at: order.creditedAt,
  }));
  await tx`insert into orders ${tx(rows)}`;
  const payments = orders.flatMap((order) =>
    order.payments.map((payment, place) => ({
      order_id: order.id as string,
      recipient_account_id: order.account,
      attempt: place + 1,
      provider: 13,
      pay_type: 23,
      idempotency_key: `${order.id}-${place + 1}`,
      provider_payment_id: payment.id,
      state: payment.state as string,
      standing: payment.standing as string | null,
      amount_minor_units: payment.money?.minorUnits ?? null,
      currency: payment.money?.currency ?? null,
      created_at: order.at,
      changed_at: payment.paidAt ?? order.at,
      paid_at: payment.paidAt,
      lives_until: later(order.at, 86_400_000),
    })),
  );
  await tx`insert into payments ${tx(payments)}`;
  const returns = orders.flatMap((order) =>
    order.returns.map((back) => ({
      provider: 13,
      return_id: back.returnId,
      order_id: order.id as string,
      recipient_account_id: order.account,
      provider_payment_id: back.providerPaymentId,
      how: back.how as string,
      stage: back.stage as string,
      amount_minor_units: back.money?.minorUnits ?? null,
      currency: back.money?.currency ?? null,
      money_told_at: back.moneyStage,
      first_told_at: order.at,
      changed_at: order.at,
    })),
  );
  if (returns.length > 0) await tx`insert into payment_returns ${tx(returns)}`;
  await insertLedger(tx, orders);
}

async function insertLedger(tx: Tx, orders: readonly SeededOrder[]): Promise<void> {
  const transfers = orders.flatMap((order) =>
    order.transfers.map((entries, place) => ({ order, number: place + 1, entries })),
  );
  if (transfers.length === 0) return;
  const key = ({ order, number }: { order: SeededOrder; number: number }) => ({
    order_id: order.id as string,
    recipient_account_id: order.account,
    number,
  });
  await tx`
    insert into ledger_transfers ${tx(
      transfers.map((one) => ({ ...key(one), kind: 'delivery', created_at: one.order.at })),
    )}`;
  const entries = transfers.flatMap((one) =>
    one.entries.map(({ account, unit, amount }) => ({ ...key(one), ledger_account: account, unit, amount })),
  );
  await tx`insert into ledger_entries ${tx(entries)}`;
}

const BATCH = 1_000;

/** Writes without triggers, which would refuse the planted faults. It is also faster. */
export async function writeOrders(db: Db, orders: Iterable<SeededOrder>): Promise<void> {
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into accounts (id, display_id, nickname, status, is_guest, source)
      select n, (70000 + n)::text, 'n' || n, 'normal', false, 'social' from generate_series(1, ${ACCOUNTS}) n on conflict do nothing`;
    let batch: SeededOrder[] = [];
    for (const order of orders) {
      batch.push(order);
      if (batch.length < BATCH) continue;
      await insertBatch(tx, batch);
      batch = [];
    }
    if (batch.length > 0) await insertBatch(tx, batch);
    await tx`delete from gem_balances`;
    await tx`
      insert into gem_balances (account_id, gems)
      select substr(ledger_account, 9)::bigint, sum(amount) from ledger_entries
      where unit = 'gem' and ledger_account like 'account:%' group by 1`;
  });
}
