import {
  REPEAT_PURCHASE_CONFIRM_MS,
  usdCents,
  type AccountId,
  type EarlierOrder,
  type Order,
  type OrderId,
  type OrderPurpose,
  type OrderState,
  type Owner,
  type PayType,
  type Purchase,
} from '@jawhara/domain';
import type { Tx } from '../../platform/postgres.ts';
import { firstIdAt } from '../../platform/time-ordered-id.ts';

/** A purchase and its payer. */
export interface PayerPurchase extends Purchase {
  readonly device: string;
  readonly accountId: AccountId | null;
}

export interface EarlierOrderOfPayer extends EarlierOrder {
  readonly orderId: OrderId;
  readonly owner: Owner;
}

/**
 * [ORD-20] Locks this purchase for the device and for the account until the transaction ends: otherwise two requests could both pass the
 * check for a repeated purchase. Always in the same order, so that two requests cannot deadlock.
 */
export async function lockPurchase(tx: Tx, bought: PayerPurchase): Promise<void> {
  const { device, accountId, recipientId, priceUsdCents } = bought;
  const goods = `${recipientId}:${priceUsdCents}`;
  const keys = [
    `purchase:device:${device}:${goods}`,
    ...(accountId === null ? [] : [`purchase:account:${accountId}:${goods}`]),
  ];
  for (const key of keys.toSorted()) await tx`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
}

interface EarlierRow {
  id: OrderId;
  purpose: OrderPurpose;
  state: OrderState;
  pay_type: PayType;
  price: number;
  recipient: AccountId;
  token_at: Date | null;
  at: Date;
  device: string;
  account: AccountId | null;
}

/** An older order cannot have been paid a moment ago: no order stays open for longer than an hour. */
const LOOKED_BACK_MS = 60 * 60_000 + REPEAT_PURCHASE_CONFIRM_MS;

/**
 * The payer's other orders of the same goods, newest first. `after`: the payer agreed to repeat this order and older
 * ones.
 */
export async function earlierOrdersOf(
  tx: Tx,
  bought: PayerPurchase,
  {
    now,
    except,
    after,
  }: { readonly now: Date; readonly except: OrderId | null; readonly after: OrderId | null },
): Promise<EarlierOrderOfPayer[]> {
  const since = firstIdAt(new Date(now.getTime() - LOOKED_BACK_MS));
  const account = tx`coalesce(o.joined_account_id, o.payer_account_id)`;
  const rows = await tx<EarlierRow[]>`
    select o.id, o.purpose, o.state, o.pay_type, o.price_usd_cents as price, o.recipient_account_id as recipient,
      o.wallet_token_at as token_at, coalesce(o.credited_at, greatest(o.moved_at, o.wallet_token_at)) as at,
      o.payer_device as device, ${account} as account
    from orders o
    where o.recipient_account_id = ${bought.recipientId} and o.id >= ${since} and o.price_usd_cents = ${bought.priceUsdCents}
      and (o.payer_device = ${bought.device} ${bought.accountId === null ? tx`` : tx`or ${account} = ${bought.accountId}`})
      ${except === null ? tx`` : tx`and o.id <> ${except}`} ${after === null ? tx`` : tx`and o.id > ${after}`}
    order by o.id desc`;
  return rows.map((row) => ({
    orderId: row.id,
    owner: { device: row.device, accountId: row.account },
    purpose: row.purpose,
    state: row.state,
    payType: row.pay_type,
    priceUsdCents: usdCents(row.price),
    recipientId: row.recipient,
    hasWalletToken: row.token_at !== null,
    at: row.at,
  }));
}

/** Locks the order, so that of two wallet tokens exactly the first counts as first. */
export async function lockWalletOrder(
  tx: Tx,
  id: OrderId,
): Promise<Pick<Order, 'state'> & { readonly repeatOf: OrderId | null; readonly tokenAt: Date | null }> {
  const [row] = await tx<{ state: OrderState; repeatOf: OrderId | null; tokenAt: Date | null }[]>`
    select state, repeat_of as "repeatOf", wallet_token_at as "tokenAt" from orders where id = ${id} for update`;
  if (!row) throw new Error(`order ${id} does not exist`);
  return row;
}

export async function noteWalletToken(tx: Tx, id: OrderId, at: Date): Promise<void> {
  await tx`update orders set wallet_token_at = ${at} where id = ${id}`;
}
