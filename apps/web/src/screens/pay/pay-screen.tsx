import { messages as pay } from '../../words/ar/pay.po';
import type { GemPack, Recipient } from '@jawhara/domain';
import { lazy, Suspense, useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useGemPacks, type GemPacksState } from '../../api/use-gem-packs.ts';
import { gemsPurchase, NO_FACTS, type PayGap } from '../../checkout/machine/guard-state.ts';
import { NOTHING_TYPED } from '../../checkout/machine/checkout-state.ts';
import type { RunningCheckout } from '../../checkout/machine/run-checkout.ts';
import { faceQuestion, PLAIN_PAGE, type GoOn, type Guards } from '../../checkout/machine/guard-page.ts';
import { useGuards } from '../../checkout/machine/use-guards.ts';
import { gapSentence } from '../../checkout/parts/pay-gap.ts';
import { ConsentLine } from '../../checkout/parts/consent-line.tsx';
import { MethodList, type EarlyMethod } from '../../checkout/methods/method-list.tsx';
import { PayNow, type OwnButton } from '../../checkout/parts/pay-now.tsx';
import { PackGrid } from '../../checkout/parts/pack-grid.tsx';
import { SameAgain } from '../../checkout/parts/same-again.tsx';
import {
  choosePack,
  storedStepCard,
  storedChosenAmount,
  storedLastOrderId,
  storedLastPaidAmount,
  storedOpenOrderId,
} from '../../browser/storage/purchase.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { whenIdle } from '../../browser/waits.ts';
import { RecipientSection } from '../../recipient/recipient-section.tsx';
import { useRecipient, type ChosenRecipient } from '../../recipient/use-recipient.ts';
import { AppBar } from '../../ui/app-bar.tsx';
import { usePageScope } from '../../page-scope.ts';
import { useNavigate } from '../../ui/navigation.tsx';
import { steadyLazy } from '../../ui/lazy.tsx';
import { showToast } from '../../ui/toast.ts';
import { useOnline } from '../../ui/offline-banner.tsx';
import { addWords, word } from '../../words/word.ts';
import type { PayMethodsProps, readRepeat as ReadRepeat } from './pay-methods.tsx';

addWords(pay);

export { takeEarlyPacks } from '../../api/use-gem-packs.ts';

/** The methods, with the saved cards and their dialogs, are loaded after the packs. */
const fetchMethods = () => import('./pay-methods.tsx');

/** If the methods cannot be loaded, a plain list is shown, with which a new card can still pay. */
const PayMethods = lazy(() =>
  fetchMethods().then(
    (loaded) => ({ default: loaded.PayMethods }),
    () => ({ default: MethodList }),
  ),
);

/** Loaded only on a device with an undecided order. */
const OpenOrderNote = steadyLazy(async () => (await fetchMethods()).OpenOrderNote);

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

/** The next page goes on with the row that was pressed, else with the current selection. */
function goOnEarly(pressed: EarlyMethod | null, go: (address: string) => void): void {
  if (pressed === null || pressed === 'new-card')
    return go(`/pay-step?step=${pressed === null ? 'pay' : 'card'}`);
  storedStepCard.write(pressed);
  return go('/pay-step?step=cvv');
}

/** The pack that the payer has chosen, else that of the last payment. */
function useChosenPack(packs: GemPacksState) {
  const lastPaid = useStored(storedLastPaidAmount);
  const amount = useStored(storedChosenAmount) ?? lastPaid;
  const isChosen = (one: GemPack): boolean => one.priceUsdCents === amount;
  return { lastPaid, pack: packs.kind === 'ready' ? (packs.packs.find(isChosen) ?? null) : null };
}

/** Stores the amount of a pack that is preselected for the next page. An amount that the payer has chosen stays. */
function keepAmount(pack: GemPack | null): void {
  if (pack !== null && storedChosenAmount.read() === null) storedChosenAmount.write(pack.priceUsdCents);
}

/**
 * Prefetches everything that follows a press on pay, up to the card fields. A failure does no harm: the step itself
 * loads it again.
 */
async function prefetchPayStep(): Promise<void> {
  await (await fetchMethods()).fetchPayStep();
}

/** Prefetches the steps once the packs are shown, while the payer still chooses. */
function usePrefetch(arePacksShown: boolean): void {
  useEffect(() => {
    if (arePacksShown) whenIdle(() => void prefetchPayStep().catch(() => undefined));
  }, [arePacksShown]);
}

function useShownPacks(recipient: Recipient | null) {
  const packs = useGemPacks(recipient?.accountId ?? null);
  const arePacksShown = packs.kind === 'ready';
  usePrefetch(arePacksShown);
  return { packs, arePacksShown, ...useChosenPack(packs) };
}

/** State for the pay button of a method that draws its own, such as Apple Pay. */
function useOwnButton() {
  const [Own, setOwn] = useState<OwnButton | null>(null);
  const onButton = useCallback((button: OwnButton | null) => setOwn(() => button), []);
  return { Own, onButton };
}

interface MethodsPlaceProps extends PayMethodsProps {
  arePacksShown: boolean;
}

/** Until the packs are loaded, shows what the prerendered page shows, which knows neither packs nor cards. */
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

const readRepeat: typeof ReadRepeat = async (...press) => (await fetchMethods()).readRepeat(...press);

async function leaveForHost(host: string): Promise<boolean> {
  return (await fetchMethods()).leaveForHost(host);
}

interface PayPlace {
  readonly chosen: ChosenRecipient;
  readonly pack: GemPack | null;
  readonly machine: RunningCheckout | null;
  readonly hasOwnButton: boolean;
  /** The column with recipient and packs, in which a missing choice gets the focus. */
  readonly column: RefObject<HTMLElement | null>;
}

function usePayGuards({ chosen, pack, machine, hasOwnButton, column }: PayPlace): Guards {
  const isOnline = useOnline();
  const page = usePageScope();
  const isSignedIn = useStored(storedLogin) !== null;
  const hasOrdered = useStored(storedLastOrderId) !== null || isSignedIn;
  const recipient = payableRecipient(chosen);
  const { entry } = chosen;
  return useGuards({
    ...PLAIN_PAGE,
    facts: {
      ...NO_FACTS,
      isOnline,
      recipient,
      isNewFace: chosen.isNewFace,
      hasIdField: chosen.recipient === null,
      typedId: entry.typed,
      isIdPending: entry.isPending,
      pack,
      purchase: gemsPurchase(pack, recipient),
      hasOrdered,
      hasOwnButton,
    },
    machine,
    explain: (gap) => explain(gap, column.current),
    search: entry.search,
    // A wallet needs the answer inside the press; a card can wait until the orders have been read.
    findRepeat: (goods, now) =>
      machine !== null && hasOwnButton ? machine.findRepeat(goods, now) : readRepeat(page, goods, now),
    leaveForHost,
  });
}

/** Pay was pressed and waits for the look-up of the typed account, or for the orders that it may repeat. */
function isHeld({ state }: Guards, isIdPending: boolean): boolean {
  return state.at === 'reading-orders' || (isIdPending && state.at === 'awaiting-recipient');
}

function payableRecipient({ recipient, refused }: ChosenRecipient): Recipient | null {
  return refused === null ? recipient : null;
}

export function PayScreen() {
  const navigate = useNavigate();
  const chosen = useRecipient();
  const { packs, pack, lastPaid, arePacksShown } = useShownPacks(chosen.recipient);
  const column = useRef<HTMLDivElement>(null);
  const [machine, onMachine] = useState<RunningCheckout | null>(null);
  const [pressed, onPressed] = useState<EarlyMethod | null>(null);
  const { Own, onButton } = useOwnButton();
  const recipient = payableRecipient(chosen);
  const { entry } = chosen;
  const guards = usePayGuards({ chosen, pack, machine, hasOwnButton: Own !== null, column });
  const withPack =
    (goOn: GoOn): GoOn =>
    (...next) => {
      keepAmount(pack);
      goOn(...next);
    };
  /** Pay was pressed before the methods were loaded: the next page goes on with the method they would have shown. */
  const goOnToPay: GoOn = (how, loaded) => {
    if (loaded === null) goOnEarly(pressed, (address) => navigate(address, how));
    else loaded.dispatch({ type: 'confirm-pressed', inputs: NOTHING_TYPED, now: new Date() });
  };

  const shared = { pack, recipient, guards, withPack, onMachine, pressed, onPressed, onButton };
  return (
    <>
      <AppBar title={word('home.navRecharge')} />
      <main className="page above-pay-bar">
        <OpenOrder />
        <div className="columns">
          <div ref={column} className="column-main">
            <RecipientSection chosen={chosen} confirmation={faceQuestion(guards)} />
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
              isBusy={isHeld(guards, entry.isPending)}
              onPress={() => guards.press('pay', withPack(goOnToPay))}
            />
          </div>
        </div>
      </main>
      <SameAgain guards={guards} />
    </>
  );
}
