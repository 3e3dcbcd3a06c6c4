import type { AccountId, OrderId, OrderState } from '@jawhara/domain';
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

/** The traits that an operator knows of an order; null where one is not known. */
export interface OrderTraits {
  readonly providerPaymentId: string | null;
  readonly accountId: AccountId | null;
  readonly last4: string | null;
  readonly state: OrderState | null;
  readonly from: Date | null;
  readonly before: Date | null;
}

/** As many are read for each trait, so that a wide search costs no more than a narrow one. */
const CANDIDATES_MAX = 500;
export const FOUND_MAX = 50;

/** Dates after this year make no id that PostgreSQL could compare. */
const END_OF_TIME = new Date('9999-01-01T00:00:00Z');

function rangeOf({ from, before }: OrderTraits): IdRange {
  return { from: firstIdAt(from ?? new Date(0)), before: firstIdAt(before ?? END_OF_TIME) };
}

/** A list of candidates for each trait that an index serves; orders that are in all lists are meant. */
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
  /** There may be more: a list of candidates was longer than what is read of it, or the answer than what is shown. */
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
