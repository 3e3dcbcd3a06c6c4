import type { AlertKind, OrderId, ReturnStage } from '@jawhara/domain';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { alertsOfOrder } from '../../alerts/alert.store.ts';
import { inTransaction } from '../../platform/postgres.ts';
import { becomes, placed } from '../../test/card-payer.ts';
import { tellCheckoutCom } from '../../test/checkout-com-events.ts';
import { capturedBody, postToCheckoutCom } from '../../test/checkout-com-post.ts';
import { deliveredOrder, paymentInBooks, soon } from '../../test/operator-desk.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { recordRefund, requestRefund } from '../refunds/record-refund.ts';
import { takeReturn } from '../refunds/take-return.ts';
import { deliverOrder } from '../delivery/deliver-order.ts';
import { requireOrder } from '../store/order.store.ts';
import { raiseOrderAlert } from '../base/raise-order-alert.ts';
import { takeMoney } from '../paying/take-money.ts';
import { watchDeliveries } from './watch-orders.ts';

const PRICE = 999;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterEach(() => shop.control('reset', {}));
afterAll(() => shop.close());

/** For each alert of this kind: who closed it, or null if it is open. */
async function endsOf(orderId: OrderId, kind: AlertKind): Promise<(string | null)[]> {
  const alerts = await alertsOfOrder(shop.db, orderId);
  return alerts.filter((one) => one.kind === kind).map(({ closedBy }) => closedBy);
}

async function refund(orderId: OrderId, payment: string, cause: string): Promise<void> {
  const money = { currency: 'USD', minorUnits: 100 };
  await inTransaction(shop.db, async (tx) => {
    const order = await requireOrder(tx, orderId);
    const newRefund = {
      payment: { provider: 13, providerPaymentId: payment },
      money,
      cause,
      requestedBy: 'test',
    } as const;
    await recordRefund(tx, shop.app.context, order, newRefund);
  });
}

it('each refused refund has its own alert, and a later accepted refund of the same payment closes them', async () => {
  const orderId = await deliveredOrder(shop, 1001);
  const payment = (await paymentInBooks(shop, orderId))?.id ?? '';
  await refund(orderId, 'pay_nowhere', 'one');
  await soon(async () => expect(await endsOf(orderId, 'refund-refused')).toEqual([null]));
  await refund(orderId, 'pay_nowhere', 'two');
  await soon(async () => expect(await endsOf(orderId, 'refund-refused')).toEqual([null, null]));
  // A refund of another payment does not close these alerts.
  await refund(orderId, payment, 'three');
  await soon(async () => {
    const [row] = await shop.db`select state from refunds where order_id = ${orderId} and cause = 'three'`;
    expect(row).toEqual({ state: 'accepted' });
  });
  expect(await endsOf(orderId, 'refund-refused')).toEqual([null, null]);
  await shop.db`update alerts set provider_payment_id = ${payment} where order_id = ${orderId}`;
  await refund(orderId, payment, 'four');
  await soon(async () => expect(await endsOf(orderId, 'refund-refused')).toEqual(['by itself', 'by itself']));
});

it('the alert about a second payment closes by itself once that payment is refunded', async () => {
  const orderId = await deliveredOrder(shop, 1002);
  await shop.control('webhooks', { hold: true });
  const other = await deliveredOrder(shop, 1002);
  const payment = (await paymentInBooks(shop, other))?.id ?? '';
  // The second order's payment is reported for the first order: a real second payment that the provider can refund.
  await shop.db`delete from payments where order_id = ${other}`;
  await postToCheckoutCom(shop, capturedBody(orderId, PRICE, payment));
  await soon(async () => expect(await endsOf(orderId, 'second-payment')).toEqual(['by itself']));
});

/** An attempt that its provider never answered until its end, with the alert about it. */
async function neverAnswered(recipientId: number): Promise<{ orderId: OrderId; payment: string }> {
  const { orderId } = placed(await shop.visitor().buy('challenge', { recipientId }));
  const payment = (await paymentInBooks(shop, orderId))?.id ?? '';
  await shop.db`update payments set state = 'gone', look_after = null where order_id = ${orderId}`;
  await inTransaction(shop.db, async (tx) => {
    const order = await requireOrder(tx, orderId);
    await raiseOrderAlert(tx, shop.app.context, order, 'attempt-never-answered', { provider: 13 });
  });
  return { orderId, payment };
}

it('[ORD-15] the alert about a never-answered attempt closes when the provider’s capture webhook comes late', async () => {
  const { orderId, payment } = await neverAnswered(1003);
  await postToCheckoutCom(shop, capturedBody(orderId, PRICE, payment));
  await becomes(shop, orderId, 'delivered');
  expect(await endsOf(orderId, 'attempt-never-answered')).toEqual(['by itself']);
});

it('[ORD-15] a late decline closes the alert of a never-answered attempt, but not of one still being checked', async () => {
  const { orderId, payment } = await neverAnswered(1003);
  const other = placed(await shop.visitor().buy('challenge', { recipientId: 1003 }));
  await inTransaction(shop.db, async (tx) => {
    const order = await requireOrder(tx, other.orderId);
    await raiseOrderAlert(tx, shop.app.context, order, 'attempt-never-answered', { provider: 13 });
  });
  const refuse = (id: string, reference: OrderId) =>
    tellCheckoutCom(shop, 'payment_declined', { id, reference, response_code: '20051' });
  await refuse(payment, orderId);
  await refuse((await paymentInBooks(shop, other.orderId))?.id ?? '', other.orderId);
  await becomes(shop, orderId, 'refused');
  await becomes(shop, other.orderId, 'refused');
  expect(await endsOf(orderId, 'attempt-never-answered')).toEqual(['by itself']);
  expect(await endsOf(other.orderId, 'attempt-never-answered')).toEqual([null]);
});

/** A paid order that no check delivers. */
async function undelivered(recipientId: number): Promise<{ orderId: OrderId; providerPaymentId: string }> {
  const { orderId } = placed(await shop.visitor().buy('challenge', { recipientId }));
  const providerPaymentId = (await paymentInBooks(shop, orderId))?.id ?? '';
  const money = { currency: 'USD', minorUnits: PRICE };
  const paid = { kind: 'paid', provider: 13, providerPaymentId, money, card: null, paidWith: null } as const;
  await takeMoney(shop.app.context, orderId, paid);
  await leaveAlone(orderId);
  return { orderId, providerPaymentId };
}

async function leaveAlone(orderId: OrderId): Promise<void> {
  await shop.db`update orders set look_after = now() + interval '1 hour' where id = ${orderId}`;
}

const after = (minutes: number) => ({
  ...shop.app.context,
  now: () => new Date(Date.now() + minutes * 60_000),
});

it('an order paid but not delivered for ten minutes raises an alert, which closes when it is delivered', async () => {
  const { orderId } = await undelivered(1004);
  await watchDeliveries(after(9));
  expect(await endsOf(orderId, 'not-delivered-in-time')).toEqual([]);
  await watchDeliveries(after(11));
  await watchDeliveries(after(12));
  expect(await endsOf(orderId, 'not-delivered-in-time')).toEqual([null]);
  await deliverOrder(shop.app.context, orderId);
  await watchDeliveries(after(13));
  expect(await endsOf(orderId, 'not-delivered-in-time')).toEqual(['by itself']);
});

it('when a dispute of an undelivered order is won, its alerts about the delay and the requested refund are opened again', async () => {
  const { orderId, providerPaymentId } = await undelivered(1004);
  const dispute = (minutes: number, stage: ReturnStage) =>
    takeReturn(after(minutes), orderId, {
      provider: 13,
      word: { returnId: `dsp_${orderId}`, how: 'dispute', stage, providerPaymentId, money: null, fee: null },
    });
  const ends = async () => ({
    late: await endsOf(orderId, 'not-delivered-in-time'),
    wished: await endsOf(orderId, 'refund-wished'),
    returned: await endsOf(orderId, 'returned-before-delivery'),
  });
  await requestRefund(after(25 * 60), orderId, 24);
  await watchDeliveries(after(25 * 60));
  expect(await ends()).toEqual({ late: [null], wished: [null], returned: [] });
  expect(await dispute(1510, 'taken')).toBe('charged-back');
  await watchDeliveries(after(1511));
  expect(await ends()).toEqual({ late: ['by itself'], wished: ['by itself'], returned: [null] });
  expect(await dispute(1520, 'given-back')).toBe('paid');
  await watchDeliveries(after(1521));
  expect(await ends()).toEqual({ late: ['by itself'], wished: ['by itself'], returned: ['by itself'] });
  await watchDeliveries(after(1531));
  expect(await ends()).toEqual({ late: [null], wished: [null], returned: ['by itself'] });
  expect(await dispute(1540, 'taken-again')).toBe('charged-back');
  await watchDeliveries(after(1541));
  expect(await ends()).toEqual({ late: ['by itself'], wished: ['by itself'], returned: [null] });
});

it('an alert about an undelivered order that an operator closed is not opened again by later checks', async () => {
  const { orderId } = await undelivered(1004);
  await watchDeliveries(after(11));
  await shop.db`update alerts set closed_at = now(), closed_by = 'noura', closed_why = 'known' where order_id = ${orderId}`;
  await watchDeliveries(after(12));
  expect(await endsOf(orderId, 'not-delivered-in-time')).toEqual(['noura']);
});
