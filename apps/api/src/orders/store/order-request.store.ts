import type { Order, OrderId } from '@jawhara/domain';
import type { Reader, Tx } from '../../platform/postgres.ts';

export interface OrderRequest {
  readonly payerDevice: string;
  readonly requestId: string;
  readonly contentDigest: Buffer;
}

export type Claim =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'same-content'; readonly orderId: OrderId }
  | { readonly kind: 'other-content' };

/** The order of this device's request id; null when the id is new. */
export async function knownRequest(
  db: Reader,
  request: OrderRequest,
): Promise<Exclude<Claim, { kind: 'claimed' }> | null> {
  const [known] = await db<{ order_id: string | null; content_digest: Buffer }[]>`
    select order_id, content_digest from order_requests
    where payer_device = ${request.payerDevice} and request_id = ${request.requestId}`;
  if (!known) return null;
  const isSame = known.order_id !== null && known.content_digest.equals(request.contentDigest);
  if (!isSame) return { kind: 'other-content' };
  return { kind: 'same-content', orderId: known.order_id as OrderId };
}

/** Claims the request id of a rebuilt order. If the id is claimed already, that claim stays. */
export async function claimRequest(
  tx: Tx,
  request: OrderRequest,
  order: Pick<Order, 'id' | 'recipientId' | 'createdAt'>,
): Promise<void> {
  await tx`
    insert into order_requests (payer_device, request_id, content_digest, order_id, recipient_account_id, created_at)
    values (${request.payerDevice}, ${request.requestId}, ${request.contentDigest}, ${order.id},
      ${order.recipientId}, ${order.createdAt})
    on conflict do nothing`;
}

/** Uses up a request id so that it can create no order: the stored content matches no request. */
export async function closeRequest(
  tx: Tx,
  request: Pick<OrderRequest, 'payerDevice' | 'requestId'>,
  at: Date,
): Promise<void> {
  await tx`
    insert into order_requests (payer_device, request_id, content_digest, created_at)
    values (${request.payerDevice}, ${request.requestId}, ''::bytea, ${at})
    on conflict do nothing`;
}

export async function orderOfRequest(
  db: Reader,
  request: Pick<OrderRequest, 'payerDevice' | 'requestId'>,
): Promise<OrderId | null> {
  const [row] = await db<{ order_id: OrderId | null }[]>`
    select order_id from order_requests
    where payer_device = ${request.payerDevice} and request_id = ${request.requestId}`;
  return row?.order_id ?? null;
}
