import {
  joinReturns,
  newReturn,
  type Money,
  type Order,
  type OrderId,
  type ProviderNumber,
  type ReturnFact,
  type ReturnUpdate,
} from '@jawhara/domain';
import type { Reader, Tx } from '../../platform/postgres.ts';
import { moneyRowsOf, type OrderMoneyRows, type ReturnRow } from './order-money.store.ts';

function moneyOf(minorUnits: number | null, currency: string | null): Money | null {
  return minorUnits === null || currency === null ? null : { currency, minorUnits };
}

function returnOf(row: ReturnRow): ReturnFact {
  return {
    provider: row.provider,
    returnId: row.return_id,
    providerPaymentId: row.provider_payment_id,
    how: row.how,
    stage: row.stage,
    money: moneyOf(row.amount_minor_units, row.currency),
    moneyStage: row.money_told_at,
    fee: moneyOf(row.fee_minor_units, row.fee_currency),
    feeStage: row.fee_told_at,
  };
}

export function returnsIn({ returns }: Pick<OrderMoneyRows, 'returns'>): ReturnFact[] {
  return returns.map(returnOf);
}

export async function returnsOfOrder(db: Reader, orderId: OrderId): Promise<ReturnFact[]> {
  return returnsIn(await moneyRowsOf(db, orderId));
}

/** When the last refund or dispute that took money from the order was reported. Null if there was none. */
export async function lastReturnAt(db: Reader, orderId: OrderId): Promise<Date | null> {
  const [row] = await db<{ at: Date | null }[]>`
    select max(changed_at) as at from payment_returns
    where order_id = ${orderId} and stage in ('taken', 'lost', 'taken-again', 'lost-for-good')`;
  return row?.at ?? null;
}

/** Refunds, disputes and reversals that were first reported after this time. */
export async function returnsReportedSince(db: Reader, orderId: OrderId, since: Date): Promise<ReturnFact[]> {
  const rows = await db<ReturnRow[]>`
    select provider, return_id, provider_payment_id, how, stage, amount_minor_units, currency, money_told_at,
      fee_minor_units, fee_currency, fee_told_at
    from payment_returns where order_id = ${orderId} and first_told_at >= ${since} order by first_told_at, return_id`;
  return rows.map(returnOf);
}

/** The refunds, disputes and reversals of many orders, read by one query. */
export async function returnsOfOrders(
  db: Reader,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, ReturnFact[]>> {
  const rows = await db<(ReturnRow & { order_id: OrderId })[]>`
    select order_id, provider, return_id, provider_payment_id, how, stage, amount_minor_units, currency, money_told_at,
      fee_minor_units, fee_currency, fee_told_at
    from payment_returns where order_id = any(${[...orderIds]}::uuid[]) order by first_told_at, return_id`;
  const byOrder = new Map<OrderId, ReturnFact[]>();
  for (const row of rows) byOrder.set(row.order_id, [...(byOrder.get(row.order_id) ?? []), returnOf(row)]);
  return byOrder;
}

/** The last row of the page before. Its time is text, because PostgreSQL's times are finer than a JavaScript date. */
export interface ReturnPage {
  readonly at: string;
  readonly returnId: string;
  readonly provider: number;
  readonly orderId: OrderId;
}

const BEFORE_ALL: ReturnPage = {
  at: '-infinity',
  returnId: '',
  provider: 0,
  orderId: '00000000-0000-0000-0000-000000000000' as OrderId,
};

/** Refunds, disputes and reversals that were first reported between two times, in pages. */
export async function returnsBetween(
  db: Reader,
  { from, to }: { readonly from: Date; readonly to: Date },
  after: ReturnPage | null,
  most: number,
): Promise<{ readonly returns: readonly ReturnFact[]; readonly next: ReturnPage | null }> {
  const last = after ?? BEFORE_ALL;
  const rows = await db<(ReturnRow & { order_id: OrderId; at: string })[]>`
    select provider, return_id, order_id, provider_payment_id, how, stage, amount_minor_units, currency, money_told_at,
      fee_minor_units, fee_currency, fee_told_at, first_told_at::text as at
    from payment_returns
    where first_told_at >= ${from} and first_told_at < ${to}
      and (first_told_at, return_id, provider, order_id) >
        (${last.at}::text::timestamptz, ${last.returnId}, ${last.provider}::int, ${last.orderId}::uuid)
    order by first_told_at, return_id, provider, order_id limit ${most}`;
  const end = rows.length < most ? undefined : rows.at(-1);
  return {
    returns: rows.map(returnOf),
    next:
      end === undefined
        ? null
        : { at: end.at, returnId: end.return_id, provider: end.provider, orderId: end.order_id },
  };
}

export type ReturnChange = {
  readonly before: ReturnFact | null;
  readonly now: ReturnFact;
};

/**
 * Stores a report of a refund, dispute or reversal, merged with what is known of the same one. The caller holds the order's lock,
 * so no other transaction writes it.
 */
export async function noteReturn(
  tx: Tx,
  order: Order,
  {
    provider,
    word,
    at,
  }: { readonly provider: ProviderNumber; readonly word: ReturnUpdate; readonly at: Date },
): Promise<ReturnChange> {
  const known = await returnsOfOrder(tx, order.id);
  const before = known.find((one) => one.provider === provider && one.returnId === word.returnId) ?? null;
  const now: ReturnFact = {
    provider,
    ...(before === null ? newReturn(word) : joinReturns(before, newReturn(word))),
  };
  await tx`
    insert into payment_returns (provider, return_id, order_id, recipient_account_id, provider_payment_id, how, stage,
      amount_minor_units, currency, money_told_at, fee_minor_units, fee_currency, fee_told_at, first_told_at, changed_at)
    values (${provider}, ${now.returnId}, ${order.id}, ${order.recipientId}, ${now.providerPaymentId}, ${now.how}, ${now.stage},
      ${now.money?.minorUnits ?? null}, ${now.money?.currency ?? null}, ${now.moneyStage},
      ${now.fee?.minorUnits ?? null}, ${now.fee?.currency ?? null}, ${now.feeStage}, ${at}, ${at})
    on conflict (provider, return_id, order_id, recipient_account_id) do update set
      provider_payment_id = excluded.provider_payment_id, how = excluded.how, stage = excluded.stage,
      amount_minor_units = excluded.amount_minor_units, currency = excluded.currency, money_told_at = excluded.money_told_at,
      fee_minor_units = excluded.fee_minor_units, fee_currency = excluded.fee_currency, fee_told_at = excluded.fee_told_at,
      changed_at = excluded.changed_at`;
  return { before, now };
}
