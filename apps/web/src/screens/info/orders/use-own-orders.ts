import { listOrders, type OrderRow, type OwnOrders } from '@jawhara/contract';
import {
  findInOrderNumber,
  GROUP_OF_STATE,
  isOrderSearch,
  isUndecided,
  orderNumber,
  type AccountId,
  type OrderGroup,
  type PayerOrderState,
} from '@jawhara/domain';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useQuery } from '../../../api/query-cache.ts';
import { storedOrders, type StoredOrder } from '../../../browser/storage/orders.ts';
import { useStored } from '../../../browser/storage/use-stored.ts';
import { useOnline } from '../../../ui/offline-banner.tsx';
import type { ListedOrder } from './order-row.tsx';

export interface OrderFilter {
  readonly group: OrderGroup | null;
  /** The search text as typed. Too few characters start no search. */
  readonly search: string;
}

export const NO_FILTER: OrderFilter = { group: null, search: '' };

export interface OrdersView {
  /** Null until the server has answered or could not be reached. */
  readonly orders: readonly ListedOrder[] | null;
  /** Orders of this device whose owner is unknown. */
  readonly earlier: readonly OrderRow[];
  readonly hasOlder: boolean;
  readonly isFetchingOlder: boolean;
  /** The server was not reached: the orders are what this device remembers. */
  readonly isFromDevice: boolean;
  /** When the orders shown were last read; null where they are current. */
  readonly asOf: Date | null;
  readonly showOlder: () => void;
  readonly refetch: () => void;
}

const LASTS_MS = 3_000;
const LOOK_AGAIN_EVERY_MS = 5_000;

const mayChange = (state: PayerOrderState): boolean => isUndecided(state) || state === 'paid';

/** Polls while an order may still change. */
function useLookAgain(isNeeded: boolean, look: () => void): void {
  const lookNow = useEffectEvent(look);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const timer = setInterval(() => lookNow(), LOOK_AGAIN_EVERY_MS);
    return () => clearInterval(timer);
  }, [isNeeded]);
}

interface Older {
  readonly orders: readonly OrderRow[];
  /** Whether the server has still older orders; null before an older page was read: then the first page's value applies. */
  readonly hasOlder: boolean | null;
  readonly isFetching: boolean;
}

const NONE_OLDER: Older = { orders: [], hasOlder: null, isFetching: false };

/** Pages after the first. They are read once: orders that may still change are among the newest. */
function useOlder(filter: OrderFilter) {
  const [older, setOlder] = useState(NONE_OLDER);
  async function fetchOlder(last: OrderRow | undefined): Promise<void> {
    if (older.isFetching || last === undefined) return;
    setOlder({ ...older, isFetching: true });
    const page = await askFor(filter, last);
    setOlder(
      page.kind === 'ok'
        ? {
            orders: [...older.orders, ...page.value.orders],
            hasOlder: page.value.hasOlder,
            isFetching: false,
          }
        : { ...older, isFetching: false },
    );
  }
  return { older, fetchOlder };
}

const askFor = ({ group, search }: OrderFilter, before: OrderRow | null) =>
  call(listOrders, {
    group,
    number: isOrderSearch(search) ? search : null,
    before: before?.orderId ?? null,
  });

/** The first page, and when the server answered it. */
type FirstPage = OwnOrders & { readonly readAt: Date };

async function askForFirst(filter: OrderFilter) {
  const answer = await askFor(filter, null);
  return answer.kind === 'ok' ? { ...answer, value: { ...answer.value, readAt: new Date() } } : answer;
}

const listed = (order: OrderRow): ListedOrder => ({ orderId: order.orderId, order });

function isChosen({ orderId, order }: ListedOrder, { group, search }: OrderFilter): boolean {
  if (group !== null && (order === null || GROUP_OF_STATE[order.state] !== group)) return false;
  return !isOrderSearch(search) || findInOrderNumber(orderNumber(orderId), search) !== null;
}

/** The stored orders that were placed here without a login or by this account. Orders of other accounts are left out. */
function rememberedOrders(stored: readonly StoredOrder[], account: AccountId | null, filter: OrderFilter) {
  const own = stored.filter(({ by }) => by === null || by === account);
  const seenAt = own.flatMap(({ seen }) => (seen === null ? [] : [seen.at.getTime()]));
  return {
    orders: own
      .map(({ orderId, seen }): ListedOrder => ({ orderId, order: seen?.order ?? null }))
      .filter((order) => isChosen(order, filter)),
    asOf: seenAt.length === 0 ? null : new Date(Math.min(...seenAt)),
  };
}

/** An order that has moved to the first page meanwhile is shown once. */
function withoutDoubles(first: readonly OrderRow[], older: readonly OrderRow[]): readonly OrderRow[] {
  const ids = new Set(first.map(({ orderId }) => orderId));
  return [...first, ...older.filter(({ orderId }) => !ids.has(orderId))];
}

/**
 * [ORD-19] The account's orders from all its devices, or the device's own; where the server is not reached, those
 * stored on the device.
 */
export function useOwnOrders(account: AccountId | null, filter: OrderFilter): OrdersView {
  const isOnline = useOnline();
  const stored = useStored(storedOrders) ?? [];
  const key = `orders ${account ?? 'device'} ${filter.group ?? ''} ${isOrderSearch(filter.search) ? filter.search : ''}`;
  const { value, problem, retry } = useQuery<FirstPage>(key, () => askForFirst(filter), LASTS_MS);
  const { older, fetchOlder } = useOlder(filter);
  const orders = value === null ? [] : withoutDoubles(value.orders, older.orders);
  useLookAgain(isOnline && orders.some(({ state }) => mayChange(state)), retry);
  const isLost = !isOnline || problem !== null;
  if (value === null) {
    const remembered = rememberedOrders(stored, account, filter);
    return {
      orders: isLost ? remembered.orders : null,
      earlier: [],
      hasOlder: false,
      isFetchingOlder: false,
      isFromDevice: isLost,
      asOf: isLost ? remembered.asOf : null,
      showOlder: () => undefined,
      refetch: retry,
    };
  }
  return {
    orders: orders.map(listed),
    earlier: value.earlier,
    hasOlder: older.hasOlder ?? value.hasOlder,
    isFetchingOlder: older.isFetching,
    isFromDevice: false,
    asOf: isLost ? value.readAt : null,
    showOlder: () => void fetchOlder(orders.at(-1)),
    refetch: retry,
  };
}
