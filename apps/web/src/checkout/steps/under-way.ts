import type { CardExpiry, SavedCard } from '@jawhara/domain';
import { knownCards, offeredMethod, sameCard } from './methods.ts';
import { savedCardUse } from './on-confirm.ts';
import { choosing, cvvStep, goBack, goHome, goTo, pay, stepOf } from './step-stack.ts';
import type { Checkout, StepsAt, StepsEvent, StepsNext } from './steps-state.ts';

/** The new date is shown at once; the list that is read again will say the same. */
function withExpiry(checkout: Checkout, card: SavedCard, expiry: CardExpiry): [Checkout, SavedCard] {
  const updated: SavedCard = { ...card, expiry, isExpiredByBank: false };
  const known = knownCards(checkout.cards);
  const old = sameCard(known, card);
  const cards = { kind: 'ready', cards: known.map((one) => (one === old ? updated : one)) } as const;
  const fresh = { ...checkout, cards };
  const method = offeredMethod(fresh, { kind: 'saved-card', card: updated }) ?? checkout.method;
  return [{ ...fresh, method }, updated];
}

/** Its answer decides whether money moves, so there is no leaving meanwhile. A call has an end, with or without an answer. */
export function inUpdating(state: StepsAt<'updating'>, event: StepsEvent): StepsNext {
  if (event.type === 'update-failed') {
    const problem = event.isRefused === true ? 'expiry-refused' : 'expiry-not-updated';
    return [choosing(state.checkout, { problem })];
  }
  if (event.type !== 'expiry-updated') return [state];
  const [checkout, card] = withExpiry(state.checkout, state.card, state.expiry);
  if (state.isPaidAfter) return pay(checkout, savedCardUse(card, true));
  return [choosing(goBack(checkout)), { do: 'read-cards' }, { do: 'say', what: 'expiry-updated' }];
}

/** While the purchase machine pays, Back and everything else is its own. */
export function inPaying(state: StepsAt<'paying'>, event: StepsEvent): StepsNext {
  const { checkout } = state;
  // The order lives on and may still be paid: a step that could pay it a second time is not where to go.
  const hasLeft = event.type === 'pay-left' || (event.type === 'step-named' && event.step === 'home');
  if (hasLeft) return [choosing({ ...goHome(checkout), scene: 'normal' })];
  if (event.type !== 'pay-stopped') return [state];
  const step = stepOf(checkout);
  if (step.at !== 'modify-expiry') return [choosing(checkout)];
  // The date is updated already: what is left to do is the CVV.
  const below = { ...checkout, above: checkout.above.slice(0, -1) };
  return [choosing(goTo(below, cvvStep(step.card)))];
}
