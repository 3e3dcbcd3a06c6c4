import { ADYEN_CARD, type PayerOrderState } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { mayTryOtherProvider } from './order-states.ts';
import { purchase } from './purchase.ts';
import { E, effectsOf, names, ORDER, S, status } from './test/purchase-samples.ts';

const CONFIRM = E('other-provider-confirmed');
const read = (state: PayerOrderState, triedProviders: [13] | null = [13]) =>
  ({ type: 'status-read', orderId: ORDER, turn: 3, status: { ...status(state), triedProviders } }) as const;

describe('another card for an undecided order', () => {
  it('another card is offered for an undecided order only if the server allows another provider', () => {
    const offered = purchase(S('watching'), read('pending'))[0];
    expect(mayTryOtherProvider(offered)).toBe(true);
    expect(offered).toMatchObject({ triedProviders: [13] });
    const refused = purchase(S('watching'), read('pending', null))[0];
    expect(mayTryOtherProvider(refused)).toBe(false);
    expect(purchase(refused, E('other-provider-pressed'))).toEqual([refused]);
    expect(mayTryOtherProvider(S('paid'))).toBe(false);
  });

  it('another card pays the same order once, through the pay type of that card', () => {
    const entry = purchase(S('watching'), E('other-provider-pressed'))[0];
    expect(entry).toMatchObject({ at: 'other-card', orderId: ORDER });
    const reading = purchase(entry, CONFIRM);
    expect(names(reading)).toEqual(['tokenise']);
    const card = { sourceId: 'S1', cvvToken: null } as never;
    const paying = purchase(reading[0], {
      type: 'tokenised',
      paymentInput: { card },
      requestId: 'unused',
      undecided: { orderId: ORDER, pendingRequestId: null },
    });
    expect(effectsOf(paying)).toEqual([
      { do: 'pay-again', orderId: ORDER, payType: ADYEN_CARD, paymentInput: { card } },
    ]);
    for (const press of [CONFIRM, E('tokenised'), E('back-pressed'), E('close-pressed')]) {
      expect(purchase(paying[0], press)).toEqual([paying[0]]);
    }
  });

  it('the answer to a payment with another card leads to the result, to polling, to the refusal or to the bank’s check', () => {
    const answered = (answer: Parameters<typeof purchase>[1] & { type: 'paid-again' }) =>
      purchase(S('paying-again'), answer)[0].at;
    const paidAgain = { type: 'paid-again', orderId: ORDER } as const;
    expect(answered({ ...paidAgain, answer: { kind: 'paid' } })).toBe('paid');
    expect(answered({ ...paidAgain, answer: { kind: 'pending' } })).toBe('watching');
    expect(answered({ ...paidAgain, answer: { kind: 'refused', outcome: 'balance' } })).toBe('explaining');
    const challenge = { kind: 'challenge', way: 'native', action: '{}' } as const;
    expect(answered({ ...paidAgain, answer: challenge })).toBe('bank-check');
  });

  it('a payment with another card that has no answer is not sent again, and the order is polled', () => {
    const next = purchase(S('paying-again'), E('pay-again-lost'));
    expect(next[0].at).toBe('watching');
    expect(names(next)).toEqual(['ask-status']);
  });

  it('a refused payment with another card shows the reason, and the order is polled on', () => {
    const next = purchase(S('paying-again'), E('pay-again-refused'));
    expect(next[0]).toMatchObject({ at: 'other-card', problem: { kind: 'refused', message: 'no' } });
    expect(names(next)).toEqual(['ask-status']);
  });

  it('when the first payment succeeds while another card is typed, the other card is not charged', () => {
    for (const at of ['other-card', 'reading-other-card'] as const) {
      const paid = purchase(S(at), read('paid'))[0];
      expect(paid.at).toBe('paid');
      expect(purchase(paid, E('tokenised'))).toEqual([paid]);
      expect(names(purchase(S(at), read('pending')))).toEqual(['ask-status']);
    }
    expect(purchase(S('other-card'), read('pending', null))[0].at).toBe('watching');
  });

  it('Back from the entry of another card returns to the undecided order', () => {
    const next = purchase(S('other-card'), E('back-pressed'));
    expect(next[0]).toMatchObject({ at: 'watching', orderId: ORDER, triedProviders: [13] });
    expect(names(next)).toEqual(['ask-status']);
  });
});
