import {
  PROVIDER_NUMBERS,
  type AccountId,
  type OrderId,
  type OrderPurpose,
  type OrderState,
  type ProviderNumber,
} from '@jawhara/domain';
import type { Reader } from '../../platform/postgres.ts';

/** Ids are ordered by time, so a range of time is a range of ids: from `from`, up to but without `before`. */
export interface IdRange {
  readonly from: string;
  readonly before: string;
}

const idsOf = (rows: readonly { readonly id: OrderId }[]): OrderId[] => rows.map(({ id }) => id);

export async function orderIdsOfPayment(
  db: Reader,
  providerPaymentId: string,
  most: number,
): Promise<OrderId[]> {
  return idsOf(
    await db<{ id: OrderId }[]>`
      select distinct order_id as id from payments
      where provider = any(${[...PROVIDER_NUMBERS]}::int[]) and provider_payment_id = ${providerPaymentId} limit ${most}`,
  );
}

/** Orders that were paid with a card of these last four digits, the newest first. */
export async function orderIdsOfCard(
  db: Reader,
  last4: string,
  { from, before }: IdRange,
  most: number,
): Promise<OrderId[]> {
  return idsOf(
    await db<{ id: OrderId }[]>`
      select order_id as id from payments
      where card_last4 = ${last4} and order_id >= ${from} and order_id < ${before}
      order by order_id desc limit ${most}`,
  );
}

export async function orderIdsForRecipient(
  db: Reader,
  recipientId: AccountId,
  { from, before }: IdRange,
  most: number,
): Promise<OrderId[]> {
  return idsOf(
    await db<{ id: OrderId }[]>`
      select id from orders
      where recipient_account_id = ${recipientId} and id >= ${from} and id < ${before} order by id desc limit ${most}`,
  );
}

/** Orders that the account owns: it placed them, or took them over. */
export async function orderIdsOfOwner(
  db: Reader,
  owner: AccountId,
  { from, before }: IdRange,
  most: number,
): Promise<OrderId[]> {
  return idsOf(
    await db<{ id: OrderId }[]>`
      select id from orders
      where coalesce(joined_account_id, payer_account_id) = ${owner} and id >= ${from} and id < ${before}
      order by id desc limit ${most}`,
  );
}

export async function orderIdsOfTime(
  db: Reader,
  { from, before }: IdRange,
  most: number,
): Promise<OrderId[]> {
  return idsOf(
    await db<{ id: OrderId }[]>`
      select id from orders where id >= ${from} and id < ${before} order by id desc limit ${most}`,
  );
}

export interface OrderLine {
  readonly id: OrderId;
  readonly state: OrderState;
  readonly isHeld: boolean;
  readonly createdAt: Date;
  readonly purpose: OrderPurpose;
  readonly gems: number;
  readonly priceUsdCents: number;
  readonly provider: ProviderNumber;
}

/** The orders within this range of ids and in this state (any state if null), newest first. */
export async function orderLines(
  db: Reader,
  ids: readonly OrderId[],
  { from, before, state }: IdRange & { readonly state: OrderState | null },
  most: number,
): Promise<OrderLine[]> {
  return db<OrderLine[]>`
    select id, state, is_held as "isHeld", created_at as "createdAt", purpose, gems, price_usd_cents as "priceUsdCents", provider
    from orders
    where id = any(${[...ids]}::uuid[]) and id >= ${from} and id < ${before} and state = coalesce(${state}, state)
    order by id desc limit ${most}`;
}
