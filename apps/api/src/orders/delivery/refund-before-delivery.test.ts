import { randomUUID } from 'node:crypto';
import type { OrderId } from '@jawhara/domain';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { planRefund, refundOrder } from '../../operator/orders/refund-order.ts';
import { isRefused } from '../../operator/refusals.ts';
import { startedOrder, PRICE } from '../../test/started-order.ts';
import { becomes } from '../../test/card-payer.ts';
import { failDelivery, mendDelivery } from '../../test/failing-delivery.ts';
import { deskOf, paymentInBooks, soon } from '../../test/operator-desk.ts';
import { paidBy13 } from '../../test/refunding-provider.ts';
import { openShop, orderState, type Shop } from '../../test/shop.ts';
import { signed } from '../../test/signed.ts';
import { takeMoney } from '../paying/take-money.ts';
import { deliverOrder } from './deliver-order.ts';

let shop: Shop;
/** A shop without a sweeper, so that a due refund stays due during the test. */
let quiet: Shop;
beforeAll(async () => {
  shop = await openShop();
  quiet = await openShop({ env: { SWEEP_EVERY_MS: '3600000' } });
});
afterEach(() => mendDelivery(shop));
afterAll(async () => {
  await quiet.close();
  await shop.close();
});

async function grantRefund(at: Shop, orderId: OrderId, amount: string | null): Promise<void> {
  const wanted = { orderId, purpose: 'gems', amount, wrongRecipient: null } as const;
  const plan = await planRefund(at.db, wanted);
  if (isRefused(plan)) throw new Error(plan.because);
  const desk = deskOf(at);
  const silent =
    amount === null
      ? desk
      : { ...desk, life: { ...desk.life, send: async () => true, enqueue: async () => 'taken' as const } };
  expect(await refundOrder(silent, signed(), wanted, plan)).toMatchObject({ kind: 'done' });
}

it('[ORD-16] a paid order whose delivery keeps failing is refunded when an operator grants a refund', async () => {
  await failDelivery(shop);
  void shop
    .visitor()
    .buy('approve', { recipientId: 1004 })
    .catch(() => null);
  const orderId = await soon(async () => {
    const [row] = await shop.db<{ id: OrderId }[]>`
      select id from orders where recipient_account_id = 1004 and state = 'paid'`;
    if (!row) throw new Error('not paid yet');
    return row.id;
  });
  await grantRefund(shop, orderId, null);
  await becomes(shop, orderId, 'refunded');
  expect(await paymentInBooks(shop, orderId)).toMatchObject({ captured: PRICE, refunded: PRICE });
});

it('[ORD-16] a paid order with a full refund due is not delivered; with a partial refund due it is delivered', async () => {
  const paid = async () => {
    const orderId = await startedOrder(quiet);
    await takeMoney(quiet.app.context, orderId, paidBy13(`pay_${randomUUID()}`, PRICE));
    return orderId;
  };
  const [whole, part] = [await paid(), await paid()];
  await grantRefund(quiet, whole, '9.99');
  await grantRefund(quiet, part, '9.98');
  expect(await deliverOrder(quiet.app.context, whole)).toBe('not-to-deliver');
  expect(await orderState(quiet.db, whole)).toBe('paid');
  expect(await deliverOrder(quiet.app.context, part)).toBe('delivered');
  // The provider refuses the refund: the order is still owed its gems.
  await quiet.db`update refunds set state = 'refused', look_after = null where order_id = ${whole}`;
  expect(await deliverOrder(quiet.app.context, whole)).toBe('delivered');
});
