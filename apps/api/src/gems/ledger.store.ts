import type { Order } from '@jawhara/domain';
import type { Tx } from '../platform/postgres.ts';

interface Entry {
  readonly account: string;
  readonly unit: 'gem' | 'usd-cent';
  readonly amount: number;
}

/** Gems come into being against our promise to honour them; the dollars are owed to us by the provider until it settles. */
function creditEntries(order: Order): Entry[] {
  return [
    { account: `account:${order.recipientId}`, unit: 'gem', amount: order.gems },
    { account: 'gems-issued', unit: 'gem', amount: -order.gems },
    { account: `provider:${order.provider}`, unit: 'usd-cent', amount: order.priceUsdCents },
    { account: 'gem-sales', unit: 'usd-cent', amount: -order.priceUsdCents },
  ];
}

function fineEntries(order: Order): Entry[] {
  return [
    { account: `provider:${order.provider}`, unit: 'usd-cent', amount: order.priceUsdCents },
    { account: 'fines-paid', unit: 'usd-cent', amount: -order.priceUsdCents },
  ];
}

/** What an order brought, the other way round. */
function reversed(entries: readonly Entry[]): Entry[] {
  return entries.map((entry) => ({ ...entry, amount: -entry.amount }));
}

/** True when it was transferred now, false when it had been before. The unique key of the transfer decides, nobody else. */
async function transferOnce(
  tx: Tx,
  order: Order,
  kind: 'credit' | 'fine' | 'take-back',
  entries: readonly Entry[],
  at: Date,
): Promise<boolean> {
  const transfer = await tx`
    insert into ledger_transfers (order_id, recipient_account_id, kind, created_at)
    values (${order.id}, ${order.recipientId}, ${kind}, ${at})
    on conflict do nothing returning order_id`;
  if (transfer.length === 0) return false;
  const rows = entries.map((entry) => ({
    order_id: order.id as string,
    recipient_account_id: order.recipientId as number,
    kind,
    ledger_account: entry.account,
    unit: entry.unit,
    amount: entry.amount,
  }));
  await tx`insert into ledger_entries ${tx(rows)}`;
  return true;
}

/** True when the gems were credited now. */
export async function creditOnce(tx: Tx, order: Order, at: Date): Promise<boolean> {
  if (!(await transferOnce(tx, order, 'credit', creditEntries(order), at))) return false;
  await tx`
    insert into gem_balances (account_id, gems) values (${order.recipientId}, ${order.gems})
    on conflict (account_id) do update set gems = gem_balances.gems + excluded.gems,
      negative_because = case when gem_balances.gems + excluded.gems < 0 then gem_balances.negative_because end`;
  return true;
}

/** True when the money of a fine was booked now. */
export async function bookFineOnce(tx: Tx, order: Order, at: Date): Promise<boolean> {
  return transferOnce(tx, order, 'fine', fineEntries(order), at);
}

/**
 * True when it was taken back now. Gems that are spent already leave a debt: the balance goes below zero and says why,
 * and the next gems pay it off.
 */
export async function takeBackOnce(tx: Tx, order: Order, why: string, at: Date): Promise<boolean> {
  const entries = order.purpose === 'gems' ? creditEntries(order) : fineEntries(order);
  if (!(await transferOnce(tx, order, 'take-back', reversed(entries), at))) return false;
  if (order.purpose === 'gems') {
    await tx`
      update gem_balances set gems = gems - ${order.gems},
        negative_because = case when gems < ${order.gems} then ${why} end
      where account_id = ${order.recipientId}`;
  }
  return true;
}
