import { describe, expect, it } from 'vitest';
import { beginPurchase, purchase } from './purchase.ts';
import type { Next, PurchaseEvent, PurchaseState } from './purchase-state.ts';
import {
  ATTEMPT,
  BOUGHT,
  E,
  effectsOf,
  EVENTS,
  names,
  NOTHING_UNDECIDED,
  ORDER,
  OTHER_ORDER,
  QUESTION,
  S,
  STATES,
} from './test/purchase-samples.ts';

const QUESTIONED = EVENTS['repeat-asked'];
const play = (first: PurchaseState, ...events: readonly PurchaseEvent[]): Next => {
  let next: Next = [first];
  for (const event of events) next = purchase(next[0], event);
  return next;
};

describe('the server asks whether the same is to be bought again', () => {
  it('[ORD-20] after the payer confirms a repeated card purchase, the same card is sent under a new request id', () => {
    const questioned = purchase(S('placing'), QUESTIONED);
    expect(questioned).toEqual([
      { at: 'same-again', question: QUESTION, attempt: ATTEMPT },
      { do: 'forget-request' },
    ]);
    const yes = purchase(questioned[0], E('again-confirmed'));
    expect(effectsOf(yes)).toEqual([
      { do: 'confirm-repeat', purchase: BOUGHT, repeatOf: OTHER_ORDER },
      { do: 'place-again', paymentInput: { card: ATTEMPT.card } },
    ]);
    const again = { ...EVENTS.tokenised, requestId: 'request-2', undecided: NOTHING_UNDECIDED };
    expect(names(purchase(yes[0], again))).toEqual(['remember-request', 'place']);
    // A second press places no second order.
    expect(purchase(yes[0], E('again-confirmed'))).toEqual([yes[0]]);
  });

  it.each(['question-closed', 'back-pressed'] as const)(
    '[ORD-20] ending the repeat-purchase question by %s sends no order and returns the payer to the step',
    (type) => {
      expect(play(S('placing'), QUESTIONED, E(type))).toEqual([{ at: 'stopped', problem: null }]);
    },
  );

  it('[ORD-20] the repeat question can open the earlier order, unless this visitor may not see it', () => {
    const see = E('earlier-pressed');
    expect(play(S('placing'), QUESTIONED, see)[0]).toEqual({ at: 'opening', orderId: OTHER_ORDER, tries: 0 });
    const hidden = { ...STATES['same-again'], question: { ...QUESTION, order: null } };
    expect(purchase(hidden, see)).toEqual([hidden]);
  });

  it('[ORD-20] when the server answers a wallet token with the repeat question, the sheet closes and the order is cancelled', () => {
    for (const from of [STATES['sheet-paying'], STATES.watching]) {
      const questioned = purchase(from, { ...QUESTIONED, orderId: ORDER });
      expect(questioned[0]).toEqual({ at: 'same-again', question: QUESTION, attempt: null });
      expect(effectsOf(questioned)).toEqual([
        { do: 'close-sheet' },
        { do: 'cancel', orderId: ORDER },
        { do: 'order-decided', orderId: ORDER, isPaid: false },
      ]);
    }
  });

  it('[ORD-20] when the server answers a wallet order with the repeat question, the sheet closes before authorisation', () => {
    const pressed = beginPurchase(BOUGHT, { kind: 'wallet', payType: 26 })[0];
    const merchant: PurchaseEvent = { ...EVENTS.tokenised, paymentInput: { card: { walletSheet: true } } };
    const questioned = play(pressed, merchant, QUESTIONED);
    expect(questioned).toEqual([
      { at: 'same-again', question: QUESTION, attempt: null },
      { do: 'forget-request' },
      { do: 'close-sheet' },
    ]);
    // No question is shown for a sheet that the payer has closed meanwhile.
    expect(play(pressed, merchant, E('sheet-cancelled'), QUESTIONED)[0]).toMatchObject({ at: 'stopped' });
  });
});
