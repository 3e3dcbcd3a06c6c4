import {
  NOT_AGREED_STATES,
  parseLegalVersions,
  statesOfGroup,
  usdCents,
  type AccountId,
  type LegalVersions,
  type OrderGroup,
  type OrderId,
  type OrderPurpose,
  type OrderState,
  type Owner,
  type PayType,
  type UsdCents,
} from '@jawhara/domain';
import type { Reader, Tx } from '../../platform/postgres.ts';

/** The fields of an order that its payer may see. */
export interface OwnOrder {
  readonly id: OrderId;
  readonly createdAt: Date;
  readonly recipientId: AccountId;
  readonly purpose: OrderPurpose;
  readonly payType: PayType;
  readonly priceUsdCents: UsdCents;
  readonly gems: number;
  readonly state: OrderState;
  readonly agreed: LegalVersions | null;
  readonly refundWishedAt: Date | null;
}

interface OwnOrderRow extends Omit<OwnOrder, 'agreed' | 'priceUsdCents'> {
  agreed: string | null;
  price: number;
}

/** [ORD-19] The rule `ownerOf` in SQL. The index orders_of_account has the same expression, so it can be used. */
function ownerAccount(db: Reader) {
  return db`coalesce(o.joined_account_id, o.payer_account_id)`;
}

/** Orders of a device are found by their requests, which are stored by device. */
function fromDevice(db: Reader, device: string) {
  return db`order_requests r join orders o on o.id = r.order_id and o.recipient_account_id = r.recipient_account_id
    where r.payer_device = ${device}`;
}

interface OrderFilter {
  readonly group?: OrderGroup | null;
  /** Only orders older than this order, for the next page. */
  readonly before?: OrderId | null;
  readonly most: number;
}

/** Newest first: orders of the account if one is signed in, from all its devices; otherwise the orders that visitors placed on this device. */
export async function ordersOf(
  db: Reader,
  { device, accountId }: Owner,
  { group = null, before = null, most }: OrderFilter,
): Promise<OwnOrder[]> {
  const source =
    accountId === null
      ? db`${fromDevice(db, device)} and ${ownerAccount(db)} is null`
      : db`orders o where ${ownerAccount(db)} = ${accountId}`;
  const rows = await db<OwnOrderRow[]>`
    select o.id, o.created_at as "createdAt", o.recipient_account_id as "recipientId", o.purpose, o.pay_type as "payType",
      o.price_usd_cents as price, o.gems, o.state, o.agreed_versions as agreed,
      o.refund_wished_at as "refundWishedAt"
    from ${source} ${group === null ? db`` : db`and o.state = any(${statesOfGroup(group)})`}
      ${before === null ? db`` : db`and o.id < ${before}`}
    order by o.id desc limit ${most}`;
  return rows.map(({ agreed, price, ...row }) => ({
    ...row,
    priceUsdCents: usdCents(price),
    agreed: agreed === null ? null : parseLegalVersions(agreed),
  }));
}

type OnDevice = { readonly device: string; readonly accountId: AccountId };

/** Gives these orders to the account if they were placed on this device and belong to no account. */
export async function joinToAccount(
  tx: Tx,
  { device, accountId }: OnDevice,
  ids: readonly OrderId[],
): Promise<{ readonly orderId: OrderId; readonly recipientId: AccountId }[]> {
  return tx<{ orderId: OrderId; recipientId: AccountId }[]>`
    update orders set joined_account_id = ${accountId}
    where id = any(${[...ids].toSorted()}) and payer_device = ${device} and payer_account_id is null and joined_account_id is null
    returning id as "orderId", recipient_account_id as "recipientId"`;
}

/** Records that the account does not want this device's orders. A repeat changes nothing. */
export async function declineJoin(tx: Tx, { device, accountId }: OnDevice, at: Date): Promise<void> {
  await tx`
    insert into declined_joins (device, account_id, declined_at) values (${device}, ${accountId}, ${at})
    on conflict do nothing`;
}

export async function hasDeclinedJoin(db: Reader, { device, accountId }: OnDevice): Promise<boolean> {
  const rows = await db`select from declined_joins where device = ${device} and account_id = ${accountId}`;
  return rows.length > 0;
}

/** The payer's newest order on this device since that time. Orders without a started payment, or ended unpaid, are skipped. */
export async function recentOrderOf(
  db: Reader,
  { device, accountId }: Owner,
  since: Date,
): Promise<OrderId | null> {
  const isTheirs =
    accountId === null
      ? db`${ownerAccount(db)} is null`
      : db`(${ownerAccount(db)} is null or ${ownerAccount(db)} = ${accountId})`;
  const [row] = await db<{ id: OrderId }[]>`
    select o.id from ${fromDevice(db, device)} and ${isTheirs} and r.created_at >= ${since}
      and o.state <> all(${[...NOT_AGREED_STATES]})
    order by o.id desc limit 1`;
  return row?.id ?? null;
}

/** Stored in place of the device of a payer who was erased. No digest of a device looks like this. */
const ERASED = 'erased';

interface OrderOfPerson {
  readonly id: OrderId;
  readonly state: OrderState;
  readonly device: string;
  /** Held, or with a webhook that was not processed: its payer may still be needed. */
  readonly isPending: boolean;
}

/**
 * All orders of an account, or those that visitors placed on a device; locked until the transaction ends. Webhooks are searched order
 * by order: with `exists` PostgreSQL would read all webhooks.
 */
export async function lockOrdersOf(tx: Tx, { device, accountId }: Owner): Promise<OrderOfPerson[]> {
  const source =
    accountId === null
      ? tx`${fromDevice(tx, device)} and ${ownerAccount(tx)} is null`
      : tx`orders o where ${ownerAccount(tx)} = ${accountId}`;
  return tx<OrderOfPerson[]>`
    select o.id, o.state, o.payer_device as device, o.is_held or coalesce((
      select true from notifications n where n.order_id = o.id and n.processed_at is null and n.discarded_at is null
      limit 1), false) as "isPending"
    from ${source} order by o.id for update of o`;
}

interface OrdersErased {
  readonly webhooks: number;
  readonly events: number;
  readonly requests: number;
}

/** Removes the payer's data from these orders. Amounts, gems, states, provider payments and the ledger stay. */
export async function eraseOrdersOf(
  tx: Tx,
  ids: readonly OrderId[],
  devices: readonly string[],
): Promise<OrdersErased> {
  const [orders, from] = [[...ids], [...devices]];
  await tx`
    update orders set payer_device = ${ERASED}, payer_account_id = null, joined_account_id = null, saved_card_id = null,
      challenge = null, challenge_way = null
    where id = any(${orders})`;
  await tx`
    update payments set card_scheme = null, card_last4 = null, card_fingerprint = null, card_wallet = null
    where order_id = any(${orders}) and card_last4 is not null`;
  const webhooks = await tx`
    update notifications set body = '{}' where order_id = any(${orders}) and body <> '{}'`;
  const events = await tx`
    update order_events set detail = detail - 'accountId'
    where order_id = any(${orders}) and detail->'accountId' is not null`;
  const requests = await tx`
    delete from order_requests where payer_device = any(${from}) and (order_id = any(${orders}) or order_id is null)`;
  await tx`delete from declined_joins where device = any(${from})`;
  return { webhooks: webhooks.count, events: events.count, requests: requests.count };
}
