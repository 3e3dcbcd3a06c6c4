import { useEffect } from 'react';
import { storedLogin } from '../../browser/storage/login.ts';
import { storedLastOrderId } from '../../browser/storage/purchase.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { whenIdle } from '../../browser/waits.ts';
import { usePageScope } from '../../page-scope.ts';
import { readRecentOrders } from './recent-orders.ts';

/** On this device, or with the account that is signed in on it. */
export function useMayHaveOrdered(): boolean {
  const hasOrdered = useStored(storedLastOrderId) !== null;
  return useStored(storedLogin) !== null || hasOrdered;
}

/** Reads them when the page is idle, and again when the payer comes back to it: another tab or device may have paid meanwhile. */
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
