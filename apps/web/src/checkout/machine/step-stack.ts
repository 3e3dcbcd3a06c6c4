import { isCardExpired, type CardFingerprint, type SavedCard } from '@jawhara/domain';
import {
  confirmModeOf,
  isCardSold,
  isUpdatable,
  knownCards,
  newCardPayType,
  offeredChannels,
  recentCards,
  sameCard,
} from './methods.ts';
import type {
  Checkout,
  CheckoutAt,
  CheckoutState,
  OnStep,
  PayStep,
  Popup,
  StepProblem,
  UpperStep,
} from './checkout-state.ts';
import type { EntryProblem } from './purchase/purchase-state.ts';

export function stepOf(checkout: Checkout): PayStep {
  return checkout.above.at(-1) ?? { at: 'home' };
}

/** A step that only updates the date of a card is shown as a sheet over the step below. */
export function isDateOnly(step: PayStep): boolean {
  return step.at === 'modify-expiry' && !step.isPaidAfter;
}

/** The step that fills the page, which may lie under the sheet that updates the date of a card. */
export function pageOf({ above }: Checkout): PayStep {
  return above.findLast((step) => !isDateOnly(step)) ?? { at: 'home' };
}

/**
 * The step where the CVV of the card is typed. For a card that was not saved there is a step that describes it as the card just
 * used.
 */
export function cvvStep(card: SavedCard): UpperStep {
  return { at: card.isRemembered ? 'cvv' : 'cvv-unremembered', card };
}

/** No step leads to a step below it, so `above` never contains a step twice; a test that walks through all states checks this. */
export function goTo(checkout: Checkout, step: UpperStep): Checkout {
  return { ...checkout, above: [...checkout.above, step], gone: null };
}

/** When HOME opens again, the list of methods may change: the payer is not about to press one of its rows. */
export function toHome(checkout: Checkout): Checkout {
  return { ...checkout, above: [], mode: confirmModeOf(checkout) };
}

export function goHome(checkout: Checkout): Checkout {
  return toHome({ ...checkout, isPicked: false });
}

export function goBack(checkout: Checkout): Checkout {
  const above = checkout.above.slice(0, -1);
  return above.length === 0 ? toHome(checkout) : { ...checkout, above };
}

/** The step for a new card; HOME, the first step, where no card can be used. */
export function goToNewCard(checkout: Checkout): Checkout {
  const payType = newCardPayType(checkout.offer);
  return payType === null ? goHome(checkout) : goTo(checkout, { at: 'new-card', payType });
}

/** The next typed card begins with empty fields, and the declines of the last card do not count for it. */
export function withNextCard({ declinedCvvs: _ofLastCard, ...checkout }: Checkout): Checkout {
  return { ...checkout, stopped: null, cardNth: checkout.cardNth + 1 };
}

/** "Use another card": HOME with the next saved card selected, otherwise the step for a new one. */
export function anotherCard(checkout: Checkout, than: CardFingerprint | null, now: Date): Checkout {
  const others = recentCards(checkout).filter(({ fingerprint }) => fingerprint !== than);
  const card = others.find((one) => !isCardExpired(one, now)) ?? others[0];
  if (card === undefined) return goToNewCard(checkout);
  return { ...goHome(checkout), method: { kind: 'saved-card', card }, isPicked: true };
}

/** The step with the newest cards and pay types; null if its card is gone, or cannot be paid with any more. */
function fittedStep(checkout: Checkout, step: UpperStep): UpperStep | null {
  switch (step.at) {
    case 'saved-cards':
      return recentCards(checkout).length > 0 ? step : null;
    case 'new-card': {
      if (offeredChannels(checkout.offer).includes(step.payType)) return step;
      // The payer has chosen a card, not a provider: if this provider cannot take it, the next one does.
      const payType = newCardPayType(checkout.offer);
      return payType === null ? null : { at: 'new-card', payType };
    }
    default: {
      const card = sameCard(knownCards(checkout.cards), step.card);
      if (card === null || !isCardSold(checkout.offer, card)) return null;
      if (card === step.card) return step;
      if (step.at !== 'modify-expiry') return cvvStep(card);
      return isUpdatable(card) ? { ...step, card } : null;
    }
  }
}

/** Returns the same object when nothing is gone, so that a screen that compares it does not render again. */
function fitted(checkout: Checkout): Checkout {
  const above = checkout.above.flatMap((step) => fittedStep(checkout, step) ?? []);
  if (above.length === checkout.above.length && above.every((step, i) => step === checkout.above[i])) {
    return checkout;
  }
  return above.length === 0 ? toHome(checkout) : { ...checkout, above };
}

/** A popup about a deleted card is closed. */
function fittedPopup(checkout: Checkout, popup: Popup | null): Popup | null {
  if (popup === null) return null;
  if (popup.kind === 'give-up') return checkout.above.length === 0 ? null : popup;
  const card = sameCard(knownCards(checkout.cards), popup.card);
  return card === null ? null : { ...popup, card };
}

const HAS_FIELDS = {
  home: false,
  'saved-cards': false,
  'new-card': true,
  cvv: true,
  'cvv-unremembered': true,
  'modify-expiry': true,
} as const satisfies Record<PayStep['at'], boolean>;

/** Makes every state that shows a step. Steps are removed if their card is gone or no provider takes their card any more. */
export function onStep(
  checkout: Checkout,
  more: { readonly popup?: Popup | null; readonly problem?: StepProblem } = {},
): OnStep {
  const fit = fitted(checkout);
  const shared = {
    checkout: fit,
    popup: fittedPopup(fit, more.popup ?? null),
    problem: more.problem ?? null,
  };
  return HAS_FIELDS[stepOf(fit).at]
    ? { at: 'entering', ...shared, update: null }
    : { at: 'choosing', ...shared };
}

export function isOnStep(state: CheckoutState): state is OnStep {
  return state.at === 'choosing' || state.at === 'entering';
}

/** Whether a new date is being sent. */
export function isUpdating(state: CheckoutState): boolean {
  return state.at === 'entering' && state.update !== null;
}

export function left(checkout: Checkout): CheckoutAt<'left'> {
  return { at: 'left', checkout };
}

/** The order still exists and may be paid, so no step may be shown that could pay it a second time. */
export function withoutPurchase(checkout: Checkout): Checkout {
  return { ...goHome(checkout), scene: 'normal' };
}

/** After a payment that was not made, the payer is back on the step where it was confirmed. */
export function backOnStep(checkout: Checkout, problem: EntryProblem | null): CheckoutState {
  const stoppedCheckout = { ...checkout, stopped: problem };
  const step = stepOf(checkout);
  if (step.at !== 'modify-expiry') return onStep(stoppedCheckout);
  // The date is updated already, so only the CVV is left.
  return onStep(goTo({ ...stoppedCheckout, above: checkout.above.slice(0, -1) }, cvvStep(step.card)));
}
