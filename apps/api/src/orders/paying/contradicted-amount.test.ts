import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRefused } from '../../operator/refusals.ts';
import {
  planRelease,
  planSendBack,
  releasePayment,
  sendBackPayment,
} from '../../operator/orders/wrong-amounts.ts';
import { startedOrder, GEMS, PRICE } from '../../test/started-order.ts';
import { becomes } from '../../test/card-payer.ts';
import { deskOf } from '../../test/operator-desk.ts';
import { balanceOf, openShop, type Shop } from '../../test/shop.ts';
import { signed } from '../../test/signed.ts';
import { deliverOrder } from '../delivery/deliver-order.ts';
import { requireOrder } from '../store/order.store.ts';
import { takeReturn } from '../refunds/take-return.ts';
import { takeMoney } from './take-money.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const usd = (minorUnits: number) => ({ currency: 'USD', minorUnits });

async function take(orderId: OrderId, minorUnits: number) {
  const providerPaymentId = `pay_${orderId}`;
  const paid = { kind: 'paid', provider: 13, card: null, paidWith: null, providerPaymentId } as const;
  return (await takeMoney(shop.app.context, orderId, { ...paid, money: usd(minorUnits) })).outcome;
}

/** A paid order whose payment is reported with another amount before the delivery. */
async function contradictedOrder(): Promise<OrderId> {
  const orderId = await startedOrder(shop);
  expect(await take(orderId, PRICE)).toBe('taken');
  expect(await take(orderId, 500)).toBe('held');
  expect(await requireOrder(shop.db, orderId)).toMatchObject({ state: 'paid', isHeld: true });
  expect(await deliverOrder(shop.app.context, orderId)).toBe('not-to-deliver');
  return orderId;
}

const openAlerts = (orderId: OrderId) =>
  shop.db`select kind from alerts where order_id = ${orderId} and closed_at is null`;

describe('[ORD-23] an order that is paid, not delivered, and whose payment is reported with two amounts', () => {
  it('an undelivered order whose payment is reported with two amounts is held until an operator releases it', async () => {
    const before = await balanceOf(shop.db, 1001);
    const orderId = await contradictedOrder();
    const wanted = { orderId, providerPaymentId: null };
    const plan = await planRelease(shop.db, wanted);
    if (isRefused(plan)) throw new Error(plan.because);
    expect(plan).toMatchObject({ came: usd(500), price: usd(PRICE) });
    expect(await releasePayment(deskOf(shop), signed(), wanted, plan)).toMatchObject({ kind: 'done' });
    await becomes(shop, orderId, 'delivered');
    expect(await balanceOf(shop.db, 1001)).toBe(before + GEMS);
    expect(await openAlerts(orderId)).toHaveLength(0);
  });

  it('an undelivered order whose payment is reported with two amounts can be refunded by the command send-back instead', async () => {
    const orderId = await contradictedOrder();
    const wanted = { orderId, providerPaymentId: null };
    const plan = await planSendBack(shop.db, wanted);
    if (isRefused(plan)) throw new Error(plan.because);
    expect(plan.left).toEqual(usd(500));
    expect(await sendBackPayment(deskOf(shop), signed(), wanted, plan)).toMatchObject({ kind: 'done' });
    expect(await deliverOrder(shop.app.context, orderId)).toBe('not-to-deliver');
    const word = { returnId: `ret_${orderId}`, how: 'refund', stage: 'taken', fee: null } as const;
    const returned = { ...word, providerPaymentId: plan.providerPaymentId, money: usd(500) };
    await takeReturn(shop.app.context, orderId, { provider: 13, word: returned });
    expect(await requireOrder(shop.db, orderId)).toMatchObject({
      state: 'refunded',
      isHeld: false,
      creditedAt: null,
    });
  });

  it('an order held for two reported amounts of one payment stays held when the first amount is reported again', async () => {
    const orderId = await contradictedOrder();
    expect(await take(orderId, PRICE)).toBe('held');
    expect(await requireOrder(shop.db, orderId)).toMatchObject({ state: 'paid', isHeld: true });
  });

  it('an order charged back while held for two reported amounts is held again once the dispute is won', async () => {
    const orderId = await contradictedOrder();
    const dispute = { returnId: `dsp_${orderId}`, how: 'dispute', fee: null, money: usd(500) } as const;
    const report = async (stage: 'taken' | 'given-back'): Promise<void> => {
      const word = { ...dispute, stage, providerPaymentId: `pay_${orderId}` };
      await takeReturn(shop.app.context, orderId, { provider: 13, word });
    };
    await report('taken');
    expect(await requireOrder(shop.db, orderId)).toMatchObject({ state: 'charged-back', isHeld: false });
    await report('given-back');
    expect(await requireOrder(shop.db, orderId)).toMatchObject({ state: 'paid', isHeld: true });
    expect(await deliverOrder(shop.app.context, orderId)).toBe('not-to-deliver');
    expect(await openAlerts(orderId)).toContainEqual({ kind: 'amount-contradicted' });
    const wanted = { orderId, providerPaymentId: null };
    expect(isRefused(await planSendBack(shop.db, wanted))).toBe(false);
  });
});
