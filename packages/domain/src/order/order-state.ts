/**
 * The states of an order and their allowed moves. A payment that a provider confirms is delivered even after the order was
 * given up, because the payer's money was taken. `paid`: nothing was delivered. `delivering`: a remote service was asked to
 * deliver and its answer is unknown, so the goods may have arrived. A delivery in our own database skips this state: it
 * moves the order from paid to delivered at once.
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

export function isOrderState(text: string): text is OrderState {
  return Object.hasOwn(ORDER_MOVES, text);
}

/** The states from which an order may move to `to`, for the WHERE clause of the UPDATE that moves it. */
export function statesThatMayBecome(to: OrderState): OrderState[] {
  return STATES.filter((from) => (ORDER_MOVES[from] as readonly OrderState[]).includes(to));
}

/** True while an answer of the payer, the bank or the provider is missing. */
export function isUndecided(state: OrderState): boolean {
  return state === 'created' || state === 'awaiting-payer' || state === 'pending';
}

/** Paid, and the goods are not delivered yet or in delivery. */
export function isToDeliver(state: OrderState): state is 'paid' | 'delivering' {
  return state === 'paid' || state === 'delivering';
}

export function isPaid(state: OrderState): boolean {
  return isToDeliver(state) || state === 'delivered';
}

/**
 * The order ended before the money arrived. A provider's confirmation after that is late, still counts, and is reported to
 * operators.
 */
export function isClosedUnpaid(state: OrderState): boolean {
  return state === 'refused' || state === 'cancelled' || state === 'expired';
}

/** States without a payment to follow: the order is new or ended unpaid. A page that reopens skips such orders. */
export const NOT_AGREED_STATES: readonly OrderState[] = STATES.filter(
  (state) => state === 'created' || isClosedUnpaid(state),
);

/** True if the goods were delivered, and also if all of the money went back before they were. */
export function isHonoured(state: OrderState): boolean {
  return state === 'delivered' || state === 'refunded' || state === 'charged-back';
}

/**
 * The states for pages and receipts. `delivering` is left out, because the payer need not know it and pages of older
 * releases do not.
 */
export type PayerOrderState = Exclude<OrderState, 'delivering'>;

export const PAYER_ORDER_STATES = STATES.filter((state) => state !== 'delivering');

export function payerState(state: OrderState): PayerOrderState {
  return state === 'delivering' ? 'paid' : state;
}
