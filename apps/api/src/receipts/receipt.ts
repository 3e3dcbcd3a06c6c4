import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Receipt } from '@jawhara/contract';
import {
  findAcceptedPayment,
  goneBack,
  orderNumber,
  receiptState,
  returnsOf,
  usdCents,
  type OrderId,
} from '@jawhara/domain';
import { factsOf } from '../orders/base/write-books.ts';
import { orderById, type StoredOrder } from '../orders/store/order.store.ts';
import { lastReturnAt } from '../orders/store/return.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';

/**
 * Keys that sign receipt links. The first one signs, all of them are accepted. A new key is put first; the old one
 * stays as long as its links must open.
 */
export type ReceiptKeys = readonly [string, ...string[]];

const LINK = /^([\w-]{22})\.([\w-]{22})$/;
const SIGNATURE_BYTES = 16;
const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

function signatureOf(orderId: OrderId, key: string): Buffer {
  return createHmac('sha256', key).update(`receipt:${orderId}`).digest().subarray(0, SIGNATURE_BYTES);
}

/** [ORD-22] The part of a receipt's address after `#`: the order's id and our signature. It contains nothing about a person. */
export function receiptLink(orderId: OrderId, [key]: ReceiptKeys): string {
  const id = Buffer.from(orderId.replaceAll('-', ''), 'hex').toString('base64url');
  return `${id}.${signatureOf(orderId, key).toString('base64url')}`;
}

/** The order of a receipt link that we signed. Null for any other text, for which no table is read. */
export function readReceiptLink(link: string, keys: ReceiptKeys): OrderId | null {
  const [, id, signature] = LINK.exec(link) ?? [];
  if (id === undefined || signature === undefined) return null;
  const hex = Buffer.from(id, 'base64url').toString('hex');
  const orderId = hex.replace(UUID_PARTS, '$1-$2-$3-$4-$5') as OrderId;
  // Several texts decode to the same bytes. Only the text that was issued is accepted, so texts are compared, not bytes.
  const isOurs = keys.some((key) => {
    const ours = Buffer.from(receiptLink(orderId, [key]));
    return ours.length === link.length && timingSafeEqual(ours, Buffer.from(link));
  });
  return isOurs ? orderId : null;
}

export interface ReceiptDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly receiptKeys: ReceiptKeys;
}

async function refundedPart(db: Db, order: StoredOrder): Promise<Receipt['refunded']> {
  const facts = await factsOf(db, order);
  const payment = findAcceptedPayment(facts);
  if (payment === null) return null;
  const { minorUnits } = goneBack(payment.money, returnsOf(payment, facts));
  const at = minorUnits === 0 ? null : await lastReturnAt(db, order.id);
  return at === null ? null : { usdCents: usdCents(minorUnits), at };
}

/**
 * [ORD-22] The receipt of a link; null if we did not sign the link. The order's state is read now, so an old link never
 * shows a refunded order as delivered.
 */
export async function receiptBehind(
  { db, now, receiptKeys }: ReceiptDeps,
  link: string,
): Promise<Receipt | null> {
  const orderId = readReceiptLink(link, receiptKeys);
  const order = orderId && (await orderById(db, orderId));
  if (!order) return null;
  const { purpose, gems, bonusGems, priceUsdCents, createdAt } = order;
  return {
    orderNumber: orderNumber(order.id),
    purpose,
    gems,
    bonusGems,
    priceUsdCents,
    createdAt,
    state: receiptState(order.state),
    refunded: await refundedPart(db, order),
    readAt: now(),
  };
}
