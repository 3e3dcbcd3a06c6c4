import { messages as pay } from '../../words/ar/pay.po';
import { orderNumber, readDisplayId, type OrderId, type DisplayId } from '@jawhara/domain';
import { useEffect, useState } from 'react';
import type { OrderInfo } from '@jawhara/contract';
import { BadgeIcon } from '../../ui/marks.tsx';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { isolatedLtr } from '../../words/isolate.ts';
import { word, addWords } from '../../words/word.ts';
import { hasGuardEntry, useBackGuard, useLanguageHold } from '../../ui/back-guard.ts';
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
import { useFacts } from '../../checkout/methods/use-facts.ts';
import { OpeningView } from '../../checkout/parts/opening-view.tsx';
import { RepeatSheet } from '../../checkout/parts/repeat-sheet.tsx';
import { useWalletKit } from '../../checkout/parts/wallet-kit.tsx';
import { prepareResult } from '../../checkout/result/result-view.tsx';
import { whenIdle } from '../../browser/waits.ts';
import { storedStepCard } from '../../browser/storage/purchase.ts';
import { useOfflineSentence } from '../../ui/offline-banner.tsx';
import { PurchaseViews } from './purchase-views.tsx';
import { StepViews } from './step-views.tsx';
import { useEntryStep } from './use-entry-step.ts';
import { useKnownOrder } from './use-known-order.ts';

interface BackConfirmSheetProps {
  isOpen: boolean;
  /** The order whose payer is at the bank: leaving cancels it. Null before anything was sent. */
  orderAtBank: OrderId | null;
  onStay: () => void;
  onLeave: () => void;
}

const stepWords = () => ({
  title: word('dlg.back.title'),
  body: word('dlg.back.body'),
  stay: word('dlg.back.stay'),
  leave: word('dlg.back.leave'),
});

/** Explains what happens to the order, and where its result is shown if the bank had accepted it. */
const bankWords = (orderId: OrderId) => ({
  title: word('dlg.leaveBank.title'),
  body: word('dlg.leaveBank.body', { order: isolatedLtr(orderNumber(orderId)) }),
  stay: word('dlg.leaveBank.stay'),
  leave: word('dlg.leaveBank.leave'),
});

/** Asks whether the payer really wants to give up the step. Every way of closing the sheet means staying. */
function BackConfirmSheet({ isOpen, orderAtBank, onStay, onLeave }: BackConfirmSheetProps) {
  const words = orderAtBank === null ? stepWords() : bankWords(orderAtBank);
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onStay}
      title={words.title}
      art={orderAtBank === null ? <BadgeIcon icon="gem" /> : <BadgeIcon icon="landmark" tone="warn" />}
    >
      <p className="muted text-center">{words.body}</p>
      <div className="col gap-14 mt-22">
        <Button onPress={onStay} testId="back-stay">
          {words.stay}
        </Button>
        <Button variant="outline" onPress={onLeave} testId="back-leave">
          {words.leave}
        </Button>
      </div>
    </Sheet>
  );
}

addWords(pay);

/** Changes the address without a new history entry; the state of the entry (a Back guard, for example) stays. */
function replaceAddress(address: string): void {
  if (`${location.pathname}${location.search}` === address) return;
  history.replaceState(history.state, '', address);
}

const LOOK_EVERY_MS = 50;
const LOOKS_MAX = 20;

/** Whether the step was opened from `to`, whose history entry is then right before this one. */
function cameFrom(to: string): boolean {
  const { from } = (history.state ?? {}) as { readonly from?: unknown };
  return typeof from === 'string' && from === new URL(to, location.href).pathname;
}

/** The history of this page alone, without the entries of frames. Not in every browser. */
interface PageHistory {
  readonly currentEntry: { readonly index: number } | null;
  readonly entries: () => readonly { readonly key: string; readonly url: string | null }[];
  readonly traverseTo: (key: string) => Readonly<Record<'committed' | 'finished', Promise<unknown>>>;
}

/** `history.back()` ends within this time. It changes nothing if the entry before belongs to the bank's removed frame. */
const BACK_WAIT_MS = 400;

/**
 * Goes back to the history entry before this page's own, if that is `to`: a new entry for `to` would make Back show it
 * twice. The bank's frame may have added entries between them; then going back changes nothing, and `otherwise` runs.
 */
function goBackTo(to: string, otherwise: () => void): void {
  const path = new URL(to, location.href).pathname;
  const { navigation } = globalThis as { readonly navigation?: PageHistory };
  const before = navigation
    ?.entries()
    .slice(0, navigation.currentEntry?.index ?? 0)
    .findLast(({ url }) => url !== null && new URL(url).pathname !== location.pathname);
  if (navigation !== undefined && before?.url && new URL(before.url).pathname === path)
    void Promise.allSettled(Object.values(navigation.traverseTo(before.key)));
  else if (cameFrom(to)) history.back();
  else return otherwise();
  setTimeout(otherwise, BACK_WAIT_MS);
  return undefined;
}

/** Goes to the packs, or to the fine, once the Back guard has removed its history entry, so that Back never leads to an unusable step. */
function useLeave(isLeaving: boolean, to: string): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isLeaving) return undefined;
    let looks = 0;
    let isLeft = false;
    const timer = setInterval(() => {
      looks += 1;
      if (hasGuardEntry() && looks < LOOKS_MAX) return;
      clearInterval(timer);
      goBackTo(to, () => void (isLeft || navigate(to, { replace: true })));
    }, LOOK_EVERY_MS);
    return () => {
      isLeft = true;
      clearInterval(timer);
    };
  }, [isLeaving, navigate, to]);
}

function purchaseIn(state: CheckoutState): PurchaseState | null {
  return state.at === 'purchasing' || state.at === 'ended' ? state.purchase : null;
}

/** Sends the machine the event that this page is open, with the order in its address. True once the event was sent. */
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

/** The order of the purchase as the server describes it; it is also sent to the machine. */
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
  // An order's address does not name the account, and the order is read later: until then the last known account is
  // used.
  if (fineId !== held) setHeld(fineId);
  return fineId;
}

/** Writes the current step or order into the address and stores the step's card, so that a reload shows the same step. */
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

/** The page of a purchase from choosing a card to the delivered gems or the lifted ban. A reload continues it. */
export function PayStep() {
  const { state, dispatch } = useCheckout();
  const wallet = useWalletKit();
  const isOpen = useOpenPage();
  const purchase = isOpen ? purchaseIn(state) : null;
  const order = useOrderShown(purchase);
  const fineId = useFineId(order);
  const fine = useFineChoice(fineId);
  const pack = useChoice();
  const choice = fineId === null ? pack : fine.choice;
  const facts = useFacts(choice.pack, fine.toPay);
  const known = useKnownOrder(state, purchase, order, choice.order);
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

  if (!isOpen || state.at === 'left') return <OpeningView />;
  const again = (): void =>
    void dispatch({ type: 'confirm-pressed', inputs: NOTHING_TYPED, now: new Date() });
  const isGivingUp = isOnStep(state) && state.popup?.kind === 'give-up';
  return (
    <>
      <StepViews choice={choice} facts={facts} isWaiting={isPending || isHomeOnOtherRoute} />
      {purchase !== null && <PurchaseViews purchase={purchase} order={order} known={known} facts={facts} />}
      <RepeatSheet state={state} send={dispatch} />
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
