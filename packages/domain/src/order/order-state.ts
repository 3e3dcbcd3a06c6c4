/**
 * The life of an order. Whatever a provider confirms as paid is delivered, even after we had given the order up:
 * the money is gone from the payer's card, and keeping it for nothing would be the only wrong answer.
 *
 * `paid`: nothing was delivered. `delivering`: a remote service was asked to deliver and its answer is not known, so the goods may
 * have arrived. A delivery inside our own database needs no such state: it moves the order from paid to delivered at once.
 */
export const ORDER_MOVES = {
  created: ['awaiting-payer', 'pending', 'paid', 'refused', 'cancelled', 'expired'],
  'awaiting-payer': ['pending', 'paid', 'refused', 'cancelled', 'expired'],
  pending: ['awaiting-payer', 'paid', 'refused', 'cancelled', 'expired'],
  paid: ['delivering', 'delivered', 'refunded', 'charged-back'],
  delivering: ['paid', 'delivered', 'refunded', 'charged-back'],
  delivered: ['refunded', 'charged-back'],
  refused: ['paid'],
  cancelled: ['paid'],
  expired: ['paid'],
  refunded: ['paid', 'delivered', 'charged-back'],
  'charged-back': ['paid', 'delivered', 'refunded'],
} as const satisfies Record<string, readonly string[]>;

export type OrderState = keyof typeof ORDER_MOVES;

const STATES = Object.keys(ORDER_MOVES) as OrderState[];

/** For the guard of the one UPDATE that makes a move. */
export function statesThatMayBecome(to: OrderState): OrderState[] {
  return STATES.filter((from) => (ORDER_MOVES[from] as readonly OrderState[]).includes(to));
}

/** True while the payer, the bank or the provider still owes an answer. */
export function isUndecided(state: OrderState): boolean {
  return state === 'created' || state === 'awaiting-payer' || state === 'pending';
}

/** Paid, and the goods are still owed or on their way. */
export function isToDeliver(state: OrderState): state is 'paid' | 'delivering' {
  return state === 'paid' || state === 'delivering';
}

export function isPaid(state: OrderState): boolean {
  return isToDeliver(state) || state === 'delivered';
}

/** Given up before the money came: a confirmation now is late, counts all the same, and is reported. */
export function isClosedUnpaid(state: OrderState): boolean {
  return state === 'refused' || state === 'cancelled' || state === 'expired';
}

/** Its payer has agreed to nothing, or to nothing any more: no page that comes late has anything to follow. */
export const NOT_AGREED_STATES: readonly OrderState[] = STATES.filter(
  (state) => state === 'created' || isClosedUnpaid(state),
);

/** True once the thing paid for was delivered, whatever became of the money afterwards. */
export function isHonoured(state: OrderState): boolean {
  return state === 'delivered' || state === 'refunded' || state === 'charged-back';
}

/** The states that pages and receipts know. How a delivery is made is no concern of the payer, and pages of older releases must read it. */
export type PayerOrderState = Exclude<OrderState, 'delivering'>;

export const PAYER_ORDER_STATES = STATES.filter((state) => state !== 'delivering');

export function payerState(state: OrderState): PayerOrderState {
  return state === 'delivering' ? 'paid' : state;
}
