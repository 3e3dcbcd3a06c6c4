import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginPurchase, purchase } from './purchase.ts';
import type { PurchaseEvent, PurchaseState } from './purchase-state.ts';
import { BOUGHT, E, EVENTS, names, S, STATES } from './test/purchase-samples.ts';

/** For each state: the events it handles, and the states they lead to. All other events change nothing. */
const TABLE: {
  readonly [At in PurchaseState['at']]: Partial<Record<PurchaseEvent['type'], PurchaseState['at']>>;
} = {
  tokenising: { tokenised: 'placing', 'tokenise-failed': 'stopped', 'sheet-cancelled': 'stopped' },
  placing: {
    placed: 'watching',
    'place-refused': 'stopped',
    'place-lost': 'placing',
    'repeat-asked': 'same-again',
    'sheet-cancelled': 'placing',
  },
  'same-again': {
    'again-confirmed': 'tokenising',
    'earlier-pressed': 'opening',
    'question-closed': 'stopped',
    'back-pressed': 'stopped',
  },
  'sheet-validating': {
    'session-opened': 'sheet-ready',
    'session-lost': 'sheet-validating',
    'sheet-cancelled': 'stopped',
  },
  'sheet-button': {
    'button-pressed': 'sheet-ready',
    'button-timed-out': 'stopped',
    'sheet-cancelled': 'stopped',
    'sheet-failed': 'stopped',
  },
  'sheet-ready': {
    'sheet-authorised': 'sheet-paying',
    'sheet-cancelled': 'stopped',
    'sheet-failed': 'stopped',
  },
  'sheet-paying': {
    'wallet-paid': 'paid',
    'wallet-refused': 'stopped',
    'wallet-lost': 'sheet-paying',
    'repeat-asked': 'same-again',
    'sheet-timed-out': 'watching',
    'sheet-cancelled': 'watching',
  },
  'sheet-deciding': {
    'status-read': 'paid',
    'status-lost': 'sheet-deciding',
    'sheet-timed-out': 'watching',
    'sheet-cancelled': 'watching',
  },
  'sheet-explaining': {
    'failure-read': 'not-paid',
    'failure-lost': 'sheet-explaining',
    'sheet-timed-out': 'explaining',
    'sheet-cancelled': 'explaining',
  },
  unsure: {
    'check-again': 'finding',
    'back-pressed': 'left',
    'close-pressed': 'left',
  },
  finding: {
    'request-resolved': 'opening',
    'resolve-lost': 'finding',
    'back-pressed': 'left',
    'close-pressed': 'left',
  },
  opening: {
    'order-read': 'watching',
    'order-missing': 'missing',
    'order-lost': 'opening',
    'back-pressed': 'left',
    'close-pressed': 'left',
  },
  missing: { 'back-pressed': 'left', 'close-pressed': 'left' },
  'bank-check': {
    'bank-returned': 'confirming',
    'bank-timed-out': 'watching',
    'status-read': 'paid',
    'status-lost': 'bank-check',
    'back-pressed': 'bank-check',
    'stay-pressed': 'bank-check',
    'give-up-pressed': 'cancelling',
  },
  'sent-away': {
    'still-here': 'sent-away',
    'go-on-pressed': 'sent-away',
    'status-read': 'paid',
    'status-lost': 'sent-away',
    'back-pressed': 'sent-away',
    'stay-pressed': 'sent-away',
    'give-up-pressed': 'cancelling',
  },
  confirming: { confirmed: 'paid', 'confirm-lost': 'watching' },
  cancelling: { cancelled: 'not-paid', 'cancel-refused': 'watching' },
  watching: {
    'wallet-lost': 'opening',
    'wallet-refused': 'opening',
    'repeat-asked': 'same-again',
    'status-read': 'paid',
    'status-lost': 'watching',
    'check-again': 'watching',
    'other-provider-pressed': 'other-card',
    'back-pressed': 'left',
    'close-pressed': 'left',
  },
  'other-card': {
    'other-provider-confirmed': 'reading-other-card',
    'status-read': 'paid',
    'status-lost': 'other-card',
    'back-pressed': 'watching',
    'close-pressed': 'watching',
  },
  'reading-other-card': {
    tokenised: 'paying-again',
    'tokenise-failed': 'other-card',
    'status-read': 'paid',
    'status-lost': 'reading-other-card',
  },
  'paying-again': {
    'paid-again': 'watching',
    'pay-again-refused': 'other-card',
    'pay-again-lost': 'watching',
  },
  explaining: {
    'failure-read': 'not-paid',
    'failure-lost': 'explaining',
    'back-pressed': 'left',
    'close-pressed': 'left',
  },
  paid: { 'status-read': 'paid', 'status-lost': 'paid' },
  'not-paid': {},
  stopped: {},
  left: {},
};

describe('every state with every event', () => {
  for (const at of Object.keys(STATES) as PurchaseState['at'][]) {
    for (const type of Object.keys(EVENTS) as PurchaseEvent['type'][]) {
      const leadsTo = TABLE[at][type];
      it(`purchase in state ${at}: the event ${type} leads to ${leadsTo ?? 'nothing'}`, () => {
        const next = purchase(S(at), E(type));
        expect(leadsTo === undefined ? next : next[0].at).toEqual(leadsTo ?? [S(at)]);
      });
    }
  }
});

describe('no dead ends', () => {
  it('every purchase state that is not final (paid, not-paid, stopped, left) can be left by an event', () => {
    const ends = Object.entries(TABLE).filter(([at, ways]) => Object.values(ways).every((to) => to === at));
    expect(ends.map(([at]) => at)).toEqual(['paid', 'not-paid', 'stopped', 'left']);
  });

  it('a purchase state that waits for an answer is entered together with the request for that answer', () => {
    const starts = {
      tokenising: 'tokenise',
      'reading-other-card': 'tokenise',
      placing: 'place',
      'sheet-validating': 'open-session',
      'sheet-ready': 'complete-validation',
      'sheet-paying': 'verify',
      'sheet-deciding': 'ask-status',
      'sheet-explaining': 'ask-failure',
      'paying-again': 'pay-again',
      confirming: 'confirm',
      cancelling: 'cancel',
    };
    const entered = Object.values(STATES)
      .flatMap((from) => Object.values(EVENTS).map((event) => ({ from, next: purchase(from, event) })))
      // A provider's button opens its sheet itself before it reports the press, so no effect opens it.
      .filter(
        ({ from, next }) => from.at !== 'sheet-button' && next[0].at !== from.at && next[0].at in starts,
      );
    expect(entered.length).toBeGreaterThan(4);
    for (const { from, next } of entered) {
      // After the question whether to buy the same again, the card has been read already.
      const start = from.at === 'same-again' ? 'place-again' : starts[next[0].at as keyof typeof starts];
      expect(names(next)).toContain(start);
    }
  });

  it('while an order is undecided exactly one status request is under way, whatever happens', () => {
    const anyEvent = fc.constantFrom(...Object.values(EVENTS));
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        let state: PurchaseState = beginPurchase(BOUGHT, { kind: 'new-card', payType: 23 })[0];
        for (const event of events) {
          const next = purchase(state, event);
          const asks = names(next).filter((name) => name.startsWith('ask-'));
          expect(asks.length).toBeLessThanOrEqual(1);
          const isWaiting = next[0] !== state && ['watching', 'explaining'].includes(next[0].at);
          expect(asks.length).toBe(isWaiting ? 1 : asks.length);
          state = next[0];
        }
      }),
    );
  });
});
