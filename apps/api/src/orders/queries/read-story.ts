import {
  isOrderId,
  orderNumber,
  readOrderNumber,
  type BookEntry,
  type LegalVersions,
  type OrderId,
  type ReturnFact,
} from '@jawhara/domain';
import { writtenBooks } from '../../ledger/ledger.store.ts';
import type { Reader } from '../../platform/postgres.ts';
import { agreedVersionsOf, ordersByNumber, storyOf, type StoryLine } from '../store/order-story.store.ts';
import { orderById, requireOrder, type StoredOrder } from '../store/order.store.ts';
import { attemptsOf, type Attempt } from '../store/payment.store.ts';
import { refundsOf, type RefundOnRecord } from '../store/refund.store.ts';
import { returnsOfOrder } from '../store/return.store.ts';
import { webhooksOf, type WebhookLine } from '../store/webhook.store.ts';

/** Orders by id, or by the short number that a payer reads out. Null for text that is neither. */
export async function findOrders(db: Reader, typed: string): Promise<OrderId[] | null> {
  const text = typed.trim();
  if (isOrderId(text)) return (await orderById(db, text)) === null ? [] : [text];
  const lastBits = readOrderNumber(text);
  return lastBits === null ? null : ordersByNumber(db, lastBits);
}

export interface OrderStory {
  readonly number: string;
  readonly order: StoredOrder;
  /** Versions of the legal texts that the payer was shown. */
  readonly agreed: LegalVersions | null;
  readonly story: readonly StoryLine[];
  readonly attempts: readonly Attempt[];
  readonly refunds: readonly RefundOnRecord[];
  readonly returns: readonly ReturnFact[];
  readonly notifications: readonly WebhookLine[];
  readonly books: readonly BookEntry[];
}

/** For support: all events of an order, by its id or by the number that a payer reads out. Null for text that is neither. */
export async function readStory(db: Reader, typed: string): Promise<OrderStory[] | null> {
  const ids = await findOrders(db, typed);
  if (ids === null) return null;
  return Promise.all(
    ids.map(async (id) => ({
      number: orderNumber(id),
      order: await requireOrder(db, id),
      agreed: await agreedVersionsOf(db, id),
      story: await storyOf(db, id),
      attempts: await attemptsOf(db, id),
      refunds: await refundsOf(db, id),
      returns: await returnsOfOrder(db, id),
      notifications: await webhooksOf(db, id),
      books: await writtenBooks(db, id),
    })),
  );
}
