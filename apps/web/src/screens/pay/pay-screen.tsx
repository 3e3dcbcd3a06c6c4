import '../../words/load-pay.ts';
import { CHECKOUT_COM_CARD, type GemPack, type Purchase, type Recipient } from '@jawhara/domain';
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useGemPacks, type GemPacksState } from '../../api/use-gem-packs.ts';
import { gapSentence, findGap, type PayGap } from '../../checkout/parts/pay-gap.ts';
import { ConsentLine } from '../../checkout/parts/consent-line.tsx';
import { MethodList, type EarlyMethod } from '../../checkout/methods/method-list.tsx';
import { PayNow, type OwnButton } from '../../checkout/parts/pay-now.tsx';
import { PackGrid } from '../../checkout/parts/pack-grid.tsx';
import { useSameAgain } from '../../checkout/parts/use-same-again.tsx';
import {
  choosePack,
  storedStepCard,
  storedChosenAmount,
  storedLastPaidAmount,
  storedOpenOrderId,
} from '../../browser/storage/purchase.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { RecipientSection } from '../../recipient/recipient-section.tsx';
import { useRecipient } from '../../recipient/use-recipient.ts';
import { AppBar } from '../../ui/app-bar.tsx';
import { useNavigate } from '../../ui/navigation.tsx';
import { steadyLazy } from '../../ui/lazy.tsx';
import { showToast } from '../../ui/toast.ts';
import { useOnline } from '../../ui/use-online.ts';
import { word } from '../../words/word.ts';
import type { Leaving, MethodsHandle, PayMethodsProps } from './pay-methods.tsx';

export { takeEarlyPacks } from '../../api/use-gem-packs.ts';

/** The saved cards and everything about them come after the packs; where they cannot be loaded a new card still pays. */
const PayMethods = lazy(() =>
  import('./pay-methods.tsx').then(
    (loaded) => ({ default: loaded.PayMethods }),
    () => ({ default: MethodList }),
  ),
);

/** Loaded only on a device with an undecided order. */
const OpenOrderNote = steadyLazy(
  async () => (await import('../../checkout/parts/open-order-note.tsx')).OpenOrderNote,
);

/** The first element to fill in or press in the recipient's section, and in the packs after it. */
const PLACES: { readonly [Gap in PayGap]?: string } = {
  recipient: 'input, button',
  pack: 'section + section button',
};

/** Focuses what is missing, where there is an element for it; the field of an id shows its own message. */
function explain(gap: PayGap, column: HTMLElement | null): void {
  if (gap !== 'recipient') showToast(gapSentence(gap), 'info');
  const selector = PLACES[gap];
  const place = selector && column?.querySelector<HTMLElement>(selector);
  if (!place) return;
  place.scrollIntoView({ block: 'center' });
  place.focus({ preventScroll: true });
}

/** Pay was pressed while an id is looked up: it goes on by itself when the account is found, and only for the same id. */
function useGoOnWhenFound(
  awaited: string | null,
  typed: string,
  recipient: Recipient | null,
  onEnd: (isFound: boolean) => void,
): void {
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const isFound = recipient?.displayId === awaited;
    if (awaited !== null && (isFound || typed !== awaited)) end(isFound);
  }, [awaited, typed, recipient]);
}

/** The next page goes on with the row that was pressed, else with the current selection. */
function goOnEarly(pressed: EarlyMethod | null, go: (address: string) => void): void {
  if (pressed === null || pressed === 'new-card')
    return go(`/pay-step?step=${pressed === null ? 'pay' : 'card'}`);
  storedStepCard.write(pressed);
  return go('/pay-step?step=cvv');
}

function purchaseOf(pack: GemPack | null, recipient: Recipient | null): Purchase | null {
  if (pack === null || recipient === null) return null;
  return { priceUsdCents: pack.priceUsdCents, recipientId: recipient.accountId };
}

/** The pack chosen now, else the one of the last payment. */
function useChosenPack(packs: GemPacksState) {
  const lastPaid = useStored(storedLastPaidAmount);
  const amount = useStored(storedChosenAmount) ?? lastPaid;
  const isChosen = (one: GemPack): boolean => one.priceUsdCents === amount;
  return { lastPaid, pack: packs.kind === 'ready' ? (packs.packs.find(isChosen) ?? null) : null };
}

/** The next page reads it there. Another may have been chosen before a question was answered: then it stays. */
function keepAmount(pack: GemPack | null): void {
  if (pack !== null && storedChosenAmount.read() === null) storedChosenAmount.write(pack.priceUsdCents);
}

/** Prefetches the next page once there is something to buy. */
function usePrefetch(arePacksShown: boolean): void {
  useEffect(() => {
    if (arePacksShown) import('../pay-step/prefetch.ts').catch(() => undefined);
  }, [arePacksShown]);
}

function useShownPacks(recipient: Recipient | null) {
  const packs = useGemPacks(recipient?.accountId ?? null);
  const arePacksShown = packs.kind === 'ready';
  usePrefetch(arePacksShown);
  return { packs, arePacksShown, ...useChosenPack(packs) };
}

/** The pay button of a method that brings its own. */
function useOwnButton() {
  const [Own, setOwn] = useState<OwnButton | null>(null);
  const onButton = useCallback((button: OwnButton | null) => setOwn(() => button), []);
  return { Own, onButton };
}

interface MethodsPlaceProps extends PayMethodsProps {
  arePacksShown: boolean;
}

/** Until the packs are there, all that the prerendered page can show, which knows neither packs nor cards. */
function Methods({ arePacksShown, ...shared }: MethodsPlaceProps) {
  const bare = <MethodList {...shared} />;
  if (!arePacksShown) return bare;
  return (
    <Suspense fallback={bare}>
      <PayMethods {...shared} />
    </Suspense>
  );
}

function OpenOrder() {
  if (useStored(storedOpenOrderId) === null) return null;
  return (
    <Suspense fallback={null}>
      <OpenOrderNote />
    </Suspense>
  );
}

export function PayScreen() {
  const navigate = useNavigate();
  const isOnline = useOnline();
  const chosen = useRecipient();
  const { packs, pack, lastPaid, arePacksShown } = useShownPacks(chosen.recipient);
  const column = useRef<HTMLDivElement>(null);
  const methods = useRef<MethodsHandle>(null);
  const [pressed, onPressed] = useState<EarlyMethod | null>(null);
  const { Own, onButton } = useOwnButton();
  const recipient = chosen.refused === null ? chosen.recipient : null;
  const { entry } = chosen;
  const [awaited, setAwaited] = useState<string | null>(null);
  const sameAgain = useSameAgain();

  const whenNothingIsMissing = (go: (how?: Leaving) => void): void => {
    const payType = methods.current === null ? CHECKOUT_COM_CARD : methods.current.payType;
    const gap = findGap({ recipient, pack, payType, isOnline });
    if (gap === 'recipient' && chosen.recipient === null) {
      entry.search();
      if (entry.isPending) return setAwaited(entry.typed);
    }
    if (gap !== null) return explain(gap, column.current);
    return chosen.beforePaying((how) => {
      keepAmount(pack);
      go(how);
    });
  };
  /** Pay was pressed before the methods were loaded: the next page goes on with the method they would have shown. */
  const leave = (how?: Leaving): void => {
    if (methods.current === null) goOnEarly(pressed, (address) => navigate(address, how));
    else methods.current.goOn(how);
  };
  const goOn = (how?: Leaving): void =>
    sameAgain.unlessJustPaid(purchaseOf(pack, recipient), leave, how, methods.current?.lookNow);

  useGoOnWhenFound(awaited, entry.typed, recipient, (isFound) => {
    setAwaited(null);
    // A wallet opens only inside a press, and this is no press.
    if (isFound && Own === null) whenNothingIsMissing(goOn);
  });

  const shared = { pack, recipient, methods, pressed, onPressed, onButton, whenNothingIsMissing };
  return (
    <>
      <AppBar title={word('home.navRecharge')} />
      <main className="page above-pay-bar">
        <OpenOrder />
        <div className="columns">
          <div ref={column} className="column-main">
            <RecipientSection chosen={chosen} />
            <PackGrid packs={packs} chosen={pack} lastPaid={lastPaid} onChoose={choosePack} />
          </div>
          <div className="column-side">
            <Methods arePacksShown={arePacksShown} {...shared} />
            <ConsentLine />
            <PayNow
              Own={Own}
              pack={pack}
              nickname={recipient?.nickname ?? null}
              isLookedUp={entry.isPending}
              isBusy={entry.isPending && awaited !== null}
              onPress={() => whenNothingIsMissing(goOn)}
            />
          </div>
        </div>
      </main>
      {sameAgain.question}
    </>
  );
}
