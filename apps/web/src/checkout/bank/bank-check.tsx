import { isOrderId, type OrderId, type PayerProof } from '@jawhara/domain';
import { useEffect, useRef, useState } from 'react';
import { outsideAddress } from '../../browser/page-address.ts';
import { Note } from '../../ui/note.tsx';
import { useOnline } from '../../ui/offline-banner.tsx';
import { word } from '../../words/word.ts';
import { BankFailed, useIsOverdue } from './bank-failed.tsx';

/** The type of the message that /bank-return.html posts to the page that holds it. */
const BANK_RETURNED = 'bank-returned';

interface BankReturn {
  readonly orderId: OrderId;
  /** Parameters that the bank added to the redirect. */
  readonly proof: PayerProof | null;
}

/** The order whose payer came back from the bank; null unless the message is from our own return page. */
export function readBankMessage(event: MessageEvent<unknown>, ownOrigin: string): BankReturn | null {
  if (event.origin !== ownOrigin) return null;
  const { data } = event;
  if (typeof data !== 'object' || data === null) return null;
  const { type, orderId, redirectResult } = data as Record<string, unknown>;
  if (type !== BANK_RETURNED || typeof orderId !== 'string' || !isOrderId(orderId)) return null;
  const proof = typeof redirectResult === 'string' && redirectResult !== '' ? { redirectResult } : null;
  return { orderId, proof };
}

interface BankCheckProps {
  orderId: OrderId;
  url: string;
  onCancel: () => void;
  onReturned: (orderId: OrderId, proof: PayerProof | null) => void;
}

/**
 * The permissions of the frame with the bank's page. It can replace our page, for example with the bank's app, only after a
 * press.
 */
const FRAME_MAY = [
  'allow-forms',
  'allow-scripts',
  'allow-same-origin',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-top-navigation-by-user-activation',
].join(' ');

/**
 * A frame loaded offline stays empty, so it is loaded again when online. Any other frame is not loaded again, because the payer
 * may have typed in it.
 */
function useLoadedAnew() {
  const isOnline = useOnline();
  const [loads, setLoads] = useState(1);
  const [openLoad, setOpenLoad] = useState<number | null>(null);
  const isEmpty = useRef(!isOnline);
  const loadAgain = (): void => setLoads((count) => count + 1);
  useEffect(() => {
    if (!isOnline || !isEmpty.current) return;
    isEmpty.current = false;
    setLoads((count) => count + 1);
  }, [isOnline]);
  const onLoad = (): void => {
    isEmpty.current = !navigator.onLine;
    if (navigator.onLine) setOpenLoad(loads);
  };
  return { loads, isOpen: openLoad === loads, loadAgain, onLoad };
}

/** The bank's page inside ours, with the instructions pinned above it. */
export function BankCheck({ orderId, url, onReturned, onCancel }: BankCheckProps) {
  const { loads, isOpen, loadAgain, onLoad } = useLoadedAnew();
  const isOverdue = useIsOverdue(isOpen, loads);
  useEffect(() => {
    const onMessage = (event: MessageEvent<unknown>): void => {
      const returned = readBankMessage(event, location.origin);
      if (returned?.orderId === orderId) onReturned(orderId, returned.proof);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [orderId, onReturned]);
  return (
    <div className="col gap-20" data-testid="bank-check">
      {isOverdue ? (
        <BankFailed orderId={orderId} onRetry={loadAgain} onCancel={onCancel} />
      ) : (
        <Note kind="info" icon="shield-check" isLive>
          {word('progress.bankCheck')}
        </Note>
      )}
      <iframe
        key={loads}
        hidden={isOverdue}
        onLoad={onLoad}
        className="h-[max(26rem,70vh)] w-full rounded-l border-0 bg-surface shadow-1 pc:h-[640px]"
        src={outsideAddress(url) ?? undefined}
        title={word('bank.title')}
        sandbox={FRAME_MAY}
        allow="payment; publickey-credentials-get"
        referrerPolicy="strict-origin"
        data-testid="bank-frame"
      />
    </div>
  );
}
