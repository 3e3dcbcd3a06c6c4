import type { OrderQuery, OrderRow, OwnOrders } from '@jawhara/contract';
import {
  EARLIER_ORDERS_MAX,
  findInOrderNumber,
  isOrderSearch,
  orderNumber,
  ORDERS_PAGE_MAX,
  payerState,
  recipientOf,
  type Owner,
} from '@jawhara/domain';
import { accountsByIds } from '../../accounts/account.store.ts';
import type { Reader } from '../../platform/postgres.ts';
import { hasDeclinedJoin, ordersOf, type OwnOrder } from '../store/own-orders.store.ts';

/** The most orders that a search by number reads: more than any caller has. */
const SEARCHED_MAX = 1_000;

async function rowsOf(db: Reader, orders: readonly OwnOrder[]): Promise<OrderRow[]> {
  const accounts = await accountsByIds(db, [...new Set(orders.map(({ recipientId }) => recipientId))]);
  const faces = new Map(accounts.map((account) => [account.id, recipientOf(account)]));
  return orders.flatMap(({ id, recipientId, purpose, payType, priceUsdCents, gems, createdAt, state }) => {
    const recipient = faces.get(recipientId);
    if (recipient === undefined) return [];
    const order = { orderId: id, purpose, payType, priceUsdCents, gems, createdAt };
    return [{ ...order, recipient, state: payerState(state) }];
  });
}

/** [ORD-19] Reads a page and one order more, to see if there are older ones. */
async function findPage(
  db: Reader,
  owner: Owner,
  { group, number, before }: OrderQuery,
): Promise<OwnOrder[]> {
  const most = ORDERS_PAGE_MAX + 1;
  if (number === null || !isOrderSearch(number)) return ordersOf(db, owner, { group, before, most });
  const all = await ordersOf(db, owner, { group, before, most: SEARCHED_MAX });
  return all.filter(({ id }) => findInOrderNumber(orderNumber(id), number) !== null).slice(0, most);
}

/** Orders of this device without an account, which the signed-in account may claim; none after it declined. */
async function earlierOrders(db: Reader, { device, accountId }: Owner): Promise<OwnOrder[]> {
  if (accountId === null || (await hasDeclinedJoin(db, { device, accountId }))) return [];
  return ordersOf(db, { device, accountId: null }, { most: EARLIER_ORDERS_MAX });
}

export async function listOrders(db: Reader, owner: Owner, query: OrderQuery): Promise<OwnOrders> {
  const found = await findPage(db, owner, query);
  return {
    of: owner.accountId === null ? 'device' : 'account',
    orders: await rowsOf(db, found.slice(0, ORDERS_PAGE_MAX)),
    hasOlder: found.length > ORDERS_PAGE_MAX,
    earlier: query.before === null ? await rowsOf(db, await earlierOrders(db, owner)) : [],
  };
}
