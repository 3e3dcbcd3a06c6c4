import type { RefusalOutcome } from '../outcome/outcome.ts';
import type { Challenge, Order } from './order.ts';
import type { OrderState } from './order-state.ts';

/** The page's next step for the payment. `pending`: the page polls for the result, and the payer has nothing to do. */
export type PayAnswer =
  | { readonly kind: 'paid' }
  | ({ readonly kind: 'challenge' } & Challenge)
  | { readonly kind: 'pending' }
  | { readonly kind: 'refused'; readonly outcome: RefusalOutcome };

/**
 * The answer for an order whose money was returned. A delivered one still counts as paid. Otherwise it counts as refused,
 * so that the payer does not wait.
 */
function wentBack({ creditedAt }: Order): PayAnswer {
  return creditedAt === null ? { kind: 'refused', outcome: 'other' } : { kind: 'paid' };
}

const ANSWERS = {
  created: () => ({ kind: 'pending' }),
  pending: () => ({ kind: 'pending' }),
  'awaiting-payer': (order) =>
    order.challenge ? { kind: 'challenge', ...order.challenge } : { kind: 'pending' },
  paid: () => ({ kind: 'paid' }),
  delivering: () => ({ kind: 'paid' }),
  delivered: () => ({ kind: 'paid' }),
  refunded: wentBack,
  'charged-back': wentBack,
  refused: (order) => ({ kind: 'refused', outcome: order.outcome ?? 'other' }),
  cancelled: () => ({ kind: 'refused', outcome: 'other' }),
  expired: () => ({ kind: 'refused', outcome: 'other' }),
} as const satisfies Record<OrderState, (order: Order) => PayAnswer>;

/** Derived from the order alone, so that every caller gets the same answer, after a crash too. */
export function answerOf(order: Order): PayAnswer {
  return ANSWERS[order.state](order);
}

/** The wire's three values: 0 paid, 1 not paid, -1 undecided. */
export function payResultOf(answer: PayAnswer): 0 | 1 | -1 {
  if (answer.kind === 'paid') return 0;
  return answer.kind === 'refused' ? 1 : -1;
}
