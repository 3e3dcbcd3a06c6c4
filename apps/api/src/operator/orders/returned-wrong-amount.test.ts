import { randomUUID } from 'node:crypto';
import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertsOfOrder } from '../../alerts/alert.store.ts';
import { becomes } from '../../test/card-payer.ts';
import { allProcessed, tellCheckoutCom } from '../../test/checkout-com-events.ts';
import { capturedBody, postToCheckoutCom } from '../../test/checkout-com-post.ts';
import {
  deliveredOrder,
  deskOf,
  heldOrder,
  paymentInBooks,
  refusesWith,
  soon,
} from '../../test/operator-desk.ts';
import { balanceOf, openShop, orderState, type Shop } from '../../test/shop.ts';
import { signed } from '../../test/signed.ts';
import { isRefused } from '../refusals.ts';
import { planRefund, refundOrder } from './refund-order.ts';
import { planRelease, planSendBack, releasePayment, sendBackPayment } from './wrong-amounts.ts';

const PRICE = 999;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const any = (orderId: OrderId) => ({ orderId, providerPaymentId: null });

async function release(orderId: OrderId) {
  const plan = await planRelease(shop.db, any(orderId));
  return isRefused(plan) ? plan : releasePayment(deskOf(shop), signed(), any(orderId), plan);
}

async function sendBack(orderId: OrderId) {
  const plan = await planSendBack(shop.db, any(orderId));
  return isRefused(plan) ? plan : sendBackPayment(deskOf(shop), signed(), any(orderId), plan);
}

/** Reports a refund that somebody at our shop made in the provider's own pages; `fails` then reports its failure. */
async function refundElsewhere(orderId: OrderId, paymentId: string, amount: number) {
  const data = {
    id: paymentId,
    action_id: `act_${randomUUID()}`,
    reference: orderId,
    amount,
    currency: 'USD',
  };
  await tellCheckoutCom(shop, 'payment_refunded', data);
  await allProcessed(shop, orderId);
  return {
    async fails() {
      await tellCheckoutCom(shop, 'payment_refund_declined', data);
      await allProcessed(shop, orderId);
    },
  };
}

async function reportDispute(
  event: 'dispute_received' | 'dispute_won',
  orderId: OrderId,
  paymentId: string,
  amount: number,
): Promise<void> {
  const dispute = { id: `dsp_${paymentId}`, payment_id: paymentId, payment_reference: orderId };
  await tellCheckoutCom(shop, event, { ...dispute, amount, currency: 'USD' });
  await allProcessed(shop, orderId);
}

const rowOf = async (orderId: OrderId) => ({
  ...(await shop.db`select state, is_held from orders where id = ${orderId}`)[0],
});

async function openKinds(orderId: OrderId): Promise<string[]> {
  const alerts = await alertsOfOrder(shop.db, orderId);
  return alerts.filter(({ closedAt }) => closedAt === null).map(({ kind }) => kind);
}

const centsAt13 = async (orderId: OrderId) =>
  (
    await shop.db`
    select coalesce(sum(amount), 0)::int as cents from ledger_entries
    where order_id = ${orderId} and ledger_account = 'provider:13'`
  )[0]?.['cents'] as number;

describe('a payment of a wrong amount that was refunded in the provider’s own pages', () => {
  it('[ORD-23] when a payment of a wrong amount is refunded whole at the provider, its order is no longer held and expires', async () => {
    const orderId = await heldOrder(shop, 1003);
    await refundElsewhere(orderId, (await paymentInBooks(shop, orderId))?.id ?? '', PRICE - 1);
    expect(await rowOf(orderId)).toMatchObject({ is_held: false });
    expect(await openKinds(orderId)).not.toContain('amount-mismatch');
    await shop.db`update orders set created_at = created_at - interval '3 days' where id = ${orderId}`;
    await soon(async () => {
      // Each time anew: a check that began before the order was old plans the next one for later.
      await shop.db`update orders set look_after = now() where id = ${orderId} and state <> 'expired'`;
      await shop.sweep();
      expect(await orderState(shop.db, orderId)).toBe('expired');
    });
  });

  it('[ORD-23] a payment of a wrong amount refunded in part at the provider cannot be accepted by an operator, only sent back', async () => {
    const orderId = await heldOrder(shop, 1003);
    const paymentId = (await paymentInBooks(shop, orderId))?.id ?? '';
    await refundElsewhere(orderId, paymentId, 400);
    expect(await rowOf(orderId)).toMatchObject({ is_held: true });
    await refusesWith(shop, 'partly-returned', () => release(orderId));
    expect(await sendBack(orderId)).toMatchObject({
      kind: 'done',
      action: { after: { refund: '5.98 USD', held: false } },
    });
    await soon(async () =>
      expect(await paymentInBooks(shop, orderId)).toMatchObject({ refunded: PRICE - 1 - 400 }),
    );
    await soon(async () => expect(await centsAt13(orderId)).toBe(0));
    await refusesWith(shop, 'no-wrong-amount', () => sendBack(orderId));
  });

  it('[ORD-23] when a second payment of a wrong amount is refunded in part at the provider, an operator’s send-back plans the rest', async () => {
    const orderId = await deliveredOrder(shop, 1001);
    const wrong = `pay_more_${orderId}`;
    await postToCheckoutCom(shop, capturedBody(orderId, PRICE + 5, wrong));
    await soon(async () => expect(await openKinds(orderId)).toEqual(['amount-mismatch']));
    await refundElsewhere(orderId, wrong, 4);
    await refusesWith(shop, 'paid-already', () => release(orderId));
    expect(await planSendBack(shop.db, any(orderId))).toMatchObject({
      providerPaymentId: wrong,
      left: { minorUnits: PRICE + 1 },
    });
    expect(await orderState(shop.db, orderId)).toBe('delivered');
  });

  it('[ORD-23] the alert about a second payment of a wrong amount closes with its refund, and opens again when the refund fails', async () => {
    const orderId = await deliveredOrder(shop, 1001);
    const wrong = `pay_less_${orderId}`;
    await postToCheckoutCom(shop, capturedBody(orderId, PRICE - 1, wrong));
    await soon(async () => expect(await openKinds(orderId)).toEqual(['amount-mismatch']));
    const refund = await refundElsewhere(orderId, wrong, PRICE - 1);
    expect(await openKinds(orderId)).toEqual([]);
    await refund.fails();
    expect(await openKinds(orderId)).toEqual(['amount-mismatch']);
    expect(await sendBack(orderId)).toMatchObject({ kind: 'done' });
    expect(await openKinds(orderId)).toEqual([]);
  });

  it('[ORD-23] the alert about a second payment of a wrong amount closes when a dispute opens, and opens again when we win it', async () => {
    const orderId = await deliveredOrder(shop, 1001);
    const wrong = `pay_disputed_${orderId}`;
    await postToCheckoutCom(shop, capturedBody(orderId, PRICE - 1, wrong));
    await soon(async () => expect(await openKinds(orderId)).toEqual(['amount-mismatch']));
    await reportDispute('dispute_received', orderId, wrong, PRICE - 1);
    expect(await openKinds(orderId)).toEqual([]);
    await reportDispute('dispute_won', orderId, wrong, PRICE - 1);
    expect(await openKinds(orderId)).toEqual(['amount-mismatch']);
    expect(await orderState(shop.db, orderId)).toBe('delivered');
  });

  it('[ORD-23] an order with two payments of wrong amounts has both alerts open again after the refund of one fails', async () => {
    const orderId = await heldOrder(shop, 1003);
    const other = `pay_other_${orderId}`;
    await postToCheckoutCom(shop, capturedBody(orderId, PRICE + 5, other));
    await soon(async () => expect(await openKinds(orderId)).toEqual(['amount-mismatch', 'amount-mismatch']));
    const refund = await refundElsewhere(orderId, other, PRICE + 5);
    expect(await openKinds(orderId)).toEqual(['amount-mismatch']);
    await refund.fails();
    expect(await openKinds(orderId)).toEqual(['amount-mismatch', 'amount-mismatch']);
  });
});

describe('a payment that its provider reports with two amounts', () => {
  it('[ORD-23] when a delivered order’s payment is reported with a second amount, the ledger has the new amount and the gems stay', async () => {
    const before = await balanceOf(shop.db, 1002);
    const orderId = await deliveredOrder(shop, 1002);
    const creditedGems = (await balanceOf(shop.db, 1002)) - before;
    const paymentId = (await paymentInBooks(shop, orderId))?.id ?? '';
    await postToCheckoutCom(shop, capturedBody(orderId, 500, paymentId));
    await allProcessed(shop, orderId);
    expect(await openKinds(orderId)).toEqual(['amount-contradicted']);
    expect(await rowOf(orderId)).toEqual({ state: 'delivered', is_held: false });
    expect(await centsAt13(orderId)).toBe(500);
    expect(await balanceOf(shop.db, 1002)).toBe(before + creditedGems);

    const wanted = { orderId, purpose: 'gems', amount: null, wrongRecipient: null } as const;
    const plan = await planRefund(shop.db, wanted);
    if (isRefused(plan)) throw new Error(plan.because);
    expect(plan).toMatchObject({ paid: { minorUnits: 500 }, money: { minorUnits: 500 } });
    expect(await refundOrder(deskOf(shop), signed(), wanted, plan)).toMatchObject({ kind: 'done' });
    await becomes(shop, orderId, 'refunded');
    expect(await balanceOf(shop.db, 1002)).toBe(before);
    expect(await centsAt13(orderId)).toBe(0);
    expect(await openKinds(orderId)).not.toContain('amount-contradicted');
  });

  it('[ORD-23] a third reported amount of a payment raises a second alert, and the second amount reported again reopens its alert', async () => {
    const orderId = await deliveredOrder(shop, 1001);
    const paymentId = (await paymentInBooks(shop, orderId))?.id ?? '';
    for (const amount of [500, 600, 600, 500]) {
      await postToCheckoutCom(shop, capturedBody(orderId, amount, paymentId));
      await allProcessed(shop, orderId);
    }
    expect(await openKinds(orderId)).toEqual(['amount-contradicted', 'amount-contradicted']);
    expect(await centsAt13(orderId)).toBe(500);
  });

  it('[ORD-23] the alert about a payment reported with two amounts closes when a dispute opens, and opens again when we win it', async () => {
    const orderId = await deliveredOrder(shop, 1001);
    const paymentId = (await paymentInBooks(shop, orderId))?.id ?? '';
    await postToCheckoutCom(shop, capturedBody(orderId, 500, paymentId));
    await allProcessed(shop, orderId);
    await reportDispute('dispute_received', orderId, paymentId, 500);
    expect(await openKinds(orderId)).not.toContain('amount-contradicted');
    await reportDispute('dispute_won', orderId, paymentId, 500);
    expect(await openKinds(orderId)).toContain('amount-contradicted');
    expect(await rowOf(orderId)).toEqual({ state: 'delivered', is_held: false });
  });

  it('[ORD-23] an alert about a payment reported with two amounts that an operator resolved is not opened again by a won dispute', async () => {
    const orderId = await deliveredOrder(shop, 1001);
    const paymentId = (await paymentInBooks(shop, orderId))?.id ?? '';
    await postToCheckoutCom(shop, capturedBody(orderId, 500, paymentId));
    await allProcessed(shop, orderId);
    await shop.db`update alerts set closed_at = now(), closed_by = 'lina', closed_why = 'agreed' where order_id = ${orderId}`;
    await reportDispute('dispute_received', orderId, paymentId, 500);
    await reportDispute('dispute_won', orderId, paymentId, 500);
    expect(await openKinds(orderId)).not.toContain('amount-contradicted');
  });
});
