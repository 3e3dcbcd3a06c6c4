import { useEffect, useEffectEvent, useState } from 'react';
import { recentOrder } from '../../api/use-order.ts';
import { addressInBrowser } from '../../backup-hosts/pay-on-other-host.ts';
import type { HostApp } from '../../host-app/host-app.ts';
import { track } from '../../browser/event-queue.ts';
import { storedLeft } from '../../browser/storage/purchase.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNavigate } from '../../ui/navigation.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { showToast } from '../../ui/toast.ts';
import { word } from '../../words/word.ts';

const LOOK_EVERY_MS = 2_000;

/** Polls for an order while the purchase continues in the browser, and opens it here once its payer has authorised it. */
function useFollow(sinceMs: number | null): void {
  const navigate = useNavigate();
  const look = useEffectEvent(async (isOver: () => boolean): Promise<void> => {
    if (sinceMs === null || document.visibilityState === 'hidden') return;
    const { orderId } = await recentOrder(sinceMs, Date.now());
    if (orderId === null || isOver()) return;
    storedLeft.forget();
    navigate(`/pay-step?order_id=${orderId}`);
  });
  useEffect(() => {
    if (sinceMs === null) return undefined;
    let isOver = false;
    const timer = setInterval(() => void look(() => isOver), LOOK_EVERY_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [sinceMs]);
}

async function isOpened(app: HostApp): Promise<boolean> {
  const address = await addressInBrowser().catch(() => null);
  return address !== null && app.openBrowser(address);
}

interface PayInBrowserProps {
  app: HostApp;
  /** Calls `open` if nothing is missing for the payment; otherwise shows what is missing. */
  onPress: (open: () => void) => void;
}

/** Inside the app no wallet can be opened: the purchase continues in the phone's own browser, and this page follows it. */
export function PayInBrowser({ app, onPress }: PayInBrowserProps) {
  const left = useStored(storedLeft);
  const [isOpening, setIsOpening] = useState(false);
  const sinceMs = left?.to === 'browser' ? left.atMs : null;
  useFollow(sinceMs);
  const open = async (): Promise<void> => {
    setIsOpening(true);
    // Measured before the browser opens, so that a quick payment is not missed.
    const atMs = Date.now();
    const isOpen = await isOpened(app);
    setIsOpening(false);
    if (isOpen) return storedLeft.write({ atMs, to: 'browser' });
    track(new ErrorEvent('error', { message: 'nobody could be taken to the system browser' }));
    return showToast(word('method.walletOff'), 'info');
  };
  return (
    <>
      <button
        type="button"
        className="text-link mt-16"
        disabled={isOpening}
        onClick={() => onPress(() => void open())}
        data-testid="wallet-in-browser"
      >
        <Icon name="smartphone" size="s" /> {word('browser.pay')}
      </button>
      <Sheet isOpen={sinceMs !== null} onClose={() => storedLeft.forget()} title={word('browser.waitTitle')}>
        <div className="state-block" role="status" data-testid="wallet-followed">
          <Spinner />
          <p className="muted">{word('browser.waitBody')}</p>
        </div>
        <div className="sheet-actions">
          <Button variant="outline" busy={isOpening} onPress={() => void open()} testId="browser-again">
            {word('browser.again')}
          </Button>
        </div>
      </Sheet>
    </>
  );
}
