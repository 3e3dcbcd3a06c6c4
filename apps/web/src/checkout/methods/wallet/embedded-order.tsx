import '../../../words/load-wallet.ts';
import { useEffect, useState } from 'react';
import { Sheet } from '../../../ui/sheet.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { word } from '../../../words/word.ts';
import type { PurchaseState } from '../../machine/purchase/purchase-state.ts';
import { BUTTON_PLACE } from './payermax-button.ts';
import { waitSentence } from './wallet-wait.tsx';

interface EmbeddedOrderProps {
  purchase: PurchaseState;
  onClose: () => void;
}

/** The provider draws into a place that React leaves alone, whenever its script has come. */
function useDrawn(): boolean {
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    const place = document.getElementById(BUTTON_PLACE);
    if (place === null) return undefined;
    const look = new MutationObserver(() => setIsDrawn(place.childElementCount > 0));
    look.observe(place, { childList: true });
    return () => look.disconnect();
  }, []);
  return isDrawn;
}

/**
 * The order is placed, then the provider's button appears and waits to be pressed. The dialog stays open throughout: a button
 * that is removed from the page cannot receive the result. Closing the dialog cancels the order, until the payer has agreed.
 */
export function EmbeddedOrder({ purchase, onClose }: EmbeddedOrderProps) {
  const isDrawn = useDrawn();
  const isWaiting = purchase.at === 'sheet-button' && isDrawn;
  const isBefore = purchase.at === 'tokenising' || purchase.at === 'placing';
  const isCancelable = isBefore || purchase.at === 'sheet-validating' || purchase.at === 'sheet-button';
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={word('method.applePay')}
      isCancelable={isCancelable}
      // Removing the Back guard goes back in the history, which would undo the navigation to the result.
      guardsBack={false}
    >
      <div className="state-block" role="status" data-testid="embedded-order">
        {!isWaiting && <Spinner />}
        <p className="strong">{word(waitSentence(purchase) ?? 'progress.walletSession')}</p>
      </div>
      <div id={BUTTON_PLACE} hidden={!isWaiting} data-testid="embedded-button" />
    </Sheet>
  );
}
