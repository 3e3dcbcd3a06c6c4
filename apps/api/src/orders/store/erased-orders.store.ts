import type { OrderId, OrderState, Owner } from '@jawhara/domain';
import type { Tx } from '../../platform/postgres.ts';
import { fromDevice, ownerAccount } from './own-orders.store.ts';

/** Stands in the place of a device whose payer was erased. No digest of a device looks like this. */
const ERASED = 'erased';

export interface OrderOfPerson {
  readonly id: OrderId;
  readonly state: OrderState;
  readonly device: string;
  /** Held, or with a webhook that was not processed: its payer may still be needed. */
  readonly isPending: boolean;
}

/**
 * All orders of an account, or those that visitors placed on a device; locked until the transaction ends. Webhooks are looked for order
 * by order: for `exists` PostgreSQL would rather read every webhook there is.
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

export interface OrdersErased {
  readonly webhooks: number;
  readonly events: number;
  readonly requests: number;
}

/** Takes the payer out of these orders. Amounts, gems, states, provider payments and the ledger stay. */
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
