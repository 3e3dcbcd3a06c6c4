import { PAYER_ORDER_STATES, type PayerOrderState } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { purchase } from './purchase.ts';
import type { PurchaseState } from './purchase-state.ts';
import { CREDITED, EVENTS, names, S, status } from './test/purchase-samples.ts';

describe('paid, and the gems are awaited', () => {
  it('a paid purchase stays paid in every order state except refunded and charged-back, which make it not paid', () => {
    const leadsTo: Record<PayerOrderState, readonly [PurchaseState['at'], ...string[]]> = {
      // A paid order never returns to these states: such an answer is older than the previous one.
      created: ['paid', 'ask-status'],
      'awaiting-payer': ['paid', 'ask-status'],
      pending: ['paid', 'ask-status'],
      refused: ['paid', 'ask-status'],
      cancelled: ['paid', 'ask-status'],
      expired: ['paid', 'ask-status'],
      paid: ['paid', 'ask-status'],
      delivered: ['paid', 'ask-status'],
      refunded: ['not-paid', 'order-decided'],
      'charged-back': ['not-paid', 'order-decided'],
    };
    for (const state of PAYER_ORDER_STATES) {
      const answer = { ...EVENTS['status-read'], status: status(state) };
      const next = purchase(S('paid'), answer);
      expect([state, next[0].at, ...names(next)]).toEqual([state, ...leadsTo[state]]);
    }
  });

  it('the result of a refunded order says whether its gems had been delivered', () => {
    const after = (creditedAt: Date | null) =>
      purchase(S('paid'), { ...EVENTS['status-read'], status: status('refunded', creditedAt) })[0];
    expect(after(null)).toMatchObject({ ending: { kind: 'returned', wasDelivered: false } });
    expect(after(CREDITED)).toMatchObject({ ending: { kind: 'returned', wasDelivered: true } });
  });
});
