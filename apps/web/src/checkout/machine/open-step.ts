import type { CardSourceId } from '@jawhara/domain';
import { hasGoods, isCardSold, isUpdatable, knownCards, newCardPayType, recentCards } from './methods.ts';
import { confirmCard, confirmMethod } from './on-confirm.ts';
import type { NamedStep } from './step-names.ts';
import { onStep, goBack, goTo, goToNewCard, stepOf, toHome } from './step-stack.ts';
import type { Checkout, OnStep, CheckoutEvent, CheckoutNext } from './checkout-state.ts';

type Named = Extract<CheckoutEvent, { type: 'step-named' }>;
type Open = (checkout: Checkout, named: Named) => CheckoutNext;

/**
 * Continues with the chosen method; without a pack or a fine there is nothing to continue with. The wallet would pay at once, and opening
 * an address is no press, so it stays at HOME. For a card that the server has not confirmed yet, a new card can be typed.
 */
function goOn(checkout: Checkout, { now }: Named): CheckoutNext {
  const { offer, method } = checkout;
  const isHeld = !hasGoods(offer) || method?.kind === 'wallet';
  if (isHeld) return [onStep(checkout)];
  return method?.kind === 'seen-card' ? [onStep(goToNewCard(checkout))] : confirmMethod(checkout, now);
}

/** Also a card that was never remembered: it is known for as long as this device has used it. */
function cardNamed({ cards, offer }: Checkout, sourceId: CardSourceId | null) {
  const card = knownCards(cards).find((one) => one.sourceId === sourceId);
  return card !== undefined && isCardSold(offer, card) ? card : null;
}

/** A step whose card is gone is replaced by the step of the current selection. */
const OPEN: Record<NamedStep, Open> = {
  home: (checkout) => [onStep(checkout)],
  pay: goOn,
  'saved-cards': (checkout) => [
    onStep(recentCards(checkout).length > 0 ? goTo(checkout, { at: 'saved-cards' }) : goToNewCard(checkout)),
  ],
  'new-card': (checkout) => [onStep(goToNewCard(checkout))],
  cvv(checkout, named) {
    const card = cardNamed(checkout, named.sourceId);
    return card === null ? goOn(checkout, named) : confirmCard(checkout, card, named.now);
  },
  'modify-expiry'(checkout, named) {
    const card = cardNamed(checkout, named.sourceId);
    if (card === null || !isUpdatable(card)) return goOn(checkout, named);
    return [onStep(goTo(checkout, { at: 'modify-expiry', card, isPaidAfter: true }))];
  },
};

/** The steps begin at HOME and go to the one named, as far as it can still be shown. */
export function openNamed(state: OnStep, named: Named): CheckoutNext {
  // HOME is shown already, with whatever lies over it.
  if (named.step === 'home' && state.checkout.above.length === 0) return [state];
  return OPEN[named.step](toHome(state.checkout), named);
}

export function openFrame(state: OnStep): CheckoutNext {
  const step = stepOf(state.checkout);
  const payType = newCardPayType(state.checkout.offer);
  if (step.at !== 'new-card' || payType === null || payType === step.payType) return [state];
  return [onStep(goTo(goBack(state.checkout), { at: 'new-card', payType }))];
}
