import { describe, expect, it } from 'vitest';
import {
  isOrderState,
  ORDER_MOVES,
  isClosedUnpaid,
  isHonoured,
  isPaid,
  isToDeliver,
  isUndecided,
  payerState,
  PAYER_ORDER_STATES,
  statesThatMayBecome,
  type OrderState,
} from './order-state.ts';

const STATES = Object.keys(ORDER_MOVES) as OrderState[];

/** Row: from; column: to; x: an allowed move. The table lists all 121 pairs of states. */
const TABLE = `
  created         . x x x . . x x x . .
  awaiting-payer  . . x x . . x x x . .
  pending         . x . x . . x x x . .
  paid            . . . . x x . . . x x
  delivering      . . . x . x . . . x x
  delivered       . . . . . . . . . x x
  refused         . . . x . . . . . . .
  cancelled       . . . x . . . . . . .
  expired         . . . x . . . . . . .
  refunded        . . . x . x . . . . x
  charged-back    . . . x . x . . . x .
`;
const ROWS = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const TO = ROWS.map(([from]) => from);

function isMoveOfTable(from: OrderState, to: OrderState): boolean {
  return ROWS.find((row) => row[0] === from)?.[1 + TO.indexOf(to)] === 'x';
}

function mayMove(from: OrderState, to: OrderState): boolean {
  return (ORDER_MOVES[from] as readonly OrderState[]).includes(to);
}

function reachableFrom(from: OrderState): Set<OrderState> {
  const seen = new Set<OrderState>();
  const open = [from];
  for (let state = open.pop(); state; state = open.pop()) {
    for (const next of ORDER_MOVES[state]) {
      if (!seen.has(next)) open.push(next);
      seen.add(next);
    }
  }
  return seen;
}

it('the table of allowed order moves contains every order state', () => {
  expect(STATES.toSorted()).toEqual(TO.toSorted());
});

describe.each(STATES)('from %s', (from) => {
  it.each(STATES)('an order may move to %s exactly from the states that the specified table allows', (to) => {
    expect(mayMove(from, to)).toBe(isMoveOfTable(from, to));
  });

  it.each(STATES)(
    'the guard of the database statement that moves an order to %s names exactly the states that may move',
    (to) => {
      expect(statesThatMayBecome(to).includes(from)).toBe(mayMove(from, to));
    },
  );
});

it('a refused, cancelled or expired order becomes paid when the provider confirms the payment, and then delivered', () => {
  expect(STATES.filter(isClosedUnpaid)).toEqual(['refused', 'cancelled', 'expired']);
  for (const state of STATES.filter(isClosedUnpaid)) {
    expect(statesThatMayBecome('paid')).toContain(state);
    expect(reachableFrom(state)).toContain('delivered');
    // Only a late payment still moves such an order.
    expect(ORDER_MOVES[state]).toEqual(['paid']);
  }
});

it('every undecided or unpaid closed order may become paid, and so may a refunded or charged-back one', () => {
  // Also orders whose payment went back before the delivery and came again, and orders whose delivery a gem service refused.
  expect(statesThatMayBecome('paid').toSorted()).toEqual(
    [
      ...STATES.filter((state) => isUndecided(state) || isClosedUnpaid(state)),
      'delivering',
      'refunded',
      'charged-back',
    ].toSorted(),
  );
});

it('every undecided order may expire, and no other order may', () => {
  expect(STATES.filter(isUndecided)).toEqual(['created', 'awaiting-payer', 'pending']);
  expect(statesThatMayBecome('expired')).toEqual(STATES.filter(isUndecided));
});

it('once an order was paid, it can no longer become refused, cancelled or expired', () => {
  const withMoney = ['charged-back', 'delivered', 'refunded'];
  const reachable = [...withMoney, 'delivering', 'paid'].toSorted();
  expect([...reachableFrom('paid')].toSorted()).toEqual(reachable);
  expect([...reachableFrom('delivered')].toSorted()).toEqual(reachable);
  expect(STATES.filter(isPaid)).toEqual(['paid', 'delivering', 'delivered']);
  expect(STATES.filter(isToDeliver)).toEqual(['paid', 'delivering']);
  expect(STATES.filter(isHonoured).toSorted()).toEqual(withMoney);
});

it('[ORD-14] a charged-back order can become delivered again when the dispute is won', () => {
  expect(statesThatMayBecome('delivered')).toEqual(['paid', 'delivering', 'refunded', 'charged-back']);
});

it('each order state is at most one of undecided, paid and closed unpaid', () => {
  for (const state of STATES) {
    expect(
      [isUndecided(state), isPaid(state), isClosedUnpaid(state)].filter(Boolean).length,
    ).toBeLessThanOrEqual(1);
  }
});

it('no order state can move to itself, and none can become created', () => {
  for (const state of STATES) expect(mayMove(state, state)).toBe(false);
  expect(statesThatMayBecome('created')).toEqual([]);
});

it('a payer sees a delivering order as paid, and every other state as it is', () => {
  expect(payerState('delivering')).toBe('paid');
  expect(PAYER_ORDER_STATES).toEqual(STATES.filter((state) => state !== 'delivering'));
  for (const state of PAYER_ORDER_STATES) expect(payerState(state)).toBe(state);
});

it('only existing order states are recognised as order states', () => {
  expect(STATES.every(isOrderState)).toBe(true);
  expect(['', 'toString', 'Paid', 'paid '].some(isOrderState)).toBe(false);
});
