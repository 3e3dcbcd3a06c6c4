import { useEffect, useEffectEvent } from 'react';
import { recentOrder } from '../../api/use-order.ts';
import { track } from '../../browser/event-queue.ts';
import { goToHost, goToPage, hostAddress } from '../../browser/page-address.ts';
import { storedLeft } from '../../browser/storage/purchase.ts';
import { usePageScope } from '../../page-scope.ts';
import { leaveGuarded } from '../../ui/back-guard.ts';

/** Loaded on demand, because few payers go to another host. */
export const fetchWalletParts = () => import('./wallet-parts.tsx');

async function addressThere(host: string): Promise<string | null> {
  return (await fetchWalletParts()).addressToPayAt(host);
}

const LOOK_AGAIN_AFTER_MS = 3_000;

/** A payer back from the other host sees the order authorised there, not a page to pay again. Polls until the server answers. */
export function useComeBack(onShown: () => void): void {
  const show = useEffectEvent(onShown);
  const page = usePageScope();
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async (): Promise<void> => {
      const left = storedLeft.read();
      if (left?.to !== 'host') return;
      const { orderId, isAnswered } = await recentOrder(left.atMs, Date.now());
      // If the payer has gone on to another payment, this page does not interrupt it.
      if (isOver) return;
      if (!isAnswered) {
        again = setTimeout(() => void look(), LOOK_AGAIN_AFTER_MS);
        return;
      }
      storedLeft.forget();
      // A page load instead of a navigation, because this page's machine is still at the start of the purchase, which
      // is over.
      if (orderId !== null) leaveGuarded(page, () => goToPage(`/pay-step?order_id=${orderId}`, 'replace'));
    };
    // When the payer comes back, the browser may restore this page from its cache.
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      show();
      void look();
    };
    void look();
    addEventListener('pageshow', onShow);
    return () => {
      isOver = true;
      clearTimeout(again);
      removeEventListener('pageshow', onShow);
    };
  }, [page]);
}

/** Takes a payer who wants the wallet to our host on which its sheet may be opened. False: there is no way to it. */
export async function leaveForHost(host: string): Promise<boolean> {
  const address = await addressThere(host).catch(() => null);
  if (address === null || hostAddress(address, [host]) === null) {
    track(new ErrorEvent('error', { message: `nobody could be taken to ${host}, where the wallet pays` }));
    return false;
  }
  storedLeft.write({ atMs: Date.now(), to: 'host' });
  goToHost(address, [host]);
  return true;
}
