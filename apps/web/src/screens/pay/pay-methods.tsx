import { lazy, Suspense, useEffect, useState, useImperativeHandle, useLayoutEffect, type Ref } from 'react';
import { payTypeOfSource, type GemPack, type PayType, type Recipient, type SeenCard } from '@jawhara/domain';
import { hasCardDialog } from '../../checkout/methods/card/has-card-dialog.ts';
import {
  type CheckoutEvent,
  type CheckoutState,
  NOTHING_TYPED,
  type Checkout,
  type Method,
} from '../../checkout/machine/checkout-state.ts';
import { isWalletMissed, newCardPayType, methodRows, recentCards } from '../../checkout/machine/methods.ts';
import { hostApp } from '../../host-app/current-host-app.ts';
import type { HostApp } from '../../host-app/host-app.ts';
import { hasApplePay } from '../../browser/has-apple-pay.ts';
import { readSavedCards } from '../../api/use-saved-cards.ts';
import type { EarlyMethod } from '../../checkout/methods/method-list.tsx';
import type { OwnButton } from '../../checkout/parts/pay-now.tsx';
import type { LookNow } from '../../checkout/parts/use-same-again.tsx';
import { OrderCard } from '../../checkout/parts/order-card.tsx';
import { HomeMethods } from '../../checkout/methods/home-methods.tsx';
import { useCheckout } from '../../checkout/machine/use-checkout.ts';
import { useFacts } from '../../checkout/machine/use-facts.ts';
import { addressOfSteps } from '../../checkout/machine/step-address.ts';
import { walletKit } from '../../checkout/methods/wallet/use-wallet.ts';
import { useLeaveWithPurchase } from '../../checkout/methods/wallet/use-leave-with-purchase.ts';
import { storedLastOrderId } from '../../browser/storage/purchase.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { whenIdle } from '../../browser/waits.ts';
import { hasGuardEntry } from '../../ui/back-guard.ts';
import { useLanguageHold } from '../../ui/use-language-hold.ts';
import { useNavigate } from '../../ui/navigation.tsx';
import { showToast } from '../../ui/toast.ts';
import { word } from '../../words/word.ts';
import { usePayableHost } from './use-payable-host.ts';

const CardDialogs = lazy(async () => ({
  default: (await import('../../checkout/methods/card/card-dialogs.tsx')).CardDialogs,
}));
const WalletNotice = lazy(async () => ({
  default: (await import('../../checkout/methods/wallet/wallet-notice.tsx')).WalletNotice,
}));

interface PayDialogsProps {
  state: CheckoutState;
  /** The wallet is drawn already; the machine receives it a moment later. */
  hasWallet: boolean;
  send: (event: CheckoutEvent) => void;
}

/** Dialogs and notices of HOME about a payment method. Most payers see none of them. */
function PayDialogs({ state, hasWallet, send }: PayDialogsProps) {
  const { checkout } = state;
  const payByCard = (): void => {
    const payType = newCardPayType(checkout.offer);
    if (payType !== null) send({ type: 'method-chosen', method: { kind: 'new-card', payType } });
  };
  return (
    <Suspense fallback={null}>
      {hasCardDialog(state) && <CardDialogs state={state} send={send} />}
      {!hasWallet && isWalletMissed(checkout) && <WalletNotice onCard={payByCard} />}
    </Suspense>
  );
}

/** The app around the page, on a phone whose own browser has a wallet that this page lacks; else null. */
function useWalletApp(): HostApp | null {
  const [app, setApp] = useState<HostApp | null>(null);
  useEffect(() => {
    let isLeft = false;
    void hostApp().then((found) => {
      if (!isLeft && found.facts?.platform === 'ios' && !hasApplePay()) setApp(found);
    });
    return () => void (isLeft = true);
  }, []);
  return app;
}

const HostSwitch = lazy(async () => ({
  default: (await import('../../checkout/methods/wallet/wallet-wait.tsx')).HostSwitch,
}));
/** Only inside the app, on a phone with a wallet. */
const PayInBrowser = lazy(async () => ({ default: (await import('./pay-in-browser.tsx')).PayInBrowser }));

export type Leaving = Parameters<ReturnType<typeof useNavigate>>[1];

/** The part of the methods that the pay button needs. */
export interface MethodsHandle {
  readonly payType: PayType | null;
  readonly goOn: (how?: Leaving) => void;
  /** Set where paying begins inside the press itself. */
  readonly lookNow: LookNow | null;
}

export interface PayMethodsProps {
  pack: GemPack | null;
  recipient: Recipient | null;
  methods: Ref<MethodsHandle>;
  /** The row that the payer pressed before the methods were loaded. */
  pressed: EarlyMethod | null;
  onPressed: (pressed: EarlyMethod | null) => void;
  /** A method whose pay button is not ours. */
  onButton: (button: OwnButton | null) => void;
  /** Goes on only when nothing is missing; otherwise says what is missing. */
  whenNothingIsMissing: (go: (how?: Leaving) => void) => void;
}

function payTypeOf({ method, offer }: Checkout): PayType | null {
  if (method?.kind === 'saved-card' || method?.kind === 'seen-card')
    return payTypeOfSource(method.card.sourceId);
  return method?.kind === 'new-card' ? method.payType : offer.wallet;
}

/** The press that the machine has not received; a card that is gone meanwhile counts as not pressed. */
function earlyPress({ checkout }: CheckoutState, pressed: EarlyMethod): CheckoutEvent | null {
  const payType = newCardPayType(checkout.offer);
  const newCard = payType === null ? null : ({ kind: 'new-card', payType } as const);
  const isPressed = (row: Method): boolean => 'card' in row && row.card.sourceId === pressed;
  const method = pressed === 'new-card' ? newCard : (methodRows(checkout).find(isPressed) ?? null);
  return method && { type: 'method-chosen', method };
}

/** Known when the list has arrived; only for this card, this page, this pack and this recipient: no other card may replace it silently. */
async function isStillSaved(
  { offer: { pack, recipientId } }: Checkout,
  { sourceId }: SeenCard,
  send: (event: CheckoutEvent) => CheckoutState,
): Promise<boolean> {
  showToast(word('method.cardsChecking'), 'info');
  const { pathname } = location;
  const sources = await readSavedCards();
  if (location.pathname !== pathname) return false;
  if (sources === null) {
    showToast(word('method.cardsError'), 'info');
    return false;
  }
  const { method, offer } = send({ type: 'cards-read', sources, now: new Date() }).checkout;
  const isSame = offer.recipientId === recipientId && offer.pack?.priceUsdCents === pack?.priceUsdCents;
  return isSame && method?.kind === 'saved-card' && method.card.sourceId === sourceId;
}

function isWalletChosen(event: CheckoutEvent): boolean {
  return event.type === 'method-chosen' && event.method.kind === 'wallet';
}

/** While the wallet is selected, its own button pays. */
function useWalletButton({ method, offer }: Checkout, onButton: PayMethodsProps['onButton']) {
  const kit = method?.kind === 'wallet' ? walletKit() : null;
  const own = kit?.buttonFor(offer.wallet) ?? null;
  useLayoutEffect(() => {
    onButton(own);
    return () => onButton(null);
  }, [own, onButton]);
  return kit;
}

/** Where this page cannot open the wallet: the system's browser can, or another host that is being opened. */
function WalletOnOtherHost({
  isLeaving,
  whenNothingIsMissing,
}: Pick<PayMethodsProps, 'whenNothingIsMissing'> & { isLeaving: boolean }) {
  const app = useWalletApp();
  return (
    <Suspense fallback={null}>
      {app !== null && <PayInBrowser app={app} whenNothingIsMissing={whenNothingIsMissing} />}
      {isLeaving && <HostSwitch />}
    </Suspense>
  );
}

/** HOME's part of the pay steps: the order (PC), the methods, and what is asked about a card without leaving the page. */
export function PayMethods(props: PayMethodsProps) {
  const { pack, recipient, methods, pressed, onPressed, onButton, whenNothingIsMissing } = props;
  const navigate = useNavigate();
  const { state, dispatch: send } = useCheckout();
  const { areCardsAwaited, retryCards, wallet } = useFacts(pack, null, true);
  const payableHost = usePayableHost(wallet);
  const hasPaidBefore = useStored(storedLastOrderId) !== null;
  const { checkout } = state;
  const hasCards = recentCards(checkout).length > 0;
  const leave = useLeaveWithPurchase(state);
  useLanguageHold(state.at === 'purchasing');
  const kit = useWalletButton(checkout, onButton);
  const Over = walletKit()?.WalletOver;

  /** The page follows the machine's step. */
  const act = (event: CheckoutEvent, how?: Leaving): void => {
    const next = send(event);
    if (next.at === 'purchasing') leave();
    const address = addressOfSteps(next);
    // Whatever was to be replaced may be gone by now: what lies under it stays.
    if (address !== null) navigate(address, hasGuardEntry() ? how : undefined);
  };

  const confirm = (how?: Leaving): void =>
    act({ type: 'confirm-pressed', inputs: NOTHING_TYPED, now: new Date() }, how);

  const goOn = (how?: Leaving): void => {
    if (checkout.method?.kind === 'wallet' && payableHost.go()) return;
    if (checkout.method?.kind !== 'seen-card') return confirm(how);
    return void isStillSaved(checkout, checkout.method.card, send).then((isSaved) => isSaved && confirm(how));
  };

  // However the payer comes back to this page, the machine is at HOME.
  useEffect(() => {
    const home = send({ type: 'step-named', step: 'home', sourceId: null, now: new Date() });
    if (pressed === null) return;
    const press = earlyPress(home, pressed);
    if (press !== null) send(press);
    onPressed(null); // sent once: a later choice is not undone when this list is drawn anew
  }, [send, pressed, onPressed]);
  useEffect(() => {
    if (hasCards)
      whenIdle(() => void import('../../checkout/methods/card/cvv-step.tsx').catch(() => undefined));
  }, [hasCards]);
  useImperativeHandle(methods, () => ({
    payType: payTypeOf(checkout),
    goOn: (how) => goOn(how),
    lookNow: kit?.orderJustPaid ?? null,
  }));

  return (
    <>
      {pack !== null && <OrderCard pack={pack} recipient={recipient} />}
      <HomeMethods
        checkout={checkout}
        areCardsExpected={areCardsAwaited && hasPaidBefore}
        onRetryCards={retryCards}
        send={(event) => {
          if (event.type === 'all-cards-pressed') return whenNothingIsMissing((how) => act(event, how));
          act(event);
          return void (isWalletChosen(event) && payableHost.go());
        }}
      />
      <WalletOnOtherHost isLeaving={payableHost.isLeaving} whenNothingIsMissing={whenNothingIsMissing} />
      <PayDialogs state={state} hasWallet={wallet.payType !== null} send={act} />
      {Over !== undefined && <Over state={state} send={act} onAgain={confirm} />}
    </>
  );
}
