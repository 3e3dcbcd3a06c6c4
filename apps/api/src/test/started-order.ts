import { randomUUID } from 'node:crypto';
import { accountId, cardPayTypeOf, usdCents, type OrderId, type RechargeId } from '@jawhara/domain';
import { beginPayment } from '../orders/paying/begin-payment.ts';
import { insertOrder, type StoredOrder } from '../orders/store/order.store.ts';
import { inTransaction } from '../platform/postgres.ts';
import type { Shop } from './shop.ts';

export const PRICE = 999;
export const GEMS = 1060;

/** An order in the shop's tables whose payment has not started. */
export async function openedOrder(shop: Shop, recipientId = 1001): Promise<OrderId> {
  const { context } = shop.app;
  const order: StoredOrder = {
    id: context.newId() as OrderId,
    purpose: 'gems',
    recipientId: accountId(recipientId),
    rechargeId: 'gems-1060' as RechargeId,
    priceUsdCents: usdCents(PRICE),
    gems: GEMS,
    bonusGems: 0,
    payType: cardPayTypeOf(13),
    provider: 13,
    payerDevice: randomUUID(),
    payerAccountId: null,
    joinedAccountId: null,
    savedCardId: null,
    state: 'created',
    outcome: null,
    reasonCode: null,
    challenge: null,
    isHeld: false,
    gemsForgiven: 0,
    gemsMoved: null,
    createdAt: context.now(),
    creditedAt: null,
    refundWishedAt: null,
  };
  await inTransaction(context.db, (tx) => insertOrder(tx, order, new Date(Date.now() + 3_600_000)));
  return order.id;
}

/**
 * An order whose payment at Checkout.com exists only in the shop's tables, so that the test decides what is reported
 * about it.
 */
export async function startedOrder(shop: Shop, recipientId = 1001): Promise<OrderId> {
  const orderId = await openedOrder(shop, recipientId);
  await beginPayment(shop.app.context, orderId);
  return orderId;
}
