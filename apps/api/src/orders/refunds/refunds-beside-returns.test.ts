import { randomUUID } from 'node:crypto';
import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planRefund, refundOrder } from '../../operator/orders/refund-order.ts';
import { isRefused } from '../../operator/refusals.ts';
import { startedOrder, PRICE } from '../../test/started-order.ts';
import { alertKinds } from '../../test/checkout-com-events.ts';
import { deskOf } from '../../test/operator-desk.ts';
import {
  NO_ANSWER,
  paidBy13,
  refundingProvider,
  checkoutComReturn,
  usd,
} from '../../test/refunding-provider.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { signed } from '../../test/signed.ts';
import { deliverOrder } from '../delivery/deliver-order.ts';
import { takeMoney } from '../paying/take-money.ts';
import { takeReturn } from './take-return.ts';
import { submitRefunds } from './submit-refunds.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: { SWEEP_EVERY_MS: '3600000' } });
});
afterAll(() => shop.close());

const named = () => `pay_${randomUUID()}`;

const cents = async (orderId: OrderId) =>
  (
    await shop.db<{ cents: number }[]>`
      select coalesce(sum(amount), 0)::int as cents from ledger_entries
      where order_id = ${orderId} and ledger_account = 'provider:13' and unit = 'USD'`
  )[0]?.cents;

const refundsOn = async (orderId: OrderId) =>
  (
    await shop.db<{ state: string; amount: number }[]>`
      select state, amount_minor_units as amount from refunds where order_id = ${orderId} order by created_at, id`
  ).map(({ state, amount }) => `${state} ${amount}`);

const storyOf = async (orderId: OrderId) =>
  (
    await shop.db<
      { kind: string }[]
    >`select kind from order_events where order_id = ${orderId} order by at, id`
  ).map(({ kind }) => kind);

/** The shop's context with its clock some hours ahead. */
const later = (hours: number) => ({
  ...shop.app.context,
  now: () => new Date(Date.now() + hours * 3_600_000),
});

async function delivered(): Promise<{ orderId: OrderId; payment: string }> {
  const orderId = await startedOrder(shop);
  const payment = named();
  await takeMoney(shop.app.context, orderId, paidBy13(payment, PRICE));
  await deliverOrder(shop.app.context, orderId);
  return { orderId, payment };
}

/** A delivered order with a second payment whose refund is due. */
async function paidTwice(): Promise<{ orderId: OrderId; second: string }> {
  const { orderId } = await delivered();
  const second = named();
  expect(await takeMoney(shop.app.context, orderId, paidBy13(second, PRICE))).toMatchObject({
    outcome: 'second-payment',
  });
  return { orderId, second };
}

/** An operator grants a refund; no check is enqueued, so that the test submits it. */
async function granted(amount: string | null): Promise<{ orderId: OrderId; payment: string }> {
  const order = await delivered();
  const wanted = { orderId: order.orderId, purpose: 'gems', amount, wrongRecipient: null } as const;
  const plan = await planRefund(shop.db, wanted);
  if (isRefused(plan)) throw new Error(plan.because);
  const desk = deskOf(shop);
  const silent = {
    ...desk,
    life: { ...desk.life, send: async () => true, enqueue: async () => 'taken' as const },
  };
  expect(await refundOrder(silent, signed(), wanted, plan)).toMatchObject({ kind: 'done' });
  return order;
}

describe('a refund of a payment that a dispute or another refund has taken back', () => {
  it('[ORD-16] a second payment that the payer’s bank has charged back is not refunded as well', async () => {
    const { orderId, second } = await paidTwice();
    const { refundRequests, providers } = refundingProvider([
      NO_ANSWER,
      { kind: 'accepted', returnId: 'act_a' },
    ]);
    await submitRefunds(shop.app.context, providers, orderId);
    await takeReturn(
      shop.app.context,
      orderId,
      checkoutComReturn('dispute', second, { returnId: randomUUID() }),
    );
    await submitRefunds(shop.app.context, providers, orderId);
    expect(refundRequests).toHaveLength(1);
    expect(await cents(orderId)).toBe(PRICE);
    expect(await refundsOn(orderId)).toEqual([`not-needed ${PRICE}`]);
    expect(await storyOf(orderId)).toContain('refund-not-needed');
    expect(await alertKinds(shop, orderId)).not.toContain('returned-more-than-paid');
    const open = await shop.db`select from alerts where order_id = ${orderId} and closed_at is null`;
    expect(open).toHaveLength(0);
  });

  it('[ORD-16] a granted refund is not submitted again once a dispute has taken the whole payment', async () => {
    const { orderId, payment } = await granted(null);
    const { refundRequests, providers } = refundingProvider([
      NO_ANSWER,
      { kind: 'accepted', returnId: 'act_b' },
    ]);
    await submitRefunds(shop.app.context, providers, orderId);
    await takeReturn(
      shop.app.context,
      orderId,
      checkoutComReturn('dispute', payment, { returnId: randomUUID() }),
    );
    await submitRefunds(shop.app.context, providers, orderId);
    expect(refundRequests).toHaveLength(1);
    expect(await cents(orderId)).toBe(0);
  });

  it('[ORD-16] a second payment whose refund was reported before its capture is not refunded again and leaves no alert open', async () => {
    const { orderId } = await delivered();
    const second = named();
    await takeReturn(
      shop.app.context,
      orderId,
      checkoutComReturn('refund', second, { returnId: randomUUID() }),
    );
    await takeMoney(shop.app.context, orderId, paidBy13(second, PRICE));
    const { refundRequests, providers } = refundingProvider([{ kind: 'refused', why: 'nothing left' }]);
    await submitRefunds(shop.app.context, providers, orderId);
    expect(refundRequests).toHaveLength(0);
    const open = await shop.db`select kind from alerts where order_id = ${orderId} and closed_at is null`;
    expect([...open]).toEqual([]);
  });

  it('[ORD-16] the undisputed rest of a second payment is refunded at once, and the disputed part when the dispute is won', async () => {
    const { orderId, second } = await paidTwice();
    const dispute = { returnId: randomUUID(), money: usd(500) };
    await takeReturn(shop.app.context, orderId, checkoutComReturn('dispute', second, dispute));
    const accepted = (returnId: string) => ({ kind: 'accepted', returnId }) as const;
    const { refundRequests, providers } = refundingProvider([
      accepted('act_rest'),
      accepted('act_other_rest'),
    ]);
    await submitRefunds(shop.app.context, providers, orderId);
    expect(refundRequests.map(({ request }) => request.money)).toEqual([usd(PRICE - 500)]);
    expect(await refundsOn(orderId)).toEqual([`not-needed ${PRICE}`, `accepted ${PRICE - 500}`]);
    expect(await cents(orderId)).toBe(PRICE);
    // The dispute is won: the rest of the second payment is with us again, and still owed.
    const won = { ...dispute, stage: 'given-back' } as const;
    await takeReturn(shop.app.context, orderId, checkoutComReturn('dispute', second, won));
    await submitRefunds(shop.app.context, providers, orderId);
    expect(refundRequests.map(({ request }) => request.money)).toEqual([usd(PRICE - 500), usd(500)]);
    expect(new Set(refundRequests.map(({ key }) => key)).size).toBe(2);
    expect(await cents(orderId)).toBe(PRICE);
  });

  it('[ORD-16] a second payment disputed before its capture was reported: the disputed part is refunded once the dispute is won', async () => {
    const { orderId } = await delivered();
    const second = named();
    const dispute = { returnId: randomUUID(), money: usd(53) };
    await takeReturn(shop.app.context, orderId, checkoutComReturn('dispute', second, dispute));
    await takeMoney(shop.app.context, orderId, paidBy13(second, PRICE));
    const accepted = (returnId: string) => ({ kind: 'accepted', returnId }) as const;
    const { refundRequests, providers } = refundingProvider([accepted('act_early'), accepted('act_late')]);
    await submitRefunds(shop.app.context, providers, orderId);
    await takeReturn(
      shop.app.context,
      orderId,
      checkoutComReturn('dispute', second, { ...dispute, stage: 'given-back' }),
    );
    await submitRefunds(shop.app.context, providers, orderId);
    expect(refundRequests.map(({ request }) => request.money)).toEqual([usd(PRICE - 53), usd(53)]);
    expect(await cents(orderId)).toBe(PRICE);
  });

  it('[ORD-16] a failed refund of a partly disputed second payment is not submitted again, and its alert stays open', async () => {
    const { orderId, second } = await paidTwice();
    const dispute = { returnId: randomUUID(), money: usd(38) };
    await takeReturn(shop.app.context, orderId, checkoutComReturn('dispute', second, dispute));
    const accepted = (returnId: string) => ({ kind: 'accepted', returnId }) as const;
    const { refundRequests, providers } = refundingProvider([accepted('act_fails'), accepted('act_won')]);
    await submitRefunds(shop.app.context, providers, orderId);
    const failed = { returnId: 'act_fails', money: usd(PRICE - 38), stage: 'given-back' } as const;
    await takeReturn(shop.app.context, orderId, checkoutComReturn('refund', second, failed));
    await submitRefunds(shop.app.context, providers, orderId);
    expect(refundRequests).toHaveLength(1);
    await takeReturn(
      shop.app.context,
      orderId,
      checkoutComReturn('dispute', second, { ...dispute, stage: 'given-back' }),
    );
    await submitRefunds(shop.app.context, providers, orderId);
    expect(refundRequests.map(({ request }) => request.money)).toEqual([usd(PRICE - 38), usd(38)]);
    const open = await shop.db`select kind from alerts where order_id = ${orderId} and closed_at is null`;
    expect(open.map(({ kind }) => kind as string)).toContain('refund-failed');
  });

  it('[ORD-16] a refund waits while a dispute is announced, and is submitted when the dispute is withdrawn', async () => {
    const { orderId, second } = await paidTwice();
    const dispute = { returnId: randomUUID(), stage: 'announced' } as const;
    await takeReturn(shop.app.context, orderId, checkoutComReturn('dispute', second, dispute));
    const { refundRequests, providers } = refundingProvider([{ kind: 'accepted', returnId: 'act_w' }]);
    await submitRefunds(shop.app.context, providers, orderId);
    expect([refundRequests.length, await refundsOn(orderId)]).toEqual([0, [`due ${PRICE}`]]);
    const withdrawn = { ...dispute, stage: 'given-back' } as const;
    await takeReturn(shop.app.context, orderId, checkoutComReturn('dispute', second, withdrawn));
    await submitRefunds(shop.app.context, providers, orderId);
    expect([refundRequests.length, await refundsOn(orderId)]).toEqual([1, [`accepted ${PRICE}`]]);
  });
});

it('[ORD-16] an operator’s refund, even of a part, is refused while a dispute is announced', async () => {
  const { orderId, payment } = await delivered();
  const dispute = { returnId: randomUUID(), stage: 'announced', money: usd(400) } as const;
  await takeReturn(shop.app.context, orderId, checkoutComReturn('dispute', payment, dispute));
  const wanted = { orderId, purpose: 'gems', amount: '1.00', wrongRecipient: null } as const;
  expect(await planRefund(shop.db, wanted)).toMatchObject({ kind: 'refused', because: 'dispute-open' });
});

it('[ORD-16] an undelivered order whose refund the provider reverses is in the state paid again and waits for delivery', async () => {
  const orderId = await startedOrder(shop);
  const payment = named();
  const { context } = shop.app;
  await takeMoney(context, orderId, paidBy13(payment, PRICE));
  const returnDetails = { returnId: randomUUID(), money: usd(PRICE) };
  expect(await takeReturn(context, orderId, checkoutComReturn('refund', payment, returnDetails))).toBe(
    'refunded',
  );
  const again = { ...returnDetails, stage: 'given-back' } as const;
  expect(await takeReturn(context, orderId, checkoutComReturn('refund', payment, again))).toBe('paid');
  const [order] = await shop.db`select state, credited_at from orders where id = ${orderId}`;
  expect(order).toEqual({ state: 'paid', credited_at: null });
});

describe('a refund whose answer was lost', () => {
  it('[ORD-16] an unanswered refund whose idempotency key has expired is found by look-up, and is not submitted again', async () => {
    const { orderId, payment } = await granted('3.00');
    const returns = [checkoutComReturn('refund', payment, { returnId: 'act_lost', money: usd(300) }).word];
    const lookUp = () => ({ ...paidBy13(payment, PRICE), returns });
    const { refundRequests, providers } = refundingProvider([NO_ANSWER], { lookUp });
    await submitRefunds(shop.app.context, providers, orderId);
    await submitRefunds(later(22), providers, orderId);
    expect(new Set(refundRequests.map(({ key }) => key)).size).toBe(1);
    expect(refundRequests).toHaveLength(2);
    await submitRefunds(later(24), providers, orderId);
    expect(refundRequests).toHaveLength(2);
    expect(await refundsOn(orderId)).toEqual(['accepted 300']);
    expect(await cents(orderId)).toBe(PRICE - 300);
  });

  it('[ORD-16] an unanswered refund that look-up does not find is submitted again once its idempotency key has expired', async () => {
    const { orderId, payment } = await granted('3.00');
    const lookUp = () => ({ ...paidBy13(payment, PRICE), returns: [] });
    const { refundRequests, providers } = refundingProvider(
      [NO_ANSWER, { kind: 'accepted', returnId: 'act_s' }],
      {
        lookUp,
      },
    );
    await submitRefunds(shop.app.context, providers, orderId);
    await submitRefunds(later(24), providers, orderId);
    expect(refundRequests).toHaveLength(2);
    expect(await refundsOn(orderId)).toEqual(['accepted 300']);
  });

  it('[ORD-16] a refund without an answer waits while the provider’s look-up does not answer', async () => {
    const { orderId } = await granted('3.00');
    const { refundRequests, providers } = refundingProvider([NO_ANSWER], {
      lookUp: () => ({ kind: 'unknown', why: 'time-out' }),
    });
    await submitRefunds(shop.app.context, providers, orderId);
    await submitRefunds(later(24), providers, orderId);
    expect([refundRequests.length, await refundsOn(orderId)]).toEqual([1, ['due 300']]);
  });

  it('[ORD-16] an unanswered refund at a provider without look-up raises an alert, and a late webhook marks the refund accepted', async () => {
    const { orderId, payment } = await granted('3.00');
    const { refundRequests, providers } = refundingProvider([NO_ANSWER]);
    await submitRefunds(shop.app.context, providers, orderId);
    await submitRefunds(later(24), providers, orderId);
    await submitRefunds(later(48), providers, orderId);
    expect([refundRequests.length, await refundsOn(orderId)]).toEqual([1, ['unclear 300']]);
    expect(await alertKinds(shop, orderId)).toContain('refund-unclear');
    const lateReturn = checkoutComReturn('refund', payment, { returnId: 'act_late', money: usd(300) });
    await takeReturn(shop.app.context, orderId, lateReturn);
    expect(await refundsOn(orderId)).toEqual(['accepted 300']);
    const open =
      await shop.db`select from alerts where order_id = ${orderId} and kind = 'refund-unclear' and closed_at is null`;
    expect(open).toHaveLength(0);
  });
});
