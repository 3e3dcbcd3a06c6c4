import { expect, it } from 'vitest';
import { accountId } from '../account/account.ts';
import type { RechargeId } from '../gem-pack/gem-pack.ts';
import { usdCents } from '../money.ts';
import { ORDER_MOVES, isClosedUnpaid, isHonoured, isUndecided, type OrderState } from './order-state.ts';
import type { Order, OrderId } from './order.ts';
import { answerOf, payResultOf } from './pay-answer.ts';

const BANK = { way: 'frame', url: 'https://bank.example/3ds' } as const;
const STATES = Object.keys(ORDER_MOVES) as OrderState[];

function order(state: OrderState, more: Partial<Order> = {}): Order {
  return {
    id: '019a8b5e-7c00-7000-8000-0123456789ab' as OrderId,
    purpose: 'gems',
    recipientId: accountId(71),
    rechargeId: 'gems-1060' as RechargeId,
    priceUsdCents: usdCents(999),
    gems: 1060,
    bonusGems: 60,
    payType: 23,
    provider: 13,
    state,
    outcome: null,
    reasonCode: null,
    challenge: null,
    isHeld: false,
    createdAt: new Date('2026-11-15T10:00:00Z'),
    creditedAt: null,
    ...more,
  };
}

it('the answer for an order that waits for the payer contains the address of the bank’s challenge', () => {
  expect(answerOf(order('awaiting-payer', { challenge: BANK }))).toEqual({ kind: 'challenge', ...BANK });
});

it('the answer for an order that waits for the payer without a challenge address is pending', () => {
  expect(answerOf(order('awaiting-payer'))).toEqual({ kind: 'pending' });
});

it('an old challenge address is not shown once the order no longer waits for the payer', () => {
  for (const state of STATES.filter((name) => name !== 'awaiting-payer')) {
    expect(answerOf(order(state, { challenge: BANK })).kind).not.toBe('challenge');
  }
});

it('the payer’s answer for a refused order has its outcome, or “other” if an order closed without one', () => {
  expect(answerOf(order('refused', { outcome: 'balance' }))).toEqual({ kind: 'refused', outcome: 'balance' });
  expect(answerOf(order('refused'))).toEqual({ kind: 'refused', outcome: 'other' });
  expect(answerOf(order('cancelled'))).toEqual({ kind: 'refused', outcome: 'other' });
  expect(answerOf(order('expired'))).toEqual({ kind: 'refused', outcome: 'other' });
});

it.each(STATES)(
  'the answer for an order in state %s has result 0 if paid, 1 if closed unpaid, -1 if undecided',
  (state) => {
    const expected = isUndecided(state) ? -1 : isClosedUnpaid(state) ? 1 : 0;
    const creditedAt = isHonoured(state) ? new Date('2026-11-15T10:00:05Z') : null;
    expect(payResultOf(answerOf(order(state, { challenge: BANK, creditedAt })))).toBe(expected);
  },
);

it('[ORD-14] the answer for an order refunded before delivery is refused, not paid', () => {
  expect(answerOf(order('refunded'))).toEqual({ kind: 'refused', outcome: 'other' });
  expect(answerOf(order('charged-back'))).toEqual({ kind: 'refused', outcome: 'other' });
});
