import { describe, expect, it } from 'vitest';
import { CREDITED, EVENTS, FRESH, ORDER, order, status } from './purchase/test/purchase-samples.ts';
import {
  at,
  BACK,
  CARDS,
  cardsRead,
  checkoutOf,
  confirm,
  effectsOf,
  home,
  NOW,
  OFFER,
  play,
  SMALLER_PACK,
  stepNames,
} from './test/checkout-samples.ts';

const ON_CVV = play(home([CARDS.valid13]), confirm())[0];

describe('while a payment may be under way', () => {
  const paying = play(ON_CVV, confirm())[0];

  it('twenty fast presses on confirm send one order', () => {
    let next = play(ON_CVV, confirm());
    const done = effectsOf(next);
    const pressOn = (): void => {
      for (let i = 0; i < 10; i += 1) {
        next = play(next, confirm());
        done.push(...effectsOf(next));
      }
    };
    pressOn();
    next = play(next, EVENTS.tokenised);
    done.push(...effectsOf(next));
    pressOn();
    expect(done.map((effect) => effect.do)).toEqual(['tokenise', 'remember-request', 'place']);
  });

  it('without a recipient nothing is paid', () => {
    const nobody = play(home([CARDS.valid13], { offer: { ...OFFER, recipientId: null } }), confirm())[0];
    expect(play(nobody, confirm())).toEqual([nobody]);
  });

  it('the checkout ignores Back while a payment is under way', () => {
    expect(play(paying, BACK)).toEqual([paying]);
  });

  it('the payment step stays open when its card disappears from the list during the payment', () => {
    expect(stepNames(play(paying, cardsRead())[0])).toEqual(['home', 'cvv']);
    expect(stepNames(play(paying, cardsRead(), EVENTS['tokenise-failed'])[0])).toEqual(['home']);
  });

  it('a payment that stopped returns the payer to the same step with the reason, until the next press', () => {
    const stopped = play(paying, EVENTS.tokenised, EVENTS['place-refused'])[0];
    const problem = { kind: 'refused', message: 'no', result: 22004 };
    expect(stopped).toEqual({
      ...ON_CVV,
      checkout: { ...checkoutOf(ON_CVV), stopped: problem },
    });
    expect(checkoutOf(play(stopped, confirm())[0]).stopped).toBeNull();
  });

  it('a payer who leaves an undecided order is not brought back to a step that could pay it again', () => {
    const watching = play(paying, EVENTS.tokenised, EVENTS.placed)[0];
    expect(watching).toMatchObject({ at: 'purchasing', purchase: { at: 'watching' } });
    for (const event of [EVENTS['close-pressed'], { type: 'page-closed' }] as const) {
      const [left] = play(watching, event);
      expect([left.at, stepNames(left)]).toEqual(['left', ['home']]);
    }
  });
});

describe('a page that is opened', () => {
  it('a page opened without an order stays on its step and clears an earlier problem', () => {
    expect(play(ON_CVV, { type: 'page-opened', entry: FRESH })).toEqual([ON_CVV]);
    const stopped = play(ON_CVV, confirm(), EVENTS['tokenise-failed'])[0];
    expect(play(stopped, { type: 'page-opened', entry: FRESH })[0]).toEqual(ON_CVV);
  });

  it('a page opened with an undecided order reads that order first, and shows its result', () => {
    const opening = play(ON_CVV, { type: 'page-opened', entry: { ...FRESH, orderId: ORDER } });
    expect(opening[0]).toMatchObject({ at: 'purchasing', use: null, purchase: { at: 'opening' } });
    expect(effectsOf(opening)).toEqual([{ do: 'read-order', orderId: ORDER, afterMs: 0 }]);
    const paid = play(opening, { type: 'order-read', order: order('delivered') });
    expect(paid[0]).toMatchObject({ at: 'ended', end: { outcome: 'success', used: { kind: 'loading' } } });
    expect(effectsOf(paid)).toContainEqual({ do: 'keep-purchase', order: order('delivered'), card: null });
  });

  it('a paid order ends the purchase at once, and its result is filled in when the order’s details are read', () => {
    const placed = { ...EVENTS.placed, answer: { kind: 'paid' } } as const;
    const paid = play(ON_CVV, confirm(), EVENTS.tokenised, placed)[0];
    expect(at(paid, 'ended').end).toBeNull();
    const reported = play(paid, { type: 'order-known', order: order('paid') });
    const used = { kind: 'saved', card: CARDS.valid13 };
    expect(at(reported[0], 'ended').end).toMatchObject({ outcome: 'success', payType: 23, used });
    expect(effectsOf(reported).map((effect) => effect.do)).toEqual([
      'keep-last',
      'read-cards',
      'keep-purchase',
      'read-config',
      'watch-card',
    ]);
    expect(play(reported, { type: 'order-known', order: order('paid') })).toEqual([reported[0]]);
    const credited = play(reported, {
      ...EVENTS['status-read'],
      turn: 0,
      status: status('delivered', CREDITED),
    });
    expect(at(credited[0], 'ended').purchase).toMatchObject({ at: 'paid', creditedAt: CREDITED });
  });

  it('a retry from the result of an order uses the recipient and the pack of that order', () => {
    const entry = { ...FRESH, orderId: ORDER };
    const cheap = { ...order('cancelled'), priceUsdCents: SMALLER_PACK.priceUsdCents };
    const result = play(home(), { type: 'page-opened', entry }, { type: 'order-read', order: cheap })[0];
    const next = play(result, { type: 'pay-again-pressed', now: NOW });
    expect(effectsOf(next)).toEqual([{ do: 'choose-order', order: cheap }]);
    const { pack, recipientId } = checkoutOf(next[0]).offer;
    expect([pack, recipientId]).toEqual([SMALLER_PACK, cheap.recipient.accountId]);
  });
});

describe('a result whose money goes back while the gems are awaited', () => {
  const paid = play(
    home([CARDS.valid13]),
    { type: 'page-opened', entry: { ...FRESH, orderId: ORDER } },
    { type: 'order-read', order: order('paid') },
  );
  const answer = (state: 'refunded' | 'charged-back') =>
    ({ type: 'status-read', orderId: ORDER, turn: 0, status: status(state) }) as const;

  it.each(['refunded', 'charged-back'] as const)(
    'an order that becomes %s after a successful result is shown as failed',
    (state) => {
      expect(at(paid[0], 'ended').end).toMatchObject({ outcome: 'success' });
      const next = play(paid, answer(state));
      const ended = at(next[0], 'ended');
      expect(ended.purchase).toMatchObject({ at: 'not-paid', ending: { kind: 'returned' } });
      expect(ended.end).toMatchObject({ outcome: 'fail' });
      expect(effectsOf(next)).toEqual([{ do: 'order-decided', orderId: ORDER, isPaid: false }]);
    },
  );

  it('an order refunded before its details are read is shown as failed once they are', () => {
    const unknown = { ...at(paid[0], 'ended'), order: null, end: null };
    const next = play(unknown, answer('refunded'), { type: 'order-known', order: order('paid') });
    expect(at(next[0], 'ended').end).toMatchObject({ outcome: 'fail' });
  });
});
