import type { OrderInfo } from '@jawhara/contract';
import {
  PAYER_ORDER_STATES,
  ORDER_RESULT_POLL_INTERVAL_MS,
  ORDER_RESULT_POLL_TRIES_MAX,
  type DisplayId,
  type PayerOrderState,
} from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { beginPurchase, purchase } from './purchase.ts';
import { PLACE_TRIES_MAX, SLOW_POLL_INTERVAL_MS } from './purchase-limits.ts';
import type { Next, PurchaseEvent, PurchaseState, Undecided } from './purchase-state.ts';
import {
  ATTEMPT,
  BOUGHT,
  CREDITED,
  E,
  effectsOf,
  EVENTS,
  FRESH,
  names,
  opened,
  ORDER,
  order,
  OTHER_ORDER,
  S,
  STATES,
  status,
} from './test/purchase-samples.ts';

describe('an order is never placed twice', () => {
  it('confirm requests the card from the card fields once', () => {
    const started = beginPurchase(BOUGHT, { kind: 'new-card', payType: 23 });
    expect(names(started)).toEqual(['tokenise']);
    expect(purchase(started[0], E('other-provider-confirmed'))).toEqual([started[0]]);
  });

  it('[ORD-20] a gem order is sent to the server even while another tab has an undecided order', () => {
    const undecided: Undecided = { orderId: ORDER, pendingRequestId: 'request-0' };
    const pressed = purchase(S('tokenising'), { ...EVENTS.tokenised, undecided });
    expect(names(pressed)).toEqual(['remember-request', 'place']);
  });

  it('a fine is not paid while another tab has an undecided order, which is looked up instead', () => {
    const fine = { kind: 'fine', displayId: '7719042' as DisplayId, quoteId: 'quote', payType: 23 } as const;
    const pressed = (undecided: Undecided) =>
      purchase({ ...STATES.tokenising, purchase: fine }, { ...EVENTS.tokenised, undecided });
    const ordered = pressed({ orderId: ORDER, pendingRequestId: null });
    expect([ordered[0], names(ordered)]).toEqual([
      { at: 'opening', orderId: ORDER, tries: 0 },
      ['read-order'],
    ]);
    const sent = pressed({ orderId: null, pendingRequestId: 'request-0' });
    expect([sent[0], names(sent)]).toEqual([
      { at: 'finding', requestId: 'request-0', tries: 1 },
      ['resolve-request'],
    ]);
  });

  it('the request id is remembered before the order is sent', () => {
    expect(names(purchase(S('tokenising'), E('tokenised')))).toEqual(['remember-request', 'place']);
  });

  it('an unanswered order is sent again with the same request id and token; after the last try its result is unknown', () => {
    let state: PurchaseState = S('placing');
    const delays: number[] = [];
    while (state.at === 'placing') {
      const next: Next = purchase(state, E('place-lost'));
      for (const effect of effectsOf(next)) {
        if (effect.do !== 'place') throw new Error(`unexpected ${effect.do}`);
        expect(effect.attempt).toBe(ATTEMPT);
        delays.push(effect.afterMs);
      }
      state = next[0];
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(delays).toHaveLength(PLACE_TRIES_MAX - 1);
    expect(state).toEqual({ at: 'unsure', requestId: ATTEMPT.requestId });
    expect(purchase(state, E('check-again'))).toEqual([
      { at: 'finding', requestId: ATTEMPT.requestId, tries: 1 },
      { do: 'resolve-request', requestId: ATTEMPT.requestId, afterMs: 0 },
    ]);
  });

  it.each(['too-many-tries', 'busy'] as const)(
    'a retried order request that is refused as %s is sent again, because the first request may have arrived',
    (refusal) => {
      const turnedAway = { ...EVENTS['place-refused'], refusal } as const;
      expect(purchase({ ...STATES.placing, tries: 2 }, turnedAway)[0]).toMatchObject({
        at: 'placing',
        tries: 3,
      });
      expect(purchase(S('placing'), turnedAway)[0].at).toBe('stopped');
      expect(purchase({ ...STATES.placing, tries: 2 }, E('place-refused'))[0].at).toBe('stopped');
    },
  );

  it('answers about another order are ignored', () => {
    for (const type of [
      'status-read',
      'status-lost',
      'failure-read',
      'failure-lost',
      'bank-returned',
      'bank-timed-out',
    ] as const) {
      for (const state of Object.values(STATES).filter((one) => 'orderId' in one)) {
        expect(purchase(state, { ...EVENTS[type], orderId: OTHER_ORDER })).toEqual([state]);
      }
    }
  });

  it('an answer to an older status request is ignored', () => {
    for (const at of ['watching', 'paid', 'bank-check'] as const) {
      expect(purchase(S(at), { ...EVENTS['status-read'], turn: 2 })).toEqual([S(at)]);
    }
    expect(purchase(S('explaining'), { ...EVENTS['failure-read'], turn: 2 })).toEqual([S('explaining')]);
  });
});

describe('the first answer to an order', () => {
  const placed = (answer: Extract<PurchaseEvent, { type: 'placed' }>['answer']): Next =>
    purchase(S('placing'), { type: 'placed', orderId: ORDER, answer });

  it('[ORD-03] an authorised payment counts as paid, a challenge is shown, and the return from it is submitted', () => {
    expect(placed({ kind: 'paid' })[0].at).toBe('paid');
    expect(placed({ kind: 'challenge', way: 'frame', url: 'https://bank/1' })[0]).toMatchObject({
      at: 'bank-check',
      challenge: { way: 'frame', url: 'https://bank/1' },
    });
    expect(effectsOf(purchase(S('bank-check'), E('bank-returned')))).toEqual([
      { do: 'confirm', orderId: ORDER, proof: null, afterMs: 0 },
    ]);
  });

  it('the order id is stored before any other effect of the first answer, whatever the answer is', () => {
    for (const answer of [
      { kind: 'paid' },
      { kind: 'pending' },
      { kind: 'challenge', way: 'frame', url: 'https://bank' },
      { kind: 'refused', outcome: 'balance' },
    ] as const) {
      expect(effectsOf(placed(answer))[0]).toEqual({ do: 'remember-order', orderId: ORDER });
    }
  });

  it('a refused order whose decline reason cannot be loaded is shown with the outcome of the first answer', () => {
    let state: PurchaseState = placed({ kind: 'refused', outcome: 'balance' })[0];
    for (let turn = 0; state.at === 'explaining'; turn += 1) {
      state = purchase(state, { type: 'failure-lost', orderId: ORDER, turn })[0];
    }
    expect(state).toMatchObject({
      at: 'not-paid',
      ending: { kind: 'refused', outcome: 'balance', code: null, reason: null },
    });
  });

  it('a refused order request returns the payer to the card with the reason, and its stored id is deleted', () => {
    const next = purchase(S('placing'), E('place-refused'));
    expect(next[0]).toMatchObject({ at: 'stopped', problem: { kind: 'refused', message: 'no' } });
    expect(names(next)).toEqual(['forget-request']);
  });
});

describe('polling an undecided order', () => {
  const watchFor = (tries: number): number[] => {
    let next: Next = [{ ...STATES.watching, polls: 0 }];
    const delays: number[] = [];
    for (let turn = 0; turn < tries; turn += 1) {
      next = purchase(next[0], { type: 'status-read', orderId: ORDER, turn, status: status('pending') });
      for (const effect of effectsOf(next)) if (effect.do === 'ask-status') delays.push(effect.afterMs);
    }
    return delays;
  };

  it('[ORD-06] order status and refusal reason share 100 polls of 500 ms; later status polls are slower', () => {
    const delays = watchFor(ORDER_RESULT_POLL_TRIES_MAX + 20);
    const fast = delays.filter((delay) => delay === ORDER_RESULT_POLL_INTERVAL_MS);
    expect(fast).toHaveLength(ORDER_RESULT_POLL_TRIES_MAX - 1); // the first of the hundred goes at once
    expect(
      delays.slice(ORDER_RESULT_POLL_TRIES_MAX - 1).every((delay) => delay === SLOW_POLL_INTERVAL_MS),
    ).toBe(true);
    const last = { ...STATES.explaining, polls: ORDER_RESULT_POLL_TRIES_MAX - 1 };
    const over = purchase(last, { type: 'failure-lost', orderId: ORDER, turn: last.polls });
    expect(over[0].at).toBe('not-paid');
  });

  it('the end of the fast polls does not count as a failed payment', () => {
    const last = { ...STATES.watching, polls: ORDER_RESULT_POLL_TRIES_MAX };
    expect(purchase(last, { type: 'status-lost', orderId: ORDER, turn: last.polls })[0].at).toBe('watching');
  });

  it('an undecided order is polled on, is paid, or ends unpaid, according to its state at the server', () => {
    const leadsTo: Record<PayerOrderState, PurchaseState['at']> = {
      created: 'watching',
      'awaiting-payer': 'watching',
      pending: 'watching',
      paid: 'paid',
      delivered: 'paid',
      refused: 'explaining',
      cancelled: 'not-paid',
      expired: 'not-paid',
      refunded: 'not-paid',
      'charged-back': 'not-paid',
    };
    for (const state of PAYER_ORDER_STATES) {
      const next = purchase(S('watching'), {
        type: 'status-read',
        orderId: ORDER,
        turn: 3,
        status: status(state),
      });
      expect(next[0].at).toBe(leadsTo[state]);
    }
  });

  it('gems count as delivered only when the server names the time of delivery', () => {
    const still = purchase(S('paid'), {
      type: 'status-read',
      orderId: ORDER,
      turn: 3,
      status: status('delivered'),
    });
    expect(still[0]).toMatchObject({ at: 'paid', creditedAt: null });
    expect(names(still)).toEqual(['ask-status']);
    const there = purchase(S('paid'), {
      type: 'status-read',
      orderId: ORDER,
      turn: 3,
      status: status('delivered', CREDITED),
    });
    expect(there).toEqual([{ ...STATES.paid, polls: 4, creditedAt: CREDITED }]);
  });
});

describe('opening an order again', () => {
  const read = (info: OrderInfo): Next => purchase(S('opening'), { type: 'order-read', order: info });

  it('an order opened again shows the bank’s check, the pending state or the result, by its server state', () => {
    expect(opened({ ...FRESH, orderId: ORDER, pendingRequestId: 'request-1' })[0].at).toBe('opening');
    expect(read(order('awaiting-payer', { way: 'frame', url: 'https://bank/2' }))[0]).toMatchObject({
      at: 'bank-check',
      challenge: { url: 'https://bank/2' },
    });
    expect(read(order('delivered'))[0].at).toBe('paid');
    expect(read(order('refused'))[0].at).toBe('explaining');
    expect(read(order('created'))[0].at).toBe('watching');
  });

  it('a payer who returns from the bank’s full-page check is not sent there again', () => {
    const next = opened({ ...FRESH, orderId: ORDER, isBackFromBank: true });
    expect(next).toEqual([
      { at: 'confirming', orderId: ORDER, polls: 0, proof: null, tries: 1 },
      { do: 'confirm', orderId: ORDER, proof: null, afterMs: 0 },
    ]);
  });

  it('opening an order is retried with longer waits while the server cannot be reached', () => {
    let state: PurchaseState = S('opening');
    const delays: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      const next: Next = purchase(state, E('order-lost'));
      for (const effect of effectsOf(next)) if (effect.do === 'read-order') delays.push(effect.afterMs);
      state = next[0];
    }
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000]);
  });
});

describe('leaving the page', () => {
  it('[STP-02] Back during the bank’s check asks whether to give up; staying continues, giving up cancels the order', () => {
    const prompted = purchase(S('bank-check'), E('back-pressed'))[0];
    expect(prompted).toMatchObject({ at: 'bank-check', isLeaving: true });
    expect(purchase(prompted, E('stay-pressed'))[0]).toMatchObject({ at: 'bank-check', isLeaving: false });
    expect(purchase(prompted, E('give-up-pressed'))[0].at).toBe('cancelling');
  });

  it('an order given up at the bank’s check is cancelled, or polled if it is too late to cancel', () => {
    const prompted = purchase(S('bank-check'), E('back-pressed'))[0];
    const next = purchase(prompted, E('give-up-pressed'));
    expect(effectsOf(next)).toEqual([{ do: 'cancel', orderId: ORDER }]);
    expect(purchase(next[0], E('cancelled'))[0]).toMatchObject({
      at: 'not-paid',
      ending: { kind: 'cancelled' },
    });
    expect(purchase(next[0], E('cancel-refused'))[0].at).toBe('watching');
  });

  it('while a payment is being sent, confirmed or cancelled, Back and close do nothing', () => {
    for (const at of ['tokenising', 'placing', 'confirming', 'cancelling'] as const) {
      for (const type of ['back-pressed', 'close-pressed', 'give-up-pressed'] as const) {
        expect(purchase(S(at), E(type))).toEqual([S(at)]);
      }
    }
  });
});
