import { readOrderStatus } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { alertsOfOrder } from '../../alerts/alert.store.ts';
import { becomes, placed } from '../../test/card-payer.ts';
import { capturedBody, postToCheckoutCom } from '../../test/checkout-com-post.ts';
import {
  actionsOnOrder,
  deliveredOrder,
  deskOf,
  heldOrder,
  lastAction,
  paymentInBooks,
  refusesWith,
  soon,
} from '../../test/operator-desk.ts';
import { chargeBack, winDispute } from '../../test/disputes.ts';
import { balanceOf, openShop, orderState, type Shop, setBalance } from '../../test/shop.ts';
import { signed } from '../../test/signed.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isRefused } from '../refusals.ts';
import { askProviders, liftRestrictions, cancelOrder } from './order.verbs.ts';
import { moveGemsOfOrder, planMove, type MoveInput } from './move-gems.ts';
import { planRefund, refundOrder } from './refund-order.ts';
import { planRelease, planSendBack, releasePayment, sendBackPayment } from './wrong-amounts.ts';
import { showStory } from './show-story.ts';

const PRICE = 999;
const GEMS = 1060;

let shop: Shop;
let desk: OperatorContext;
beforeAll(async () => {
  shop = await openShop();
  desk = deskOf(shop);
});
afterEach(() => shop.control('reset', {}));
afterAll(() => shop.close());

async function release(orderId: OrderId, providerPaymentId: string | null = null) {
  const wanted = { orderId, providerPaymentId };
  const plan = await planRelease(shop.db, wanted);
  return isRefused(plan) ? plan : releasePayment(desk, signed(), wanted, plan);
}

async function sendBack(orderId: OrderId, providerPaymentId: string | null = null) {
  const wanted = { orderId, providerPaymentId };
  const plan = await planSendBack(shop.db, wanted);
  return isRefused(plan) ? plan : sendBackPayment(desk, signed(), wanted, plan);
}

async function move(wanted: MoveInput) {
  const plan = await planMove(shop.db, wanted);
  return isRefused(plan) ? plan : moveGemsOfOrder(desk, signed(), wanted, plan);
}

async function openKinds(orderId: OrderId): Promise<string[]> {
  const alerts = await alertsOfOrder(shop.db, orderId);
  return alerts.filter(({ closedAt }) => closedAt === null).map(({ kind }) => kind);
}

describe('an order held because of a payment of a wrong amount', () => {
  it('when an operator accepts a payment of a wrong amount, the order is delivered once and the alert closes', async () => {
    const before = await balanceOf(shop.db, 1002);
    const orderId = await heldOrder(shop, 1002);
    expect(await openKinds(orderId)).toEqual(['amount-mismatch']);
    expect(await release(orderId)).toMatchObject({ kind: 'done' });
    await becomes(shop, orderId, 'delivered');
    expect(await balanceOf(shop.db, 1002)).toBe(before + GEMS);
    expect(await paymentInBooks(shop, orderId)).toMatchObject({ captured: PRICE - 1, refunded: 0 });
    expect(await openKinds(orderId)).toEqual([]);
    expect(await lastAction(shop)).toMatchObject({
      verb: 'order release',
      before: { held: true, 'gems of 3310457': before },
      after: { came: '9.98 USD', price: '9.99 USD', 'gems of 3310457': before + GEMS },
    });
    await refusesWith(shop, 'no-wrong-amount', () => release(orderId));
    await refusesWith(shop, 'no-wrong-amount', () => sendBack(orderId));
  });

  it('when an operator sends a payment of a wrong amount back, it is refunded whole and the order is not delivered', async () => {
    const before = await balanceOf(shop.db, 1003);
    const orderId = await heldOrder(shop, 1003);
    expect(await sendBack(orderId)).toMatchObject({ kind: 'done' });
    await soon(async () =>
      expect(await paymentInBooks(shop, orderId)).toMatchObject({ captured: PRICE - 1, refunded: PRICE - 1 }),
    );
    const [order] =
      await shop.db`select is_held, look_after is not null as looked from orders where id = ${orderId}`;
    expect(order).toEqual({ is_held: false, looked: true });
    expect(await openKinds(orderId)).toEqual([]);
    expect(await balanceOf(shop.db, 1003)).toBe(before);
    await refusesWith(shop, 'no-wrong-amount', () => sendBack(orderId));
    await refusesWith(shop, 'no-wrong-amount', () => release(orderId));
    expect(await actionsOnOrder(shop, orderId)).toEqual(['order send-back']);
  });

  it('of several payments of wrong amounts the operator names one, and the order stays held until all are decided', async () => {
    const orderId = await heldOrder(shop, 1004);
    const first = (await paymentInBooks(shop, orderId))?.id ?? '';
    await postToCheckoutCom(shop, capturedBody(orderId, PRICE + 5, 'pay_another'));
    await soon(async () => expect(await openKinds(orderId)).toHaveLength(2));
    await refusesWith(shop, 'several-wrong-amounts', () => release(orderId));
    await refusesWith(shop, 'no-wrong-amount', () => release(orderId, 'pay_unknown'));
    expect(await sendBack(orderId, first)).toMatchObject({ kind: 'done', action: { after: { held: true } } });
    expect(await openKinds(orderId)).toEqual(['amount-mismatch']);
    expect(await release(orderId, 'pay_another')).toMatchObject({ kind: 'done' });
    await becomes(shop, orderId, 'delivered');
  });

  it('on a delivered order a second payment of a wrong amount cannot be accepted by an operator, only sent back', async () => {
    const orderId = await deliveredOrder(shop, 1001);
    await postToCheckoutCom(shop, capturedBody(orderId, PRICE + 5, `pay_more_${orderId}`));
    await soon(async () => expect(await openKinds(orderId)).toEqual(['amount-mismatch']));
    await refusesWith(shop, 'paid-already', () => release(orderId));
    expect(await sendBack(orderId)).toMatchObject({ kind: 'done' });
    expect(await orderState(shop.db, orderId)).toBe('delivered');
  });

  it('when one operator accepts a payment of a wrong amount and another sends it back at the same time, one is refused', async () => {
    const orderId = await heldOrder(shop, 1001);
    const wanted = { orderId, providerPaymentId: null };
    const [one, other] = [await planRelease(shop.db, wanted), await planSendBack(shop.db, wanted)];
    if (isRefused(one) || isRefused(other)) throw new Error('cannot be decided');
    const both = await Promise.all([
      releasePayment(desk, signed('huda'), wanted, one),
      sendBackPayment(desk, signed('omar'), wanted, other),
    ]);
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused']);
    expect(await actionsOnOrder(shop, orderId)).toHaveLength(1);
  });
});

describe('ops order cancel', () => {
  it('an operator cancels an unpaid order; a payment that is confirmed later still has the order delivered', async () => {
    const payer = shop.visitor();
    const { orderId } = placed(await payer.buy('challenge', { recipientId: 1005 }));
    expect(await cancelOrder(desk, signed(), orderId)).toMatchObject({
      kind: 'done',
      action: { before: { state: 'awaiting-payer' }, after: { state: 'cancelled' } },
    });
    expect((await payer.call(readOrderStatus, { orderId })).value).not.toMatchObject({ result: 0 });
    await refusesWith(shop, 'not-cancellable', () => cancelOrder(desk, signed(), orderId));
    await postToCheckoutCom(
      shop,
      capturedBody(orderId, PRICE, (await paymentInBooks(shop, orderId))?.id ?? ''),
    );
    await becomes(shop, orderId, 'delivered');
  });

  it('an operator cannot cancel an order that is paid or held', async () => {
    const paid = await deliveredOrder(shop, 1001);
    await refusesWith(shop, 'not-cancellable', () => cancelOrder(desk, signed(), paid));
    const held = await heldOrder(shop, 1001);
    await refusesWith(shop, 'not-cancellable', () => cancelOrder(desk, signed(), held));
    expect(await orderState(shop.db, held)).not.toBe('cancelled');
  });
});

describe('ops order ask', () => {
  it('[ORD-15] with ops order ask an operator looks up a payment whose webhook was lost, and the order is delivered', async () => {
    await shop.control('webhooks', { hold: true });
    const { orderId } = placed(await shop.visitor().buy('webhook-never', { recipientId: 1006 }));
    await shop.db`update payments set look_after = now() + interval '1 hour' where order_id = ${orderId}`;
    await soon(async () => expect(await paymentInBooks(shop, orderId)).toMatchObject({ captured: PRICE }));
    expect(await askProviders(desk, signed(), orderId)).toMatchObject({ kind: 'done' });
    await becomes(shop, orderId, 'delivered');
    expect(await askProviders(desk, signed(), orderId)).toMatchObject({ kind: 'done' });
    expect(await actionsOnOrder(shop, orderId)).toEqual(['order ask', 'order ask']);
  });

  it('ops order ask is refused when the engine does not answer', async () => {
    const orderId = await deliveredOrder(shop, 1001);
    const away = { ...desk, life: { ...desk.life, send: async () => false } };
    await refusesWith(shop, 'engine-away', () => askProviders(away, signed(), orderId));
  });
});

describe('ops order move-gems', () => {
  it('an operator moves unused gems of an order to another account; a refund then takes gems from both accounts', async () => {
    const orderId = await deliveredOrder(shop, 1005);
    const [from, to] = [await balanceOf(shop.db, 1005), await balanceOf(shop.db, 1006)];
    expect(await move({ orderId, toDisplayId: '٩٠٠٧٠٠', gems: 1_000 })).toMatchObject({
      kind: 'done',
      action: { before: { 'gems of 12345': from, 'gems of 900700': to }, after: { moved: 1_000 } },
    });
    expect(await balanceOf(shop.db, 1005)).toBe(from - 1_000);
    expect(await balanceOf(shop.db, 1006)).toBe(to + 1_000);
    await refusesWith(shop, 'moved-before', () => move({ orderId, toDisplayId: '900700', gems: null }));

    const wanted = { orderId, purpose: 'gems', amount: null, wrongRecipient: null } as const;
    const plan = await planRefund(shop.db, wanted);
    if (isRefused(plan)) throw new Error(plan.because);
    expect(plan.gems.map(({ displayId, change }) => [displayId, change])).toEqual([
      ['12345', -60],
      ['900700', -1_000],
    ]);
    await refundOrder(desk, signed(), wanted, plan);
    await becomes(shop, orderId, 'refunded');
    expect(await balanceOf(shop.db, 1005)).toBe(from - GEMS);
    expect(await balanceOf(shop.db, 1006)).toBe(to);
  });

  it('moving more gems than the order has, none, or an invalid number is refused', async () => {
    const orderId = await deliveredOrder(shop, 1005);
    const there = await balanceOf(shop.db, 1005);
    await refusesWith(shop, 'gems-used', () => move({ orderId, toDisplayId: '900700', gems: GEMS + 1 }));
    for (const gems of [-1, 1.5, Number.NaN])
      await refusesWith(shop, 'gems-unreadable', () => move({ orderId, toDisplayId: '900700', gems }));
    await refusesWith(shop, 'gems-used', () => move({ orderId, toDisplayId: '900700', gems: 0 }));
    expect(await balanceOf(shop.db, 1005)).toBe(there);
  });

  it('an operator can move only the gems of an order that the account has not spent', async () => {
    const orderId = await deliveredOrder(shop, 1003);
    // The account has spent most of the gems of the order.
    await setBalance(shop.db, 1003, 100);
    await refusesWith(shop, 'gems-used', () => move({ orderId, toDisplayId: '900700', gems: 101 }));
    const plan = await planMove(shop.db, { orderId, toDisplayId: '900700', gems: null });
    expect(plan).toMatchObject({ moved: 100, gems: [{ balanceAfter: 0 }, { change: 100 }] });
  });

  it('moving gems to an unknown account, to the same account or to a banned one is refused, and so is moving before delivery', async () => {
    const orderId = await deliveredOrder(shop, 1005);
    const to = (toDisplayId: string) => move({ orderId, toDisplayId, gems: null });
    await refusesWith(shop, 'no-such-account', () => to('99999999'));
    await refusesWith(shop, 'no-such-account', () => to('anything'));
    await refusesWith(shop, 'same-account', () => to('12345'));
    await refusesWith(shop, 'account-cannot-receive', () => to('7719042'));
    const { orderId: unpaid } = placed(await shop.visitor().buy('challenge'));
    await refusesWith(shop, 'not-delivered', () =>
      move({ orderId: unpaid, toDisplayId: '900700', gems: null }),
    );
  });

  it('moving gems is refused while a refund of the order is under way', async () => {
    const orderId = await deliveredOrder(shop, 1005);
    await shop.control('api', { failRate: 1 });
    const wanted = { orderId, purpose: 'gems', amount: null, wrongRecipient: null } as const;
    const plan = await planRefund(shop.db, wanted);
    if (isRefused(plan)) throw new Error(plan.because);
    await refundOrder(desk, signed(), wanted, plan);
    await refusesWith(shop, 'going-back', () => move({ orderId, toDisplayId: '900700', gems: null }));
  });
});

it('an operator’s view of an order shows its attempts, alerts, actions, webhooks, ledger entries and events', async () => {
  const orderId = await heldOrder(shop, 1002);
  await release(orderId);
  await becomes(shop, orderId, 'delivered');
  const stories = await showStory(desk, signed(), orderId);
  if (isRefused(stories)) throw new Error(stories.because);
  const [story] = stories;
  expect(story?.attempts).toMatchObject([{ standing: 'kept', money: { minorUnits: PRICE - 1 } }]);
  expect(story?.alerts).toMatchObject([{ kind: 'amount-mismatch', closedBy: 'noura' }]);
  expect(story?.actions).toMatchObject([{ verb: 'order release' }]);
  expect(story?.notifications.length).toBeGreaterThan(0);
  expect(story?.books).toContainEqual({ account: 'account:1002', unit: 'gem', amount: GEMS });
  expect(story?.story.map(({ kind }) => kind)).toContain('accepted-by-person');
  await refusesWith(
    shop,
    'no-such-order',
    () => showStory(desk, signed(), 'JW-0000-00000') as Promise<{ kind: string }>,
  );
});

describe('payer restrictions after a chargeback', () => {
  it('after an operator lifts the restrictions the payer can buy again, and the same dispute does not bring them back', async () => {
    const payer = shop.visitor();
    const { orderId } = placed(await payer.buy('approve', { recipientId: 1003 }));
    await chargeBack(shop, orderId);
    expect(await payer.buy('approve', { recipientId: 1003 })).toMatchObject({ refusal: 'payer-restricted' });
    expect(await liftRestrictions(desk, signed(), orderId)).toMatchObject({ kind: 'done' });
    expect(await lastAction(shop)).toMatchObject({
      verb: 'order unrestrict',
      before: { restricted: ['card', 'device'] },
      after: { restricted: [] },
    });
    const again = placed(await payer.buy('approve', { recipientId: 1003 }));
    expect(await orderState(shop.db, again.orderId)).toBe('delivered');
    expect(await openKinds(again.orderId)).not.toContain('restricted-card-paid');
    await winDispute(shop, orderId);
    await chargeBack(shop, orderId);
    expect(placed(await payer.buy('approve', { recipientId: 1003 })).answer).toEqual({ kind: 'paid' });
    await refusesWith(shop, 'restricts-nobody', () => liftRestrictions(desk, signed(), orderId));
  });
});
