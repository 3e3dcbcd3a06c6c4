import { describe, expect, it } from 'vitest';
import { purchase } from './purchase.ts';
import { PLACE_TRIES_MAX } from './purchase-limits.ts';
import type { Next, PurchaseState } from './purchase-state.ts';
import {
  E,
  effectsOf,
  EVENTS,
  names,
  opened,
  ORDER,
  order,
  S,
  STATES,
  status,
} from './test/purchase-samples.ts';

const PROOF = { threeDsResult: 'eyJ0cmFuc1N0YXR1cyI6IlkifQ' };

describe('a challenge that the provider’s script shows', () => {
  const native = { kind: 'challenge', way: 'native', action: '{"type":"threeDS2"}' } as const;

  it('[ORD-03] a provider’s challenge inside our page is shown, and its proof is submitted with the order', () => {
    const prompted = purchase(S('placing'), { type: 'placed', orderId: ORDER, answer: native });
    expect(prompted[0]).toMatchObject({
      at: 'bank-check',
      challenge: { way: 'native', action: native.action },
    });
    const back = purchase(prompted[0], { type: 'bank-returned', orderId: ORDER, proof: PROOF });
    expect(effectsOf(back)).toEqual([{ do: 'confirm', orderId: ORDER, proof: PROOF, afterMs: 0 }]);
  });

  it('[ORD-03] a further challenge after the first proof is shown too', () => {
    const further = { ...native, action: '{"type":"threeDS2","subtype":"challenge"}' };
    const next = purchase({ ...STATES.confirming, proof: PROOF }, { ...EVENTS.confirmed, answer: further });
    expect(next[0]).toMatchObject({ at: 'bank-check', challenge: { action: further.action } });
    expect(names(next)).toEqual(['time-bank-check', 'ask-status']);
  });

  it('a reopened page shows the provider’s challenge of the order again', () => {
    const info = order('awaiting-payer', { way: 'native', action: native.action });
    expect(purchase(S('opening'), { type: 'order-read', order: info })[0]).toMatchObject({
      at: 'bank-check',
      challenge: { way: 'native' },
    });
  });

  it('the proof of a challenge is submitted again until an answer comes or the tries run out', () => {
    let state: PurchaseState = { ...STATES.confirming, proof: PROOF };
    const waits: number[] = [];
    while (state.at === 'confirming') {
      const next: Next = purchase(state, E('confirm-lost'));
      for (const effect of effectsOf(next)) {
        if (effect.do !== 'confirm') continue;
        expect(effect.proof).toBe(PROOF);
        waits.push(effect.afterMs);
      }
      state = next[0];
    }
    expect(waits).toHaveLength(PLACE_TRIES_MAX - 1);
    expect(state.at).toBe('watching');
    expect(purchase(S('confirming'), E('confirm-lost'))[0].at).toBe('watching');
  });
});

describe('the provider’s page in place of ours', () => {
  const page = { kind: 'challenge', way: 'page', url: 'https://provider/pay' } as const;
  const sent = purchase(S('placing'), { type: 'placed', orderId: ORDER, answer: page });

  it('[ORD-03] a redirect to the provider’s page remembers the order first, and polls it meanwhile', () => {
    expect(sent[0]).toMatchObject({ at: 'sent-away', url: page.url, isHere: false });
    expect(names(sent)).toEqual(['remember-order', 'go-to', 'ask-status']);
  });

  it('a payer back from the provider’s page without a result is not redirected again, but can go on or give up', () => {
    const reopened = purchase(S('opening'), {
      type: 'order-read',
      order: order('awaiting-payer', { way: 'page', url: page.url }),
    });
    const restored = purchase(sent[0], E('still-here'));
    for (const next of [reopened, restored]) {
      expect(next[0]).toMatchObject({ at: 'sent-away', isHere: true });
      expect(names(next)).not.toContain('go-to');
      expect(effectsOf(purchase(next[0], E('go-on-pressed')))).toEqual([
        { do: 'go-to', orderId: ORDER, url: page.url },
      ]);
      const prompted = purchase(next[0], E('back-pressed'))[0];
      expect(prompted).toMatchObject({ isLeaving: true });
      expect(names(purchase(prompted, E('give-up-pressed')))).toEqual(['cancel']);
    }
  });

  it('while the payer is on the provider’s page, the order is polled and its result is shown', () => {
    const read = (state: 'paid' | 'pending' | 'awaiting-payer') =>
      purchase(S('sent-away'), { type: 'status-read', orderId: ORDER, turn: 3, status: status(state) });
    expect(read('paid')[0].at).toBe('paid');
    expect(read('pending')[0].at).toBe('watching');
    expect(read('awaiting-payer')[0]).toMatchObject({ at: 'sent-away', polls: 4 });
    expect(names(read('awaiting-payer'))).toEqual(['ask-status']);
  });

  it('the return from the provider’s page is submitted with the redirect result', () => {
    const proof = { redirectResult: 'eyJ0' };
    const entry = { orderId: ORDER, isBackFromBank: true, proof, pendingRequestId: null };
    expect(effectsOf(opened(entry))).toEqual([{ do: 'confirm', orderId: ORDER, proof, afterMs: 0 }]);
  });
});

describe('a status check that the payer presses for', () => {
  const pressed = purchase(S('watching'), { type: 'check-again' })[0];
  const read = (state: PurchaseState, turn: number) =>
    purchase(state, { type: 'status-read', orderId: ORDER, turn, status: status('pending') })[0];

  it('a press on “check now” polls the order at once, and an answer to an older poll does not end the check', () => {
    expect(pressed).toMatchObject({ at: 'watching', polls: 4, check: { turn: 4, answer: 'awaited' } });
    expect(read(pressed, 3)).toBe(pressed);
    expect(read(pressed, 4)).toMatchObject({ polls: 5, check: { answer: 'nothing-new' } });
  });

  it('a press on “check now” that gets no answer shows a failed check, also after later polls', () => {
    const lost = purchase(pressed, { type: 'status-lost', orderId: ORDER, turn: 4 })[0];
    expect(lost).toMatchObject({ at: 'watching', polls: 5, check: { answer: 'failed' } });
    expect(read(lost, 5)).toMatchObject({ polls: 6, check: { turn: 4, answer: 'failed' } });
  });
});
