import '../../words/load-card.ts';
import '../../words/load-pay.ts';
import '../../words/load-saved.ts';
import { useEffect, useState } from 'react';
import { useOrder } from '../../api/use-order.ts';
import { useChoice } from '../../checkout/choose/use-choice.ts';
import type { CheckoutState } from '../../checkout/flow/checkout-state.ts';
import { purchaseEntry } from '../../checkout/flow/checkout-world.ts';
import type { PurchaseState } from '../../checkout/flow/purchase/purchase-state.ts';
import { guardsBack, isLeavingAsked, mayBeSent } from '../../checkout/flow/purchase/purchase-view.ts';
import { addressOfStep, addressOfSteps, cardOfPage } from '../../checkout/flow/step-address.ts';
import { isOnStep } from '../../checkout/flow/step-stack.ts';
import { useCheckout } from '../../checkout/flow/use-checkout.ts';
import { useFacts } from '../../checkout/flow/use-facts.ts';
import { ProgressView } from '../../checkout/parts/progress-view.tsx';
import { prepareResult } from '../../checkout/result/result-view.tsx';
import { replaceAddress } from '../../host/replace-address.ts';
import { whenIdle } from '../../host/when-idle.ts';
import { storedStepCard } from '../../host/stored-pay-method.ts';
import { useQuery } from '../../ui/navigation.tsx';
import { useOfflineSentence } from '../../ui/offline-sentence.ts';
import { useBackGuard } from '../../ui/use-back-guard.ts';
import { word } from '../../words/word.ts';
import { BackConfirmSheet } from './back-confirm-sheet.tsx';
import { PurchaseViews } from './purchase-views.tsx';
import { StepViews } from './step-views.tsx';
import { useEntryStep } from './use-entry-step.ts';
import { useLeave } from './use-leave.ts';

function purchaseIn(state: CheckoutState): PurchaseState | null {
  return state.at === 'purchasing' || state.at === 'ended' ? state.purchase : null;
}

/** True when the machine knows that this page is open, and on which order. */
function useOpenPage(): boolean {
  const { dispatch } = useCheckout();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    dispatch({ type: 'page-opened', entry: purchaseEntry(location) });
    setIsOpen(true);
    return () => void dispatch({ type: 'page-closed' });
  }, [dispatch]);
  return isOpen;
}

/** The order that is shown; the machine is told what it is about. */
function useOrderShown(purchase: PurchaseState | null) {
  const { dispatch } = useCheckout();
  const order = useOrder(purchase !== null && 'orderId' in purchase ? purchase.orderId : null);
  useEffect(() => {
    if (order !== null) dispatch({ type: 'order-known', order });
  }, [dispatch, order]);
  return order;
}

/** The address, and the card it does not name, bring a reload back to where the payer is. */
function useAddress(state: CheckoutState, isHomeHere: boolean): void {
  const search = useQuery().toString();
  const purchase = purchaseIn(state);
  const ofStep = addressOfSteps(state) ?? (isHomeHere ? addressOfStep('home') : null);
  const address =
    purchase !== null && 'orderId' in purchase ? `/pay-step?order_id=${purchase.orderId}` : ofStep;
  const card = cardOfPage(state);
  useEffect(() => {
    if (address !== null && state.at !== 'left') replaceAddress(address);
  }, [address, search, state.at]);
  useEffect(() => {
    if (card !== null) storedStepCard.write(card);
  }, [card]);
}

/** One purchase from the choice of a card to the gems, whatever happens to the page meanwhile. */
export function PayStep() {
  const { state, dispatch } = useCheckout();
  const isOpen = useOpenPage();
  const choice = useChoice();
  const facts = useFacts(choice.pack);
  const purchase = isOpen ? purchaseIn(state) : null;
  const order = useOrderShown(purchase);
  const isOnStepNow = isOpen && isOnStep(state);
  const hasChoice = choice.order !== null;
  const { isPending, isHomeHere } = useEntryStep({
    isReady: isOnStepNow && hasChoice && facts.config.kind !== 'loading',
    areCardsAwaited: facts.areCardsAwaited,
  });
  const isAbove = addressOfSteps(state) !== null;
  const isHomeElsewhere = isOnStepNow && hasChoice && !isPending && !isAbove && !isHomeHere;
  const isGuarded = isOnStepNow
    ? isAbove && hasChoice && !isPending
    : purchase !== null && guardsBack(purchase);

  useAddress(state, isHomeHere && !isPending);
  useLeave(isOpen && (state.at === 'left' || isHomeElsewhere));
  useOfflineSentence(purchase !== null && mayBeSent(purchase) ? word('net.offlineWhilePaying') : null);
  useBackGuard(isGuarded, () => dispatch({ type: 'back-pressed' }));
  useEffect(() => whenIdle(prepareResult), []);

  if (!isOpen || state.at === 'left') return <ProgressView state={null} />;
  const isGivingUp = isOnStep(state) && state.popup?.kind === 'give-up';
  return (
    <>
      <StepViews choice={choice} facts={facts} isWaiting={isPending || isHomeElsewhere} />
      {purchase !== null && <PurchaseViews purchase={purchase} order={order} facts={facts} />}
      <BackConfirmSheet
        isOpen={isGivingUp || (purchase !== null && isLeavingAsked(purchase))}
        orderAtBank={purchase?.at === 'bank-check' ? purchase.orderId : null}
        onStay={() => dispatch({ type: 'stay-pressed' })}
        onLeave={() => dispatch({ type: 'give-up-pressed' })}
      />
    </>
  );
}
