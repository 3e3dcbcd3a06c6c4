import {
  NOT_AGREED_STATES,
  parseLegalVersions,
  usdCents,
  type AccountId,
  type LegalVersions,
  type OrderId,
  type OrderState,
  type UsdCents,
} from '@jawhara/domain';
import type { Reader } from '../../platform/postgres.ts';

/** The payer whose orders are read: all orders of one device, and those of an account on its other devices. */
export interface OrdersPayer {
  readonly device: string;
  readonly account: { readonly id: AccountId; readonly devices: readonly string[] } | null;
}

/** The fields of an order that its payer may see. */
export interface OwnOrder {
  readonly id: OrderId;
  readonly createdAt: Date;
  readonly recipientId: AccountId;
  readonly purpose: string;
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

/** Newest first. Read by the request rows, because those are stored by device. */
export async function ordersOfPayer(
  db: Reader,
  { device, account }: OrdersPayer,
  most: number,
): Promise<OwnOrder[]> {
  const devices = [device, ...(account?.devices ?? [])];
  const isTheirs =
    account === null ? db`true` : db`(r.payer_device = ${device} or o.payer_account_id = ${account.id})`;
  const rows = await db<OwnOrderRow[]>`
    select o.id, o.created_at as "createdAt", o.recipient_account_id as "recipientId", o.purpose,
      o.price_usd_cents as price, o.gems, o.state, o.agreed_versions as agreed,
      o.refund_wished_at as "refundWishedAt"
    from order_requests r join orders o on o.id = r.order_id and o.recipient_account_id = r.recipient_account_id
    where r.payer_device = any(${devices}) and ${isTheirs} order by o.id desc limit ${most}`;
  return rows.map(({ agreed, price, ...row }) => ({
    ...row,
    priceUsdCents: usdCents(price),
    agreed: agreed === null ? null : parseLegalVersions(agreed),
  }));
}

/** The newest order since then that its payer has agreed to pay; orders that were abandoned before are skipped. */
export async function recentOrderOf(db: Reader, device: string, since: Date): Promise<OrderId | null> {
  const [row] = await db<{ id: OrderId }[]>`
    select o.id
    from order_requests r join orders o on o.id = r.order_id and o.recipient_account_id = r.recipient_account_id
    where r.payer_device = ${device} and r.created_at >= ${since}
      and o.state <> all(${[...NOT_AGREED_STATES]})
    order by o.id desc limit 1`;
  return row?.id ?? null;
}
