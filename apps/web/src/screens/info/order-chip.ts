import type { OrderState } from '@jawhara/domain';
import type { WordId } from '../../words/ids/word-id.ts';

export interface OrderChip {
  readonly word: WordId;
  readonly tone: 'ok' | 'warn' | 'quiet';
}

const DONE: OrderChip = { word: 'orders.done', tone: 'ok' };
const PENDING: OrderChip = { word: 'orders.pending', tone: 'warn' };
const FAILED: OrderChip = { word: 'orders.failed', tone: 'quiet' };
const RETURNED: OrderChip = { word: 'orders.returned', tone: 'quiet' };

/** Paid, but the gems are not there yet. */
const ARRIVING: OrderChip = { word: 'orders.arriving', tone: 'ok' };

/** An order's state in one word. */
export const ORDER_CHIPS = {
  created: PENDING,
  'awaiting-payer': PENDING,
  pending: PENDING,
  paid: ARRIVING,
  delivered: DONE,
  refused: FAILED,
  cancelled: FAILED,
  expired: FAILED,
  refunded: RETURNED,
  'charged-back': RETURNED,
} as const satisfies Record<OrderState, OrderChip>;
