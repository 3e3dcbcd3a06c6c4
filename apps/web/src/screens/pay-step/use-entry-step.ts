import { useEffect, useState } from 'react';
import { useCheckout } from '../../checkout/machine/use-checkout.ts';
import { stepInAddress } from '../../checkout/machine/step-address.ts';
import type { NamedStep } from '../../checkout/machine/step-names.ts';
import { pageOf } from '../../checkout/machine/step-stack.ts';
import { storedStepCard } from '../../browser/storage/purchase.ts';
import { orderIdOf, readUrlParameters } from '../../browser/link.ts';
import { showToast } from '../../ui/toast.ts';
import { word } from '../../words/word.ts';

/** A step that needs the saved cards does not wait for them longer than this: the payer can type a new card. */
const CARDS_WAIT_MS = 4_000;

const NEEDS_CARDS: Record<NamedStep, boolean> = {
  home: false,
  'new-card': false,
  pay: true,
  'saved-cards': true,
  cvv: true,
  'modify-expiry': true,
};

interface EntryFacts {
  /** Pack, recipient and configuration are loaded, and no order is being looked up. */
  readonly isReady: boolean;
  readonly areCardsAwaited: boolean;
}

interface EntryStep {
  /** The step named in the address cannot be shown yet. */
  readonly isPending: boolean;
  /** The address names HOME, or neither step nor order: then this page shows HOME itself instead of leading to /pay. */
  readonly isHomeHere: boolean;
}

function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setIsLate(true), CARDS_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate;
}

/** Opens the step that the address names: after a reload, by a link, or when the steps were not loaded when pay was pressed. */
export function useEntryStep({ isReady, areCardsAwaited }: EntryFacts): EntryStep {
  const { state, dispatch } = useCheckout();
  const [{ firstStep, isHomeHere }] = useState(() => {
    const parameters = readUrlParameters(location);
    const isBare = parameters.step === null && orderIdOf(parameters) === null;
    return {
      firstStep: pageOf(state.checkout).at === 'home' ? stepInAddress(parameters.step) : 'home',
      isHomeHere: isBare || parameters.step === 'home',
    };
  });
  const [isPending, setIsPending] = useState(firstStep !== 'home');
  const isLate = useIsLate(isPending && isReady);
  const mayOpen = isPending && isReady && (!NEEDS_CARDS[firstStep] || !areCardsAwaited || isLate);

  useEffect(() => {
    if (!mayOpen) return;
    const next = dispatch({
      type: 'step-named',
      step: firstStep,
      sourceId: storedStepCard.read(),
      now: new Date(),
    });
    const isEmpty = pageOf(next.checkout).at === 'new-card';
    if (isEmpty && isLate && areCardsAwaited) showToast(word('method.cardsError'), 'info');
    else if (firstStep === 'saved-cards' && isEmpty) showToast(word('saved.empty'), 'info');
    setIsPending(false);
  }, [mayOpen, firstStep, dispatch, isLate, areCardsAwaited]);
  return { isPending, isHomeHere };
}
