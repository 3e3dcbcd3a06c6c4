import type { CardSourceId } from '@jawhara/domain';
import { isCardSold, isUpdatable, knownCards, newCardPayType, recentCards } from './methods.ts';
import { confirmCard, confirmMethod } from './on-confirm.ts';
import type { NamedStep } from './step-names.ts';
import { choosing, goBack, goTo, goToNewCard, stepOf, toHome } from './step-stack.ts';
import type { Checkout, StepsAt, StepsEvent, StepsNext } from './steps-state.ts';

type Named = Extract<StepsEvent, { type: 'step-named' }>;
type Open = (checkout: Checkout, named: Named) => StepsNext;

/**
 * On with what stands chosen; without a pack there is nothing to go on with. The wallet would pay at once, and an address is
 * nobody's press: it waits at HOME.
 */
function goOn(checkout: Checkout, { now }: Named): StepsNext {
  const { offer, method } = checkout;
  const isHeld = offer.pack === null || method?.kind === 'wallet';
  return isHeld ? [choosing(checkout)] : confirmMethod(checkout, now);
}

/** Also a card that was never remembered: it is known for as long as this device has used it. */
function cardNamed({ cards, offer }: Checkout, sourceId: CardSourceId | null) {
  const card = knownCards(cards).find((one) => one.sourceId === sourceId);
  return card !== undefined && isCardSold(offer, card) ? card : null;
}

/** A step whose card is gone gives way to whatever stands chosen now. */
const OPEN: Record<NamedStep, Open> = {
  home: (checkout) => [choosing(checkout)],
  pay: goOn,
  'saved-cards': (checkout) => [
    choosing(
      recentCards(checkout).length > 0 ? goTo(checkout, { at: 'saved-cards' }) : goToNewCard(checkout),
    ),
  ],
  'new-card': (checkout) => [choosing(goToNewCard(checkout))],
  cvv(checkout, named) {
    const card = cardNamed(checkout, named.sourceId);
    return card === null ? goOn(checkout, named) : confirmCard(checkout, card, named.now);
  },
  'modify-expiry'(checkout, named) {
    const card = cardNamed(checkout, named.sourceId);
    if (card === null || !isUpdatable(card)) return goOn(checkout, named);
    return [choosing(goTo(checkout, { at: 'modify-expiry', card, isPaidAfter: true }))];
  },
};

/** The steps begin at HOME and go to the one named, as far as it can still be shown. */
export function openNamed(state: StepsAt<'choosing'>, named: Named): StepsNext {
  // HOME is shown already, with whatever lies over it.
  if (named.step === 'home' && state.checkout.above.length === 0) return [state];
  return OPEN[named.step](toHome(state.checkout), named);
}

export function openFrame(state: StepsAt<'choosing'>): StepsNext {
  const step = stepOf(state.checkout);
  const payType = newCardPayType(state.checkout.offer);
  if (step.at !== 'new-card' || payType === null || payType === step.payType) return [state];
  return [choosing(goTo(goBack(state.checkout), { at: 'new-card', payType }))];
}
