import type { DeclineReason } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import type { CheckoutAt, CheckoutState } from './checkout-state.ts';
import { checkout } from './checkout.ts';
import { endPurchase } from './ended-state.ts';
import { isCvvSpent } from './on-result.ts';
import { ORDER, order } from './purchase/test/purchase-samples.ts';
import type { PayUse } from './purchase/purchase-state.ts';
import { at, CARDS, checkoutOf, home, NOW } from './test/checkout-samples.ts';

const saved = (sourceId: string): PayUse => ({
  kind: 'saved-card',
  sourceId: sourceId as (typeof CARDS.valid13)['sourceId'],
  payType: 23,
  hasCvv: true,
});
const TYPED: PayUse = { kind: 'new-card', payType: 23 };
const FIRST = saved(CARDS.valid13.sourceId);

/** The same card was used again, and the bank declined it for this reason. */
function declined(before: CheckoutState, use: PayUse, reason: DeclineReason = 'cvv-wrong'): CheckoutState {
  const ending = { kind: 'refused', outcome: 'verify', code: '200N7', reason } as const;
  const ended: CheckoutAt<'ended'> = {
    at: 'ended',
    checkout: checkoutOf(before),
    use,
    order: order('refused'),
    purchase: { at: 'not-paid', orderId: ORDER, ending },
    end: null,
  };
  return endPurchase(ended)[0];
}

const times = (n: number, use: PayUse): CheckoutState => {
  let state: CheckoutState = home([CARDS.valid13]);
  for (let nth = 0; nth < n; nth += 1) state = declined(state, use);
  return state;
};
const isSpent = (state: CheckoutState): boolean => isCvvSpent(checkoutOf(state));

describe('the CVV of one card, declined again and again', () => {
  it.each([FIRST, TYPED])('the CVV tries of a card are used up after three declines in a row: %j', (use) => {
    expect([1, 2, 3, 4].map((n) => isSpent(times(n, use)))).toEqual([false, false, true, true]);
  });

  it('CVV declines of two cards are not added up, and another refusal in between resets the count', () => {
    expect(isSpent(declined(times(2, FIRST), TYPED))).toBe(false);
    const between = declined(times(2, FIRST), FIRST, 'bank-refused');
    expect(isSpent(declined(between, FIRST))).toBe(false);
  });

  it('choosing another card after three declined CVVs resets the count of declined CVVs', () => {
    const next = checkout(times(3, TYPED), { type: 'other-card-pressed', now: NOW })[0];
    expect(isSpent(next)).toBe(false);
    expect(checkoutOf(next).cardNth).toBe(checkoutOf(times(3, TYPED)).cardNth + 1);
  });

  it('pressing “another card” on the card step shows empty fields, no problem and no count of declined CVVs', () => {
    const onResult = times(3, TYPED);
    const back = checkout(onResult, { type: 'pay-again-pressed', now: NOW, refused: 'cvv' })[0];
    expect(isSpent(back)).toBe(true);
    const other = checkout(back, { type: 'other-card-pressed', now: NOW })[0];
    expect(at(other, 'choosing').checkout.stopped).toBeNull();
    expect(checkoutOf(other).cardNth).toBe(checkoutOf(back).cardNth + 1);
    expect(isSpent(other)).toBe(false);
  });
});
