import type { OrderState } from './order-state.ts';

/** [ORD-22] The states that a receipt shows to anybody: of the money and the goods, without the payment attempts. */
export const RECEIPT_STATES = ['pending', 'arriving', 'delivered', 'refunded', 'not-done'] as const;

export type ReceiptState = (typeof RECEIPT_STATES)[number];

/** A chargeback is shown as a refund, because other readers of a receipt need not know of a dispute. */
const STATE_SHOWN = {
  created: 'pending',
  'awaiting-payer': 'pending',
  pending: 'pending',
  paid: 'arriving',
  delivering: 'arriving',
  delivered: 'delivered',
  refused: 'not-done',
  cancelled: 'not-done',
  expired: 'not-done',
  refunded: 'refunded',
  'charged-back': 'refunded',
} as const satisfies Record<OrderState, ReceiptState>;

export function receiptState(state: OrderState): ReceiptState {
  return STATE_SHOWN[state];
}
