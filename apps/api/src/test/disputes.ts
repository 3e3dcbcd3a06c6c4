import type { OrderId } from '@jawhara/domain';
import { expect, vi } from 'vitest';
import type { DisputeStage } from '../../../sandbox/src/world/disputes.ts';
import { orderState, type Shop } from './shop.ts';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';

/** Opens or continues a dispute at Checkout.com, and waits until the order has the expected state. */
export async function dispute(
  shop: Shop,
  orderId: OrderId,
  stage: DisputeStage,
  becomes: 'charged-back' | 'delivered',
): Promise<void> {
  const { payments } = await shop.books();
  const paymentId = payments.find(({ reference }) => reference === orderId)?.id;
  await shop.control('checkout-com/dispute', { paymentId, stage });
  await vi.waitFor(async () => expect(await orderState(shop.db, orderId)).toBe(becomes), {
    timeout: PATIENCE_MS,
    interval: 50,
  });
}

export const chargeBack = (shop: Shop, orderId: OrderId) => dispute(shop, orderId, 'opened', 'charged-back');
export const winDispute = (shop: Shop, orderId: OrderId) => dispute(shop, orderId, 'won', 'delivered');
