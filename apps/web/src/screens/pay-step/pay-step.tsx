import '../../words/load-card.ts';
import '../../words/load-pay.ts';
import '../../words/load-saved.ts';
import { useEffect, useState } from 'react';
import type { OrderInfo } from '@jawhara/contract';
import { readDisplayId, type DisplayId } from '@jawhara/domain';
import { hasGuardEntry, useBackGuard } from '../../ui/back-guard.ts';
import { useNavigate, useUrlQuery } from '../../ui/navigation.tsx';
import { useOrder } from '../../api/use-order.ts';
import { useChoice, useFineChoice } from '../../checkout/parts/use-fine-choice.ts';
import { NOTHING_TYPED, type CheckoutState } from '../../checkout/machine/checkout-state.ts';
import { purchaseEntry } from '../../checkout/machine/checkout-deps.ts';
import type { PurchaseState } from '../../checkout/machine/purchase/purchase-state.ts';
import { guardsBack, isLeavePrompted, mayBeSent } from '../../checkout/machine/purchase/purchase-view.ts';
import { addressOfStep, addressOfSteps, cardOfPage } from '../../checkout/machine/step-address.ts';
import { isOnStep } from '../../checkout/machine/step-stack.ts';
import { useCheckout } from '../../checkout/machine/use-checkout.ts';
import { useFacts } from '../../checkout/machine/use-facts.ts';
import { ProgressView } from '../../checkout/parts/progress-view.tsx';
import { walletKit } from '../../checkout/methods/wallet/use-wallet.ts';
import { prepareResult } from '../../checkout/result/result-view.tsx';
import { whenIdle } from '../../browser/waits.ts';
import { storedStepCard } from '../../browser/storage/purchase.ts';
import { useOfflineSentence } from '../../ui/offline-sentence.ts';
import { useLanguageHold } from '../../ui/use-language-hold.ts';
import { word } from '../../words/word.ts';
import { BackConfirmSheet } from './back-confirm-sheet.tsx';
import { PurchaseViews } from './purchase-views.tsx';
import { StepViews } from './step-views.tsx';
import { useEntryStep } from './use-entry-step.ts';

/** Changes the address without a new history entry; the state of the entry (a Back guard, for example) stays. */
function replaceAddress(address: string): void {
  if (`${location.pathname}${location.search}` === address) return;
  history.replaceState(history.state, '', address);
}

const LOOK_EVERY_MS = 50;
const LOOKS_MAX = 20;

/** Goes to the packs, or to the fine, once the Back guard has removed its history entry, so that Back never leads to an unusable step. */
function useLeave(isLeaving: boolean, to: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isLeaving) return undefined;
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      if (hasGuardEntry() && looks < LOOKS_MAX) return;
      clearInterval(timer);
      navigate(to, { replace: true });
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isLeaving, navigate, to]);
}

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

/** The order that is shown; the machine receives it too. */
function useOrderShown(purchase: PurchaseState | null) {
  const { dispatch } = useCheckout();
  const order = useOrder(purchase !== null && 'orderId' in purchase ? purchase.orderId : null);
  useEffect(() => {
    if (order !== null) dispatch({ type: 'order-known', order });
  }, [dispatch, order]);
  return order;
}

/** The account whose fine is paid: from the address, and once there is an order, from the order. Null: a pack is bought. */
function useFineId(order: OrderInfo | null): DisplayId | null {
  const reading = readDisplayId(useUrlQuery().get('fine') ?? '');
  const [held, setHeld] = useState<DisplayId | null>(null);
  const named = reading.kind === 'read' ? reading.displayId : held;
  const ofOrder = order?.purpose === 'fine' ? order.recipient.displayId : null;
  const fineId = order === null ? named : ofOrder;
  // The address of an order does not name the account, and the order is read a moment later.
  if (fineId !== held) setHeld(fineId);
  return fineId;
}

/** The address, and the stored card that it does not name, bring a reload back to the same step. */
function useAddress(state: CheckoutState, isHomeHere: boolean): void {
  const search = useUrlQuery().toString();
  const purchase = purchaseIn(state);
  const fine = state.checkout.offer.fine?.account.displayId ?? null;
  const ofStep = addressOfSteps(state) ?? (isHomeHere ? addressOfStep('home', fine) : null);
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

/** A purchase from the choice of a card to the gems, or to the end of a ban, whatever happens to the page meanwhile. */
export function PayStep() {
  const { state, dispatch } = useCheckout();
  const isOpen = useOpenPage();
  const purchase = isOpen ? purchaseIn(state) : null;
  const order = useOrderShown(purchase);
  const fineId = useFineId(order);
  const fine = useFineChoice(fineId);
  const pack = useChoice();
  const choice = fineId === null ? pack : fine.choice;
  const facts = useFacts(choice.pack, fine.toPay);
  const isOnStepNow = isOpen && isOnStep(state);
  const hasChoice = choice.order !== null;
  const { isPending, isHomeHere } = useEntryStep({
    isReady: isOnStepNow && hasChoice && facts.config.kind !== 'loading',
    areCardsAwaited: facts.areCardsAwaited,
  });
  const isAbove = addressOfSteps(state) !== null;
  const isHomeOnOtherRoute = isOnStepNow && hasChoice && !isPending && !isAbove && !isHomeHere;
  const isGuarded = isOnStepNow
    ? isAbove && hasChoice && !isPending
    : purchase !== null && guardsBack(purchase);

  useAddress(state, isHomeHere && !isPending);
  const isLeaving = state.at === 'left' || isHomeOnOtherRoute || (isOnStepNow && fine.isGone);
  useLeave(isOpen && isLeaving, fineId === null ? '/pay' : `/fines?fine=${fineId}`);
  useOfflineSentence(purchase !== null && mayBeSent(purchase) ? word('net.offlineWhilePaying') : null);
  useLanguageHold(purchase !== null && guardsBack(purchase));
  useBackGuard(isGuarded, () => dispatch({ type: 'back-pressed' }));
  useEffect(() => whenIdle(prepareResult), []);

  if (!isOpen || state.at === 'left') return <ProgressView state={null} />;
  const wallet = walletKit();
  const again = (): void =>
    void dispatch({ type: 'confirm-pressed', inputs: NOTHING_TYPED, now: new Date() });
  const isGivingUp = isOnStep(state) && state.popup?.kind === 'give-up';
  return (
    <>
      <StepViews choice={choice} facts={facts} isWaiting={isPending || isHomeOnOtherRoute} />
      {purchase !== null && <PurchaseViews purchase={purchase} order={order} facts={facts} />}
      {wallet !== null && <wallet.WalletOver state={state} send={dispatch} onAgain={again} />}
      <BackConfirmSheet
        isOpen={isGivingUp || (purchase !== null && isLeavePrompted(purchase))}
        orderAtBank={purchase?.at === 'bank-check' ? purchase.orderId : null}
        onStay={() => dispatch({ type: 'stay-pressed' })}
        onLeave={() => dispatch({ type: 'give-up-pressed' })}
      />
    </>
  );
}
