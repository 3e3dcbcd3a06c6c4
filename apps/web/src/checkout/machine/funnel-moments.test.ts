import { usdCents, type DisplayId, type FunnelMoment, type OrderId, type RechargeId } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { checkout, beginCheckout } from './checkout.ts';
import type { CheckoutEvent, CheckoutState } from './checkout-state.ts';
import { funnelMoments } from './funnel-moments.ts';
import { order } from './purchase/test/purchase-samples.ts';
import {
  BLANK,
  CARDS,
  cardsRead,
  chooseCard,
  chooseNewCard,
  confirm,
  ENTRY,
  NOW,
  update,
  WITHOUT_WALLET,
} from './test/checkout-samples.ts';

const ORDER = order('delivered').orderId;
const INITIAL_STATE = beginCheckout({ ...ENTRY, offer: WITHOUT_WALLET })[0];
const PLACED_PAID: CheckoutEvent = { type: 'placed', orderId: ORDER, answer: { kind: 'paid' } };
const TOKENISED: CheckoutEvent = {
  type: 'tokenised',
  paymentInput: { card: { token: 'tok_1', isRemembered: false } as never },
  requestId: 'request-1',
  undecided: { orderId: null, pendingRequestId: null },
};

/** Everything that these events report to analytics, in order. */
function walk(
  events: readonly CheckoutEvent[],
  from: CheckoutState = INITIAL_STATE,
): readonly FunnelMoment[] {
  let state = from;
  return events.flatMap((event) => {
    const [next] = checkout(state, event);
    const reported = funnelMoments(state, event, next);
    state = next;
    return reported;
  });
}

const steps = (reported: readonly FunnelMoment[]): string[] =>
  reported.map(({ step, at }) => `${step} ${at}`);

describe('a purchase as it is reported to analytics', () => {
  it('[EVT-01] a purchase with a new card reports to analytics the method, the pay presses, the answer and the result', () => {
    const reported = walk([
      cardsRead(),
      chooseNewCard(24),
      confirm(),
      confirm(),
      TOKENISED,
      PLACED_PAID,
      { type: 'order-known', order: order('delivered') },
    ]);
    expect(steps(reported)).toEqual([
      'channel_click home',
      'recharge_click home',
      'recharge_click new-card',
      'create_pay_result placing',
      'result_show result',
    ]);
    const goods = { amount: usdCents(999), gems: 999, goodId: 'pack_999' as RechargeId };
    for (const moment of reported.slice(0, 4)) expect(moment).toMatchObject({ payType: 24, ...goods });
    expect(reported[3]).toMatchObject({ orderId: ORDER, result: 'paid' });
    expect(reported[4]).toEqual({
      step: 'result_show',
      at: 'result',
      payType: 23,
      amount: usdCents(999),
      gems: 1_060,
      goodId: order('delivered').rechargeId,
      toDisplayId: '5048213' as DisplayId,
      orderId: ORDER,
      result: 'success',
    });
  });

  it('presses with a saved card are reported to analytics with the pay type of the card and with the CVV step', () => {
    const reported = walk([
      cardsRead(CARDS.valid13, CARDS.valid17),
      chooseCard(CARDS.valid17),
      confirm(),
      confirm(),
    ]);
    expect(reported.map(({ step, at, payType }) => [step, at, payType])).toEqual([
      ['channel_click', 'home', 27],
      ['recharge_click', 'home', 27],
      ['recharge_click', 'cvv', 27],
    ]);
  });

  it('a pay press before the steps are loaded is reported to analytics; a step opened by its address is not', () => {
    const named = (step: 'pay' | 'new-card'): CheckoutEvent => ({
      type: 'step-named',
      step,
      sourceId: null,
      now: NOW,
    });
    expect(steps(walk([cardsRead(), named('pay')]))).toEqual(['recharge_click home']);
    expect(walk([cardsRead(), named('new-card')])).toEqual([]);
  });

  it('analytics gets neither presses that the checkout ignores nor a press that only updates a card date', () => {
    expect(steps(walk([cardsRead(), confirm(), confirm(BLANK)]))).toEqual(['recharge_click home']);
    const dateOnly = walk([cardsRead(CARDS.expired13), update(CARDS.expired13), confirm()]);
    expect(dateOnly).toEqual([]);
    expect(walk([{ type: 'popup-closed' }, { type: 'stay-pressed' }, PLACED_PAID])).toEqual([]);
  });

  it.each([
    [
      'a challenge',
      { type: 'placed', orderId: ORDER, answer: { kind: 'challenge', way: 'frame', url: 'u' } },
      'challenge',
    ],
    [
      'a refusal',
      { type: 'place-refused', refusal: 'payer-restricted', message: '', result: 22012 },
      'refused 22012',
    ],
  ] as const)('the answer to an order is reported to analytics: %s', (_what, event, result) => {
    const reported = walk([cardsRead(), confirm(), confirm(), TOKENISED, event]);
    expect(reported.at(-1)).toMatchObject({ step: 'create_pay_result', result });
  });

  it('an order without an answer is reported to analytics once as lost, after the last try', () => {
    const lost: CheckoutEvent = { type: 'place-lost' };
    const reported = walk([
      cardsRead(),
      confirm(),
      confirm(),
      TOKENISED,
      ...Array.from({ length: 9 }, () => lost),
    ]);
    expect(reported.filter(({ step }) => step === 'create_pay_result')).toMatchObject([{ result: 'lost' }]);
  });

  it('a result is reported to analytics once, and again only when the page is opened for another order', () => {
    const known: CheckoutEvent = { type: 'order-known', order: order('delivered') };
    const other = 'other' as OrderId;
    const opened: CheckoutEvent = {
      type: 'page-opened',
      entry: { orderId: other, pendingRequestId: null, isBackFromBank: false, proof: null },
    };
    const read: CheckoutEvent = { type: 'order-read', order: { ...order('delivered'), orderId: other } };
    const used: CheckoutEvent = { type: 'used-card-read', used: { kind: 'saved', card: CARDS.valid13 } };
    const paid = [cardsRead(), confirm(), confirm(), TOKENISED, PLACED_PAID, known, known, used];
    expect(steps(walk(paid)).filter((one) => one.startsWith('result'))).toHaveLength(1);
    expect(steps(walk([...paid, opened, read])).filter((one) => one.startsWith('result'))).toHaveLength(2);
  });
});
