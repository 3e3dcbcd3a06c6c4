import { listOrders, type OrderRow, type OwnOrders, type RepeatQuestion } from '@jawhara/contract';
import { repeatReason, type Purchase } from '@jawhara/domain';
import { call } from '../../api/call.ts';
import { createQueryCache } from '../../api/query-cache.ts';
import { storedOrders } from '../../browser/storage/orders.ts';
import { type PageScope, usePageScope } from '../../page-scope.ts';
import { createRepeatConsents } from './repeat-consents.ts';
import { useEffect } from 'react';
import { storedLogin } from '../../browser/storage/login.ts';
import { storedLastOrderId } from '../../browser/storage/purchase.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { whenIdle } from '../../browser/waits.ts';

const KEY = 'recent orders';
const FRESH_MS = 5_000;
/** A press waits at most this long for the recent orders: the server checks for repeats again when the order is placed. */
const READ_WITHIN_MS = 2_000;

const ask = () =>
  call(listOrders, { group: null, number: null, before: null }, { isAside: true, timeoutMs: READ_WITHIN_MS });

/**
 * [ORD-20] Reads the recent orders of this device and of the account ahead of time: whether a purchase repeats one of them must
 * be known within the press that opens a wallet.
 */
export function readRecentOrders(page: PageScope): void {
  page.get(createQueryCache).fetchIfStale(KEY, ask, FRESH_MS);
}

/** Reads the recent orders again after a payment. */
export function rereadRecentOrders(page: PageScope): void {
  void page.get(createQueryCache).refetch(KEY, ask);
}

function isRepeated(row: OrderRow, goods: Purchase, now: Date): boolean {
  const { purpose, state, payType, priceUsdCents, recipient, createdAt: at } = row;
  const earlier = { purpose, state, payType, priceUsdCents, recipientId: recipient.accountId, at };
  return repeatReason(goods, { ...earlier, hasWalletToken: false }, now) !== null;
}

/**
 * The order that the purchase would repeat without the payer's consent, by the server's last answer; null where there
 * is none.
 */
export function findRepeat(page: PageScope, goods: Purchase, now: Date): RepeatQuestion | null {
  const { value } = page.get(createQueryCache).queryState<OwnOrders>(KEY);
  const confirmed = page.get(createRepeatConsents).find(goods);
  const rows = value === null ? [] : [...value.orders, ...value.earlier];
  const order = rows.find(
    (row) => isRepeated(row, goods, now) && (confirmed === null || row.orderId > confirmed),
  );
  if (order === undefined) return null;
  const isHere = storedOrders.read()?.some(({ orderId }) => orderId === order.orderId) ?? false;
  return { order, from: isHere ? 'device' : 'account', repeatOf: order.orderId };
}

/** Like `findRepeat`, for a press that may wait until the orders are read. */
export async function readRepeat(
  page: PageScope,
  goods: Purchase,
  now: Date,
): Promise<RepeatQuestion | null> {
  const cache = page.get(createQueryCache);
  if (cache.queryState<OwnOrders>(KEY).value === null) {
    const answer = await ask();
    if (answer.kind === 'ok') cache.setData(KEY, answer.value);
  }
  return findRepeat(page, goods, now);
}

/** Whether this device, or the account signed in on it, may have ordered before. */
export function useMayHaveOrdered(): boolean {
  const hasOrdered = useStored(storedLastOrderId) !== null;
  return useStored(storedLogin) !== null || hasOrdered;
}

/**
 * Reads the recent orders when the page is idle, and again when the payer comes back to it: another tab or device may
 * have paid meanwhile.
 */
export function useRecentOrders(isNeeded: boolean): void {
  const page = usePageScope();
  useEffect(() => {
    if (!isNeeded) return undefined;
    whenIdle(() => readRecentOrders(page));
    const onShown = (): void => {
      if (document.visibilityState === 'visible') readRecentOrders(page);
    };
    document.addEventListener('visibilitychange', onShown);
    return () => document.removeEventListener('visibilitychange', onShown);
  }, [page, isNeeded]);
}
