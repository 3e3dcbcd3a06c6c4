import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import type { GemPack, Recipient } from '@jawhara/domain';
import { OpenCardDialog } from '../../checkout/methods/card/card-dialogs.tsx';
import type {
  Checkout,
  CheckoutEvent,
  CheckoutState,
  Method,
} from '../../checkout/machine/checkout-state.ts';
import { isWalletMissed, newCardPayType, methodRows } from '../../checkout/machine/methods.ts';
import { hostApp } from '../../host-app/current-host-app.ts';
import { usePageScope } from '../../page-scope.ts';
import type { HostApp } from '../../host-app/host-app.ts';
import { hasApplePay } from '../../browser/browser-facts.ts';
import type { EarlyMethod } from '../../checkout/methods/method-list.tsx';
import type { OwnButton } from '../../checkout/parts/pay-now.tsx';
import { OrderCard } from '../../checkout/parts/order-strip.tsx';
import { RepeatSheet } from '../../checkout/parts/repeat-sheet.tsx';
import { HomeMethods } from '../../checkout/methods/home-methods.tsx';
import type { RunningCheckout } from '../../checkout/machine/run-checkout.ts';
import type { GoOn, Guards } from '../../checkout/machine/guard-page.ts';
import { useMayHaveOrdered, useRecentOrders } from '../../checkout/machine/recent-orders.ts';
import { useFacts } from '../../checkout/methods/use-facts.ts';
import { useWalletKit } from '../../checkout/parts/wallet-kit.tsx';
import { confirmPressed, useHomeSteps } from '../../checkout/methods/use-home-steps.ts';
import { storedLastOrderId } from '../../browser/storage/purchase.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { fetchWalletParts, useComeBack } from './wallet-host.ts';

export { OpenOrderNote } from '../../checkout/parts/open-order-note.tsx';
export { fetchPayStep } from '../pay-step/pay-step-screen.tsx';
export { leaveForHost } from './wallet-host.ts';
export { readRepeat } from '../../checkout/machine/recent-orders.ts';

const WalletNotice = lazy(async () => ({ default: (await fetchWalletParts()).WalletNotice }));

interface PayDialogsProps {
  state: CheckoutState;
  /** The page offers the wallet already, though the machine receives it only a moment later. */
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
    <>
      <OpenCardDialog state={state} send={send} />
      <Suspense fallback={null}>
        {!hasWallet && isWalletMissed(checkout) && <WalletNotice onCard={payByCard} />}
      </Suspense>
    </>
  );
}

/** The app around the page, on a phone whose own browser has a wallet that this page lacks; else null. */
function useWalletApp(): HostApp | null {
  const page = usePageScope();
  const [app, setApp] = useState<HostApp | null>(null);
  useEffect(() => {
    let isLeft = false;
    void hostApp(page).then((found) => {
      if (!isLeft && found.facts?.platform === 'ios' && !hasApplePay()) setApp(found);
    });
    return () => void (isLeft = true);
  }, [page]);
  return app;
}

const HostSwitch = lazy(async () => ({ default: (await fetchWalletParts()).HostSwitch }));
/** Only inside the app, on a phone with a wallet. */
const PayInBrowser = lazy(async () => ({ default: (await fetchWalletParts()).PayInBrowser }));

export interface PayMethodsProps {
  pack: GemPack | null;
  recipient: Recipient | null;
  guards: Guards;
  /** Returns `goOn` preceded by storing the selected pack's amount, which the next page reads. */
  withPack: (goOn: GoOn) => GoOn;
  /** Receives the checkout's machine while this component shows its HOME step, and null afterwards. */
  onMachine: (machine: RunningCheckout | null) => void;
  /** The row that the payer pressed before the methods were loaded. */
  pressed: EarlyMethod | null;
  onPressed: (pressed: EarlyMethod | null) => void;
  /** Receives the pay button of a method that has its own. */
  onButton: (button: OwnButton | null) => void;
}

/** The event for a row that was pressed before the machine ran. Null if its card is no longer there. */
function earlyPress({ checkout }: CheckoutState, pressed: EarlyMethod): CheckoutEvent | null {
  const payType = newCardPayType(checkout.offer);
  const newCard = payType === null ? null : ({ kind: 'new-card', payType } as const);
  const isPressed = (row: Method): boolean => 'card' in row && row.card.sourceId === pressed;
  const method = pressed === 'new-card' ? newCard : (methodRows(checkout).find(isPressed) ?? null);
  return method && { type: 'method-chosen', method };
}

function isWalletChosen(event: CheckoutEvent): boolean {
  return event.type === 'method-chosen' && event.method.kind === 'wallet';
}

/** Passes the wallet's own pay button to the page while the wallet is selected. */
function useWalletButton({ method, offer }: Checkout, onButton: PayMethodsProps['onButton']) {
  const offered = useWalletKit();
  const kit = method?.kind === 'wallet' ? offered : null;
  const own = kit?.buttonFor(offer.wallet) ?? null;
  useLayoutEffect(() => {
    onButton(own);
    return () => onButton(null);
  }, [own, onButton]);
}

/** For a wallet that this page cannot open: the button that opens the system browser, and the wait for another host. */
function WalletOnOtherHost({ guards, withPack }: Pick<PayMethodsProps, 'guards' | 'withPack'>) {
  const app = useWalletApp();
  return (
    <Suspense fallback={null}>
      {app !== null && (
        <PayInBrowser app={app} onPress={(open) => guards.press('system-browser', withPack(open))} />
      )}
      {guards.state.at === 'leaving-host' && <HostSwitch />}
    </Suspense>
  );
}

/** HOME's part of the pay steps: the order (PC), the methods, and the dialogs about a card that open without leaving the page. */
export function PayMethods(props: PayMethodsProps) {
  const { pack, recipient, guards, withPack, onMachine, pressed, onPressed, onButton } = props;
  const { areCardsAwaited, retryCards, hasWallet } = useFacts(pack, null, !guards.state.isHostFailed);
  const { state, machine, dispatch } = useHomeSteps();
  useComeBack(() => guards.send({ type: 'host-stopped', turn: null }));
  const hasPaidBefore = useStored(storedLastOrderId) !== null;
  useRecentOrders(useMayHaveOrdered());
  const { checkout } = state;
  useWalletButton(checkout, onButton);
  const Over = useWalletKit()?.WalletOver;

  useLayoutEffect(() => {
    onMachine(machine);
    return () => onMachine(null);
  }, [machine, onMachine]);
  useEffect(() => {
    if (pressed === null) return;
    const press = earlyPress(machine.getState(), pressed);
    if (press !== null) machine.dispatch(press);
    onPressed(null); // sent once: a later choice is not undone when this list is drawn anew
  }, [machine, pressed, onPressed]);

  const send = (event: CheckoutEvent): void => {
    if (event.type !== 'all-cards-pressed') dispatch(event);
    else
      guards.press(
        'all-cards',
        withPack(() => void dispatch(event)),
      );
    if (isWalletChosen(event)) guards.press('wallet-row', () => undefined);
  };

  return (
    <>
      {pack !== null && <OrderCard pack={pack} recipient={recipient} />}
      <HomeMethods
        checkout={checkout}
        areCardsExpected={areCardsAwaited && hasPaidBefore}
        onRetryCards={retryCards}
        send={send}
      />
      <WalletOnOtherHost guards={guards} withPack={withPack} />
      <RepeatSheet state={state} send={dispatch} />
      <PayDialogs state={state} hasWallet={hasWallet} send={dispatch} />
      {Over !== undefined && (
        <Over state={state} send={dispatch} onAgain={() => dispatch(confirmPressed())} />
      )}
    </>
  );
}
