import { useCallback, useEffect, useState } from 'react';
import { recentOrder } from '../../api/use-order.ts';
import type { OfferedWallet } from '../../checkout/methods/wallet/use-wallet.ts';
import { track } from '../../browser/event-queue.ts';
import { goToHost, goToPage, hostAddress } from '../../browser/page-address.ts';
import { storedLeft } from '../../browser/storage/purchase.ts';
import { leaveGuarded } from '../../ui/back-guard.ts';

/** What it takes to go, loaded for the few who do. */
async function addressThere(host: string): Promise<string | null> {
  const { addressToPayAt } = await import('../../backup-hosts/pay-on-other-host.ts');
  return addressToPayAt(host);
}

interface PayableHost {
  readonly isLeaving: boolean;
  /** False: the wallet pays here, or nowhere. */
  readonly go: () => boolean;
}

const LOOK_AGAIN_AFTER_MS = 3_000;
/** Longer than a slow line needs: whoever begins to pay here must not be taken away in the middle of it. */
const STOPPED_AFTER_MS = 30_000;

/** Whoever comes back from there sees the order they agreed to, not a page that would let them pay it again. Asked until somebody says. */
function useComeBack(show: () => void): void {
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async (): Promise<void> => {
      const left = storedLeft.read();
      if (left?.to !== 'host') return;
      const { orderId, isAnswered } = await recentOrder(left.atMs, Date.now());
      // Whoever has gone on to another payment is not taken out of it.
      if (isOver) return;
      if (!isAnswered) {
        again = setTimeout(() => void look(), LOOK_AGAIN_AFTER_MS);
        return;
      }
      storedLeft.forget();
      // Loaded, not stepped to: this page has only just begun with the purchase that is over.
      if (orderId !== null) leaveGuarded(() => goToPage(`/pay-step?order_id=${orderId}`, 'replace'));
    };
    // The browser may show this very page as it was left.
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
  }, [show]);
}

/** Takes whoever wants the wallet to the host of ours on which its sheet may be opened, and meets them when they come back. */
export function usePayableHost({ walletHost, giveUp }: OfferedWallet): PayableHost {
  const [isLeaving, setIsLeaving] = useState(false);
  useComeBack(useCallback(() => setIsLeaving(false), []));
  const leave = async (host: string): Promise<void> => {
    const address = await addressThere(host).catch(() => null);
    if (address !== null && hostAddress(address, [host]) !== null) {
      storedLeft.write({ atMs: Date.now(), to: 'host' });
      goToHost(address, [host]);
      // A loading that somebody stopped leaves the page as it was.
      return void setTimeout(() => setIsLeaving(false), STOPPED_AFTER_MS);
    }
    track(new ErrorEvent('error', { message: `nobody could be taken to ${host}, where the wallet pays` }));
    setIsLeaving(false);
    return giveUp();
  };
  return {
    isLeaving,
    go() {
      if (walletHost === null) return false;
      if (!isLeaving) {
        setIsLeaving(true);
        void leave(walletHost);
      }
      return true;
    },
  };
}
