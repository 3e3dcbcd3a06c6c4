import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/postgres.ts';
import type { StoredOrder } from '../store/order.store.ts';

interface NewsDeps {
  readonly now: Clock;
  readonly newId: () => string;
}

/**
 * Port to whoever tells a payer the news of an order. Each is called in the transaction that makes the news true, with the order
 * locked, and is harmless to repeat. Handed in, so that orders know no mail.
 */
export interface OrderNews {
  delivered(tx: Tx, deps: NewsDeps, order: StoredOrder): Promise<void>;
  /** Paid, and not delivered within the limit that the operator promises. */
  late(tx: Tx, deps: NewsDeps, order: StoredOrder): Promise<void>;
  /** A return of its money is on record. Which of them a payer is told is the port's to decide. */
  returned(tx: Tx, deps: NewsDeps, order: StoredOrder): Promise<void>;
}
