import {
  isOrderId,
  orderNumber,
  readOrderNumber,
  type AccountId,
  type OrderId,
  type OrderState,
  type BookEntry,
  type LegalVersions,
  type ReturnFact,
} from '@jawhara/domain';
import type { Reader } from '../../platform/postgres.ts';
import { firstIdAt } from '../../platform/time-ordered-id.ts';
import {
  orderIdsForRecipient,
  orderIdsOfCard,
  orderIdsOfOwner,
  orderIdsOfPayment,
  orderIdsOfTime,
  orderLines,
  type IdRange,
  type OrderLine,
} from '../store/found-order.store.ts';
import { writtenBooks } from '../../ledger/ledger.store.ts';
import { agreedVersionsOf, ordersByNumber, storyOf, type StoryLine } from '../store/order-story.store.ts';
import { orderById, requireOrder, type StoredOrder } from '../store/order.store.ts';
import { attemptsOf, type Attempt } from '../store/payment.store.ts';
import { refundsOf, type RefundOnRecord } from '../store/refund.store.ts';
import { returnsOfOrder } from '../store/return.store.ts';
import { webhooksOf, type WebhookLine } from '../store/webhook.store.ts';

/** The traits that an operator knows of an order; null where one is not known. */
export interface OrderTraits {
  readonly providerPaymentId: string | null;
  readonly accountId: AccountId | null;
  readonly last4: string | null;
  readonly state: OrderState | null;
  readonly from: Date | null;
  readonly before: Date | null;
}

/** The most orders that are read for each trait, so that a wide search costs no more than a narrow one. */
const CANDIDATES_MAX = 500;
export const FOUND_MAX = 50;

/** Later dates would give no id that PostgreSQL could compare. */
const END_OF_TIME = new Date('9999-01-01T00:00:00Z');

function rangeOf({ from, before }: OrderTraits): IdRange {
  return { from: firstIdAt(from ?? new Date(0)), before: firstIdAt(before ?? END_OF_TIME) };
}

/** A list of candidates for each trait that an index serves. The search keeps the orders that are in all lists. */
function candidateLists(db: Reader, traits: OrderTraits): Promise<OrderId[][]> {
  const range = rangeOf(traits);
  const { providerPaymentId, accountId, last4 } = traits;
  const lists: Promise<OrderId[]>[] = [];
  if (providerPaymentId !== null) lists.push(orderIdsOfPayment(db, providerPaymentId, CANDIDATES_MAX));
  if (last4 !== null) lists.push(orderIdsOfCard(db, last4, range, CANDIDATES_MAX));
  if (accountId !== null)
    lists.push(
      Promise.all([
        orderIdsForRecipient(db, accountId, range, CANDIDATES_MAX),
        orderIdsOfOwner(db, accountId, range, CANDIDATES_MAX),
      ]).then((both) => both.flat()),
    );
  if (lists.length === 0) lists.push(orderIdsOfTime(db, range, CANDIDATES_MAX));
  return Promise.all(lists);
}

export interface FoundOrders {
  readonly orders: readonly OrderLine[];
  /** Whether there may be more: a list of candidates was longer than what is read of it, or the answer than what is shown. */
  readonly isCut: boolean;
}

/** Orders that have all of the traits, the newest first. */
export async function findOrdersByTraits(db: Reader, traits: OrderTraits): Promise<FoundOrders> {
  const lists = await candidateLists(db, traits);
  const [first = [], ...others] = lists;
  const ids = [...new Set(first)].filter((id) => others.every((list) => list.includes(id)));
  const wanted = { ...rangeOf(traits), state: traits.state };
  const orders = await orderLines(db, ids, wanted, FOUND_MAX + 1);
  return {
    orders: orders.slice(0, FOUND_MAX),
    isCut: orders.length > FOUND_MAX || lists.some(({ length }) => length >= CANDIDATES_MAX),
  };
}

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
