import { useEffect, useState } from 'react';
import { isEmbeddedWallet, type PayType } from '@jawhara/domain';
import { Sheet } from '../../../ui/sheet.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { word } from '../../../words/word.ts';
import type { PurchaseState, EntryProblem } from '../../machine/purchase/purchase-state.ts';
import { BUTTON_PLACE } from './payermax-button.ts';
import { waitSentence, WalletWait } from './wallet-wait.tsx';
import { BadgeIcon } from '../../../ui/marks.tsx';
import { Button } from '../../../ui/button.tsx';
import { problemSentence } from '../card/problem-note.tsx';
import { OrderStrip, type OrderSummary } from '../../parts/order-strip.tsx';
import { useChoice } from '../../parts/use-fine-choice.ts';
import type { WalletOverProps } from '../../parts/wallet-kit.tsx';
import { isWalletOpen } from '../../machine/purchase/purchase-view.ts';

interface EmbeddedOrderProps {
  purchase: PurchaseState;
  order: OrderSummary | null;
  onClose: () => void;
}

/** Whether the provider's script has drawn its button into the element, whose content React does not touch. */
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
 * The order is created, then the provider's button appears and waits for a press. The dialog stays open throughout: a
 * button removed from the page cannot receive the result. Until the payer has agreed, closing the dialog cancels the order.
 */
function EmbeddedOrder({ purchase, order, onClose }: EmbeddedOrderProps) {
  const isDrawn = useDrawn();
  const isWaiting = purchase.at === 'sheet-button' && isDrawn;
  // Until the button is pressed no window of the wallet is open, so the sentence must not mention one.
  const sentence =
    purchase.at === 'sheet-button'
      ? 'progress.walletSession'
      : (waitSentence(purchase) ?? 'progress.walletSession');
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
      {order !== null && <OrderStrip order={order} />}
      <div className="state-block" role="status" data-testid="embedded-order">
        {!isWaiting && (
          <>
            <Spinner />
            <p className="strong">{word(sentence)}</p>
          </>
        )}
      </div>
      <div id={BUTTON_PLACE} hidden={!isWaiting} data-testid="embedded-button" />
    </Sheet>
  );
}

interface EmbeddedResultProps {
  problem: EntryProblem;
  payType: PayType;
  onAgain: () => void;
}

/** Why the order of an embedded wallet failed, with a button to try again. After it is closed, only the page shows the reason. */
function EmbeddedResult({ problem, payType, onAgain }: EmbeddedResultProps) {
  const [closed, setClosed] = useState<EntryProblem | null>(null);
  if (closed === problem) return null;
  const close = (): void => setClosed(problem);
  return (
    <Sheet
      isOpen
      onClose={close}
      title={word('method.applePay')}
      isTitleHidden
      art={<BadgeIcon icon="circle-alert" tone="warn" />}
    >
      <p className="text-center" data-testid="embedded-result">
        {problemSentence(problem, payType)}
      </p>
      <div className="sheet-actions">
        <Button onPress={onAgain} testId="embedded-again">
          {word('common.retry')}
        </Button>
        <Button variant="ghost" onPress={close} testId="embedded-close">
          {word('common.close')}
        </Button>
      </div>
    </Sheet>
  );
}

/** The fine to be paid, otherwise the pack and the recipient chosen on this page. */
function useOrderSummary({ checkout: { offer } }: WalletOverProps['state']): OrderSummary | null {
  const { order } = useChoice();
  const { fine } = offer;
  if (fine === null) return order;
  const { account: recipient, quote } = fine;
  const { amountUsdCents: priceUsdCents } = quote;
  return { purpose: 'fine', gems: 0, bonusGems: 0, priceUsdCents, recipient };
}

/** The overlay while a wallet pays. A button drawn by a provider has dialogs of its own, before and after. */
export function WalletOver({ state, send, onAgain }: WalletOverProps) {
  const order = useOrderSummary(state);
  if (state.at === 'purchasing') {
    const { purchase, use } = state;
    if (!isWalletOpen(purchase)) return null;
    if (use === null || !isEmbeddedWallet(use.payType)) return <WalletWait purchase={purchase} />;
    return (
      <EmbeddedOrder purchase={purchase} order={order} onClose={() => send({ type: 'sheet-cancelled' })} />
    );
  }
  const { stopped, method, offer } = state.checkout;
  if (stopped === null || method?.kind !== 'wallet' || offer.wallet === null) return null;
  if (!isEmbeddedWallet(offer.wallet)) return null;
  return <EmbeddedResult problem={stopped} payType={offer.wallet} onAgain={onAgain} />;
}
