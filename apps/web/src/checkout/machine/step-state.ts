import type { CardSourceId, CardExpiry, SavedCard, CardFingerprint } from '@jawhara/domain';
import {
  hasGoods,
  isCardSold,
  isUpdatable,
  knownCards,
  newCardPayType,
  recentCards,
  offeredMethod,
  sameCard,
} from './methods.ts';
import { confirmCard, confirmMethod, pay, savedCardUse } from './on-confirm.ts';
import type { NamedStep } from './step-names.ts';
import {
  onStep,
  goBack,
  goTo,
  goToNewCard,
  stepOf,
  toHome,
  anotherCard,
  withNextCard,
  isDateOnly,
  left,
} from './step-stack.ts';
import type {
  Checkout,
  OnStep,
  CheckoutEvent,
  CheckoutNext,
  CheckoutState,
  ExpiryUpdate,
  Method,
  PayStep,
} from './checkout-state.ts';
import { recipientPanel, isPanelOpen } from './recipient-panel.ts';
import { lastUsedMethod } from './remember-card.ts';

type Named = Extract<CheckoutEvent, { type: 'step-named' }>;
type Open = (checkout: Checkout, named: Named) => CheckoutNext;

/**
 * Continues with the chosen method, if a pack or a fine is chosen. A wallet would pay at once, and opening an address is no
 * press, so it stays at HOME. If the server has not confirmed the card yet, a new card can be typed.
 */
function goOn(checkout: Checkout, { now }: Named): CheckoutNext {
  const { offer, method } = checkout;
  const isHeld = !hasGoods(offer) || method?.kind === 'wallet';
  if (isHeld) return [onStep(checkout)];
  return method?.kind === 'seen-card' ? [onStep(goToNewCard(checkout))] : confirmMethod(checkout, now);
}

/**
 * The card of the step that an address opens. Also finds a card that was used but not saved, if it is in the list that was read.
 */
function cardNamed({ cards, offer }: Checkout, sourceId: CardSourceId | null) {
  const card = knownCards(cards).find((one) => one.sourceId === sourceId);
  return card !== undefined && isCardSold(offer, card) ? card : null;
}

/**
 * If the card of the step named in the address is not known any more, the step of the currently selected method opens instead.
 */
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

/** The steps begin at HOME and lead to the named one, as far as it can still be shown. */
function openNamed(state: OnStep, named: Named): CheckoutNext {
  // HOME is shown already, perhaps under a popup.
  if (named.step === 'home' && state.checkout.above.length === 0) return [state];
  return OPEN[named.step](toHome(state.checkout), named);
}

function openFrame(state: OnStep): CheckoutNext {
  const step = stepOf(state.checkout);
  const payType = newCardPayType(state.checkout.offer);
  if (step.at !== 'new-card' || payType === null || payType === step.payType) return [state];
  return [onStep(goTo(goBack(state.checkout), { at: 'new-card', payType }))];
}

/** Shows the new date at once, without waiting until the list of cards has been read again. */
function withExpiry(checkout: Checkout, card: SavedCard, expiry: CardExpiry): [Checkout, SavedCard] {
  const updated: SavedCard = { ...card, expiry, isExpiredByBank: false };
  const known = knownCards(checkout.cards);
  const old = sameCard(known, card);
  const cards = { kind: 'ready', cards: known.map((one) => (one === old ? updated : one)) } as const;
  const fresh = { ...checkout, cards };
  const method = offeredMethod(fresh, { kind: 'saved-card', card: updated }) ?? checkout.method;
  return [{ ...fresh, method }, updated];
}

/** While the new date is being sent, all other events are ignored. The call always ends, with an answer or with a time-out. */
function whileUpdating(
  state: CheckoutState,
  { card: old, expiry, isPaidAfter }: ExpiryUpdate,
  event: CheckoutEvent,
): CheckoutNext {
  if (event.type === 'update-failed') {
    const problem = event.isRefused === true ? 'expiry-refused' : 'expiry-not-updated';
    return [onStep(state.checkout, { problem })];
  }
  if (event.type !== 'expiry-updated') return [state];
  const [checkout, card] = withExpiry(state.checkout, old, expiry);
  if (isPaidAfter) return pay(checkout, savedCardUse(card, true));
  return [onStep(goBack(checkout)), { do: 'read-cards' }, { do: 'say', what: 'expiry-updated' }];
}

function isOn(state: OnStep, ...steps: readonly PayStep['at'][]): boolean {
  return state.popup === null && steps.includes(stepOf(state.checkout).at);
}

function onMethod(state: OnStep, chosen: Method): CheckoutNext {
  const { checkout } = state;
  const method = offeredMethod(checkout, chosen);
  const isCard = chosen.kind === 'saved-card' || chosen.kind === 'seen-card';
  const isShown = isCard
    ? isOn(state, 'saved-cards') || (isOn(state, 'home') && checkout.mode === 'recent')
    : isOn(state, 'home');
  if (method === null || !isShown) return [state];
  return [
    onStep({ ...checkout, method, isPicked: true }),
    { do: 'keep-last', last: lastUsedMethod(checkout, method) },
  ];
}

/**
 * Opened from the popup that follows a press on pay, the step updates the date and then pays. Opened from a row of the list, it
 * only updates the date.
 */
function onUpdate(state: OnStep, sourceId: CardSourceId): CheckoutNext {
  const { checkout, popup } = state;
  const isPaidAfter = popup?.kind === 'expired-card' && popup.card.sourceId === sourceId;
  if (!isPaidAfter && !isOn(state, 'home', 'saved-cards')) return [state];
  const card = recentCards(checkout).find((one) => one.sourceId === sourceId);
  if (card === undefined || !isUpdatable(card)) return [state];
  return [onStep(goTo(checkout, { at: 'modify-expiry', card, isPaidAfter }))];
}

function onOtherCard(state: OnStep, now: Date): CheckoutNext {
  const { checkout, popup } = state;
  if (popup?.kind === 'expired-card' || popup?.kind === 'not-updatable') {
    return [onStep(anotherCard(checkout, popup.card.fingerprint, now))];
  }
  const step = stepOf(checkout);
  if (popup !== null) return [state];
  // The step is removed first, because the next card may be typed on the same step.
  if (step.at === 'new-card') return [onStep(anotherCard(withNextCard(goBack(checkout)), null, now))];
  if (!('card' in step)) return [state];
  return [onStep(anotherCard(checkout, step.card.fingerprint, now))];
}

/** A card that was not saved is in no list, so it cannot be deleted. */
function onDelete(state: OnStep, sourceId: CardSourceId): CheckoutNext {
  const card = recentCards(state.checkout).find((one) => one.sourceId === sourceId);
  if (card === undefined || !isOn(state, 'home', 'saved-cards', 'cvv')) return [state];
  return [onStep(state.checkout, { popup: { kind: 'delete-card', card, isDeleting: false } })];
}

function onDeleteConfirmed(state: OnStep): CheckoutNext {
  const { checkout, popup } = state;
  if (popup?.kind !== 'delete-card' || popup.isDeleting) return [state];
  return [
    onStep(checkout, { popup: { ...popup, isDeleting: true } }),
    { do: 'delete-card', fingerprint: popup.card.fingerprint },
  ];
}

/** The popup about the deleted card closes; a popup that was opened meanwhile stays. */
export function withoutDeletion(state: OnStep, fingerprint: CardFingerprint): OnStep['popup'] {
  const { popup } = state;
  return popup?.kind === 'delete-card' && popup.card.fingerprint === fingerprint ? null : popup;
}

/**
 * Back asks before it leaves a step above HOME, because the payer has begun to pay there. HOME is the page of packs: a
 * visitor who only looked is not asked.
 */
const BACK_ASKS = {
  home: false,
  'saved-cards': true,
  'new-card': true,
  cvv: true,
  'cvv-unremembered': true,
  'modify-expiry': true,
} as const satisfies Record<PayStep['at'], boolean>;

/** Back closes the topmost of popup, recipient panel and step. */
function onBack(state: OnStep): CheckoutNext {
  const { checkout, popup } = state;
  if (popup !== null) return [onStep(checkout)];
  // Updating a date belongs to no order, so nothing is given up.
  if (isDateOnly(stepOf(checkout))) return [onStep(goBack(checkout))];
  if (BACK_ASKS[stepOf(checkout).at]) return [onStep(checkout, { popup: { kind: 'give-up' } })];
  if (!isPanelOpen(checkout.recipient)) return [left(checkout)];
  return [onStep({ ...checkout, recipient: recipientPanel(checkout.recipient, { type: 'panel-closed' }) })];
}

function onGiveUp(state: OnStep): CheckoutNext {
  return state.popup?.kind === 'give-up' ? [onStep(goBack(state.checkout))] : [state];
}

/** Events of every step before a payment; steps differ only in what confirm does. */
export function inStep(state: OnStep, event: CheckoutEvent): CheckoutNext {
  const { checkout } = state;
  if (state.at === 'entering' && state.update !== null) return whileUpdating(state, state.update, event);
  switch (event.type) {
    case 'method-chosen':
      return onMethod(state, event.method);
    case 'step-named':
      return openNamed(state, event);
    case 'frame-opened':
      return openFrame(state);
    case 'all-cards-pressed':
      return isOn(state, 'home') ? [onStep(goTo(checkout, { at: 'saved-cards' }))] : [state];
    case 'new-card-pressed':
      return isOn(state, 'home', 'saved-cards') ? [onStep(goToNewCard(checkout))] : [state];
    case 'other-card-pressed':
      return onOtherCard(state, event.now);
    case 'update-pressed':
      return onUpdate(state, event.sourceId);
    case 'delete-pressed':
      return onDelete(state, event.sourceId);
    case 'delete-confirmed':
      return onDeleteConfirmed(state);
    case 'delete-failed':
      return [
        onStep(checkout, {
          popup: withoutDeletion(state, event.fingerprint),
          problem: 'card-not-deleted',
        }),
      ];
    case 'popup-closed':
      return state.popup === null ? [state] : [onStep(checkout)];
    case 'stay-pressed':
      return state.popup?.kind === 'give-up' ? [onStep(checkout)] : [state];
    case 'give-up-pressed':
      return onGiveUp(state);
    case 'back-pressed':
      return onBack(state);
    default:
      return [state];
  }
}
