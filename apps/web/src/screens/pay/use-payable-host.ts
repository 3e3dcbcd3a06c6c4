import { useCallback, useEffect, useState } from 'react';
import { recentOrder } from '../../api/use-order.ts';
import type { OfferedWallet } from '../../checkout/methods/wallet/use-wallet.ts';
import { track } from '../../browser/event-queue.ts';
import { goToHost, goToPage, hostAddress } from '../../browser/page-address.ts';
import { storedLeft } from '../../browser/storage/purchase.ts';
import { leaveGuarded } from '../../ui/back-guard.ts';

/** Loaded on demand, because few payers go to another host. */
async function addressThere(host: string): Promise<string | null> {
  const { addressToPayAt } = await import('../../backup-hosts/pay-on-other-host.ts');
  return addressToPayAt(host);
}

interface PayableHost {
  readonly isLeaving: boolean;
  /** False: the wallet pays on this host, or on none. */
  readonly go: () => boolean;
}

const LOOK_AGAIN_AFTER_MS = 3_000;
/** Longer than a slow connection needs: a payer who begins to pay here must not be redirected in the middle of it. */
const STOPPED_AFTER_MS = 30_000;

/** A payer who comes back from the other host sees the order authorised there, not a page to pay it again. Polls until answered. */
function useComeBack(show: () => void): void {
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async (): Promise<void> => {
      const left = storedLeft.read();
      if (left?.to !== 'host') return;
      const { orderId, isAnswered } = await recentOrder(left.atMs, Date.now());
      // A payer who has gone on to another payment is not taken out of it.
      if (isOver) return;
      if (!isAnswered) {
        again = setTimeout(() => void look(), LOOK_AGAIN_AFTER_MS);
        return;
      }
      storedLeft.forget();
      // Loaded, not stepped to: this page has only just begun with the purchase that is over.
      if (orderId !== null) leaveGuarded(() => goToPage(`/pay-step?order_id=${orderId}`, 'replace'));
    };
    // The browser may restore this page as it was left.
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

/** Takes a payer who wants the wallet to our host on which its sheet may be opened, and shows the order when they come back. */
export function usePayableHost({ walletHost, giveUp }: OfferedWallet): PayableHost {
  const [isLeaving, setIsLeaving] = useState(false);
  useComeBack(useCallback(() => setIsLeaving(false), []));
  const leave = async (host: string): Promise<void> => {
    const address = await addressThere(host).catch(() => null);
    if (address !== null && hostAddress(address, [host]) !== null) {
      storedLeft.write({ atMs: Date.now(), to: 'host' });
      goToHost(address, [host]);
      // If the payer stops the loading, the page stays as it was.
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
