import { ORDER_RESULT_POLL_TRIES_MAX, type DisplayId, type PayerOrderState } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { PLACE_TRIES_MAX } from './purchase-limits.ts';
import { beginPurchase, purchase } from './purchase.ts';
import type { Next, PurchaseEvent, PurchaseState } from './purchase-state.ts';
import {
  E,
  EVENTS,
  names,
  NOTHING_UNDECIDED,
  order,
  ORDER,
  S,
  status,
  WALLET_ATTEMPT,
  WALLET_TOKEN,
} from './test/purchase-samples.ts';

const BOUGHT = WALLET_ATTEMPT.purchase;
const STARTED_PURCHASE = beginPurchase(BOUGHT, { kind: 'wallet', payType: 26 });
const MERCHANT: PurchaseEvent = {
  type: 'tokenised',
  paymentInput: { card: { walletSheet: true } },
  requestId: 'request-1',
  undecided: NOTHING_UNDECIDED,
};
const { placed } = EVENTS;
const answered = (answer: (typeof EVENTS)['wallet-paid']['answer']): PurchaseEvent => ({
  ...EVENTS['wallet-paid'],
  answer,
});
const read = (state: PayerOrderState, turn: number): PurchaseEvent => ({
  type: 'status-read',
  orderId: ORDER,
  turn,
  status: status(state),
});
const failure = (turn: number): PurchaseEvent => ({ ...EVENTS['failure-read'], turn });

function play(first: PurchaseState, ...events: readonly PurchaseEvent[]): Next {
  let next: Next = [first];
  for (const event of events) next = purchase(next[0], event);
  return next;
}
const fromPress = (...events: readonly PurchaseEvent[]): Next => play(STARTED_PURCHASE[0], ...events);
const TO_READY = [MERCHANT, placed, E('session-opened')] as const;
const TO_PAYING = [...TO_READY, E('sheet-authorised')] as const;
const endOf = ([next]: Next): object => next;
const TROUBLE = (why: string) => ({ at: 'stopped', problem: { kind: 'wallet', why } });

describe('the order is placed during merchant validation', () => {
  it('[ORD-10 in part] a wallet’s request id is stored before its order is sent, and the session is for that order', () => {
    expect(names(STARTED_PURCHASE)).toEqual(['tokenise']);
    expect(names(fromPress(MERCHANT))).toEqual(['remember-request', 'place']);
    const validating = fromPress(MERCHANT, placed);
    expect(endOf(validating)).toEqual({ at: 'sheet-validating', orderId: ORDER, payType: 26, tries: 1 });
    expect(names(validating)).toEqual(['remember-order', 'open-session']);
    expect(names(fromPress(...TO_READY))).toEqual(['complete-validation']);
  });

  it('paying a fine by wallet with an undecided order on the device opens that order and closes the sheet', () => {
    const other = { ...MERCHANT, undecided: { orderId: ORDER, pendingRequestId: null } } as PurchaseEvent;
    const fine = { kind: 'fine', displayId: '7719042' as DisplayId, quoteId: 'quote', payType: 26 } as const;
    const next = play(beginPurchase(fine, { kind: 'wallet', payType: 26 })[0], other);
    expect(endOf(next)).toMatchObject({ at: 'opening', orderId: ORDER });
    expect(names(next)).toEqual(['read-order', 'close-sheet']);
  });

  it('a wallet order that is refused by the time its answer comes closes the sheet', () => {
    const expired = { ...placed, answer: { kind: 'refused', outcome: 'other' } } as const;
    const next = fromPress(MERCHANT, E('place-lost'), expired);
    expect(endOf(next)).toMatchObject({ at: 'explaining', orderId: ORDER });
    expect(names(next)).toEqual(['remember-order', 'ask-failure', 'close-sheet']);
  });

  it('a refused wallet order returns the payer to the step with the server’s message', () => {
    const next = fromPress(MERCHANT, E('place-refused'));
    expect(endOf(next)).toEqual({
      at: 'stopped',
      problem: { kind: 'refused', message: 'no', result: 22004 },
    });
    expect(names(next)).toEqual(['forget-request']);
  });

  it('[WAL-07] a wallet order without any answer is shown as a network error, and its stored request id is deleted', () => {
    const lost = Array.from({ length: PLACE_TRIES_MAX }, () => E('place-lost'));
    const next = fromPress(MERCHANT, ...lost);
    expect(endOf(next)).toEqual(TROUBLE('lost'));
    expect(names(next)).toEqual(['forget-request']);
  });
});

describe('the merchant session', () => {
  it('[WAL-02] a merchant session that does not come is requested once more', () => {
    const again = fromPress(MERCHANT, placed, E('session-lost'));
    expect(endOf(again)).toMatchObject({ at: 'sheet-validating', tries: 2 });
    expect(names(again)).toEqual(['open-session']);
    expect(play(again[0], E('session-opened'))[0].at).toBe('sheet-ready');
  });

  it('[WAL-02] after two failed merchant sessions the sheet closes, the order is cancelled and the payer sees why', () => {
    const next = fromPress(MERCHANT, placed, E('session-lost'), E('session-lost'));
    expect(endOf(next)).toEqual(TROUBLE('session'));
    expect(names(next)).toEqual(['close-sheet', 'cancel', 'order-decided']);
  });
});

describe('a payment that the payer authorised in the sheet', () => {
  it('[WAL-03] an authorised wallet payment is submitted, and its success completes the sheet with success', () => {
    const paying = fromPress(...TO_PAYING);
    expect(paying.slice(1)).toEqual([
      { do: 'verify', orderId: ORDER, token: WALLET_TOKEN, afterMs: 0 },
      { do: 'time-sheet', orderId: ORDER },
    ]);
    const paid = play(paying[0], answered({ kind: 'paid' }));
    expect(paid[0].at).toBe('paid');
    expect(paid.slice(1)).toEqual([
      { do: 'order-decided', orderId: ORDER, isPaid: true },
      expect.objectContaining({ do: 'ask-status' }),
      { do: 'complete-sheet', isGood: true },
    ]);
  });

  it('[WAL-04] a pending wallet payment is polled until it is decided', () => {
    const deciding = fromPress(...TO_PAYING, answered({ kind: 'pending' }), read('pending', 0));
    expect(endOf(deciding)).toEqual({ at: 'sheet-deciding', orderId: ORDER, polls: 1 });
    expect(names(deciding)).toEqual(['ask-status']);
    const paid = play(deciding[0], read('paid', 1));
    expect(paid[0].at).toBe('paid');
    expect(paid.at(-1)).toEqual({ do: 'complete-sheet', isGood: true });
  });

  it('[WAL-05] after a wallet payment is refused its reason is fetched, and only then the sheet completes with failure', () => {
    const explaining = fromPress(...TO_PAYING, answered({ kind: 'refused', outcome: 'balance' }));
    expect(endOf(explaining)).toEqual({
      at: 'sheet-explaining',
      orderId: ORDER,
      polls: 0,
      outcome: 'balance',
    });
    expect(names(explaining)).toEqual(['ask-failure']);
    const reported = play(explaining[0], failure(0));
    expect(endOf(reported)).toMatchObject({
      at: 'not-paid',
      ending: { kind: 'refused', outcome: 'balance' },
    });
    expect(names(reported)).toEqual(['order-decided', 'complete-sheet']);
    expect(reported.at(-1)).toEqual({ do: 'complete-sheet', isGood: false });
  });

  it('[WAL-05] a pending wallet payment that is refused fails in the sheet, even if no reason can be read', () => {
    const explaining = fromPress(...TO_PAYING, answered({ kind: 'pending' }), read('refused', 0));
    expect(explaining[0].at).toBe('sheet-explaining');
    let next = explaining;
    for (
      let prompted = 1;
      next[0].at === 'sheet-explaining' && prompted <= ORDER_RESULT_POLL_TRIES_MAX;
      prompted += 1
    )
      next = play(next[0], { ...EVENTS['failure-lost'], turn: prompted });
    expect(endOf(next)).toMatchObject({ at: 'not-paid', ending: { kind: 'refused', outcome: 'other' } });
    expect(next.at(-1)).toEqual({ do: 'complete-sheet', isGood: false });
  });

  it.each(['cancelled', 'expired'] as const)(
    'a wallet order that is %s while it is pending fails in the sheet',
    (state) => {
      const next = fromPress(...TO_PAYING, answered({ kind: 'pending' }), read(state, 0));
      expect(endOf(next)).toMatchObject({ at: 'not-paid', ending: { kind: state } });
      expect(next.at(-1)).toEqual({ do: 'complete-sheet', isGood: false });
    },
  );

  it('[WAL-07] a wallet payment refused by the server completes the sheet, cancels the order and shows a problem', () => {
    const next = fromPress(...TO_PAYING, E('wallet-refused'));
    expect(endOf(next)).toEqual(TROUBLE('not-sent'));
    expect(names(next)).toEqual(['complete-sheet', 'cancel', 'order-decided']);
  });

  it('an unanswered wallet payment is sent again with the same token; if that is refused, the order is polled', () => {
    const again = fromPress(...TO_PAYING, E('wallet-lost'));
    expect(again.slice(1)).toEqual([{ do: 'verify', orderId: ORDER, token: WALLET_TOKEN, afterMs: 1_000 }]);
    expect(play(again[0], E('wallet-refused'))[0].at).toBe('sheet-deciding');
    const lost = Array.from({ length: PLACE_TRIES_MAX }, () => E('wallet-lost'));
    expect(fromPress(...TO_PAYING, ...lost)[0].at).toBe('sheet-deciding');
  });
});

describe('the sheet must close before the wallet times out', () => {
  it.each([
    ['without an answer', [], 'watching', true],
    ['while the payment is pending', [answered({ kind: 'pending' })], 'watching', true],
    [
      'while the refusal reason is awaited',
      [answered({ kind: 'refused', outcome: 'verify' })],
      'explaining',
      false,
    ],
  ] as const)(
    'when the time of the wallet sheet is over %s, the sheet completes and the page goes on polling',
    (_name, events, at, isGood) => {
      const next = fromPress(...TO_PAYING, ...events, E('sheet-timed-out'));
      expect(next[0].at).toBe(at);
      expect(next.at(-1)).toEqual({ do: 'complete-sheet', isGood });
      expect(names(next).filter((name) => name.startsWith('ask-'))).toHaveLength(1);
    },
  );

  it('the time limit of the wallet sheet changes nothing after the payment succeeded', () => {
    const paid = fromPress(...TO_PAYING, answered({ kind: 'paid' }))[0];
    expect(play(paid, E('sheet-timed-out'))).toEqual([paid]);
  });
});

describe('a wallet token without an answer, after the sheet has closed', () => {
  const READING_ORDER = [{ at: 'opening', orderId: ORDER, tries: 0 }, 'read-order'] as const;
  const lost = Array.from({ length: PLACE_TRIES_MAX }, () => E('wallet-lost'));

  it.each(['wallet-lost', 'wallet-refused'] as const)(
    'the event %s after the wallet sheet has timed out makes the page read the order',
    (type) => {
      const watching = fromPress(...TO_PAYING, E('sheet-timed-out'))[0];
      const next = play(watching, E(type));
      expect([endOf(next), ...names(next)]).toEqual(READING_ORDER);
    },
  );

  it.each([
    ['every try was lost', lost],
    ['the second try was refused', [E('wallet-lost'), E('wallet-refused')]],
  ] as const)(
    'a wallet token that may not have arrived (%s) leads to reading the order, and the sheet completes',
    (_name, events) => {
      const next = fromPress(...TO_PAYING, ...events, read('created', 0), E('sheet-timed-out'));
      expect([endOf(next), ...names(next)]).toEqual([...READING_ORDER, 'complete-sheet']);
    },
  );

  it('when a wallet token is accepted after the sheet has closed, the page continues to poll the order', () => {
    const watching = fromPress(...TO_PAYING, E('sheet-timed-out'))[0];
    expect(endOf(play(watching, answered({ kind: 'paid' })))).toEqual(watching);
  });
});

describe('[WAL-06] a sheet that is closed', () => {
  it('a wallet sheet closed before there is an order leaves no order behind', () => {
    expect(fromPress(E('sheet-cancelled'))).toEqual([TROUBLE('cancelled')]);
  });

  it('when the wallet sheet is closed while its order is being created, the order is cancelled', () => {
    const placing = fromPress(MERCHANT, E('sheet-cancelled'));
    expect(placing[0].at).toBe('placing');
    const next = play(placing[0], placed);
    expect(endOf(next)).toEqual(TROUBLE('cancelled'));
    expect(names(next)).toEqual(['remember-order', 'cancel', 'order-decided']);
  });

  it.each([
    ['validated', [MERCHANT, placed]],
    ['ready', TO_READY],
  ] as const)(
    'when the wallet sheet is closed while it is %s, the order is cancelled and the payer sees why',
    (_name, events) => {
      const next = fromPress(...events, E('sheet-cancelled'));
      expect(endOf(next)).toEqual(TROUBLE('cancelled'));
      expect(names(next)).toEqual(['close-sheet', 'cancel', 'order-decided']);
    },
  );

  it('[WAL-06] a wallet sheet that rejects its merchant session closes, and its order is cancelled', () => {
    const next = fromPress(...TO_READY, E('sheet-failed'));
    expect(endOf(next)).toEqual(TROUBLE('not-sent'));
    expect(names(next)).toEqual(['close-sheet', 'cancel', 'order-decided']);
  });

  it('a wallet sheet that is closed after the payer authorised does not cancel the order, which is polled', () => {
    const next = fromPress(...TO_PAYING, E('sheet-cancelled'));
    expect(next[0].at).toBe('watching');
    expect(names(next)).not.toContain('cancel');
  });
});

describe('a page that is opened anew', () => {
  it('a reopened page cancels a wallet order whose sheet was never authorised', () => {
    const next = play(S('opening'), { type: 'order-read', order: { ...order('created'), payType: 26 } });
    expect(endOf(next)).toEqual({ at: 'cancelling', orderId: ORDER, polls: 0 });
    expect(names(next)).toEqual(['cancel']);
  });

  it.each([
    ['pending', 'watching'],
    ['paid', 'paid'],
    ['refused', 'explaining'],
  ] as const)('a reopened page shows a wallet order that is %s, and does not pay it again', (state, at) => {
    const next = play(S('opening'), { type: 'order-read', order: { ...order(state), payType: 26 } });
    expect(next[0].at).toBe(at);
    expect(names(next)).not.toContain('verify');
  });

  it('a reopened page polls a card order that is only created, and does not cancel it', () => {
    expect(play(S('opening'), { type: 'order-read', order: order('created') })[0].at).toBe('watching');
  });
});
