import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/postgres.ts';
import type { StoredOrder } from '../store/order.store.ts';

interface NewsDeps {
  readonly now: Clock;
  readonly newId: () => string;
}

/**
 * Port to the messages that a payer gets about an order. Each method runs in the transaction that makes the news true, with
 * the order locked, and is harmless to repeat. Passed in, so that orders know no mail.
 */
export interface OrderNews {
  delivered(tx: Tx, deps: NewsDeps, order: StoredOrder): Promise<void>;
  /** Paid, and not delivered within the promised limit. */
  late(tx: Tx, deps: NewsDeps, order: StoredOrder): Promise<void>;
  /** A refund or dispute of the order's money is recorded, or the payment of one that was recorded before. The port decides which of them the payer hears about. */
  returned(tx: Tx, deps: NewsDeps, order: StoredOrder): Promise<void>;
}
