import { firstGone, isWallet, type PaySource, type RepurchaseGroup, type SavedCard } from '@jawhara/domain';
import { recipientPanel, type RecipientPanelEvent } from './recipient-panel.ts';
import {
  channelMethod,
  confirmModeOf,
  firstMethod,
  isWalletOffered,
  knownCards,
  newCardPayType,
  nextMethod,
  offeredMethod,
  seenCards,
  usableCards,
} from './methods.ts';
import { isOnStep, isUpdating, onStep, stepOf } from './step-stack.ts';
import type { PurchaseScene } from './step-names.ts';
import type {
  Checkout,
  Method,
  Offer,
  CheckoutEffect,
  CheckoutNext,
  CheckoutState,
} from './checkout-state.ts';

/** While a step is paying or updating, new data removes no step: the provider's field on that step must not disappear. */
export function withCheckout(state: CheckoutState, checkout: Checkout): CheckoutState {
  if (!isOnStep(state) || isUpdating(state)) return { ...state, checkout };
  const { popup, problem } = state;
  return onStep(checkout, problem === null ? { popup } : { popup, problem });
}

/** If the payer has selected a row while the list had no cards, the list stays as it is, even if cards arrive. */
function withMode(checkout: Checkout): Checkout {
  const isHeld = checkout.isPicked && checkout.mode === 'channel';
  return isHeld ? checkout : { ...checkout, mode: confirmModeOf(checkout) };
}

/** The card used last was missing in the list and is there now: it was saved a moment ago. */
function isLastBack({ cards, last }: Checkout, known: Checkout, now: Date): boolean {
  const isLast = (card: SavedCard): boolean => card.sourceId === last.card;
  return (
    !knownCards(cards).some((card) => isLast(card) && card.isRemembered) &&
    usableCards(known, now).some(isLast)
  );
}

function learnCards(checkout: Checkout, cards: readonly SavedCard[], now: Date): Checkout {
  const gone = firstGone(seenCards(checkout), cards) ?? checkout.gone;
  const known: Checkout = { ...checkout, cards: { kind: 'ready', cards }, gone };
  const isNews = checkout.cards.kind !== 'ready' || isLastBack(checkout, known, now);
  if (isNews && !checkout.isPicked) return withMode({ ...known, method: firstMethod(known, now) });
  const method = offeredMethod(known, known.method);
  if (method !== null || known.method === null) return withMode({ ...known, method });
  return withMode({ ...known, method: nextMethod(known, now), isPicked: false });
}

/** If the payer chooses another amount, the purchase is a new one and no longer a retry or a repeat. */
function sceneFor({ offer, scene }: Checkout, { pack }: Offer): PurchaseScene {
  if (offer.pack === null || pack === null) return scene;
  return offer.pack.priceUsdCents === pack.priceUsdCents ? scene : 'normal';
}

/** A new card goes through the provider that is best now: the payer has chosen a card, not a provider. */
function methodUnder(known: Checkout): Method | null {
  if (known.method?.kind !== 'new-card') return offeredMethod(known, known.method);
  const payType = newCardPayType(known.offer);
  return payType === null ? null : { kind: 'new-card', payType };
}

/**
 * The wallet is detected after the page is shown. A payer who used it last finds it chosen, unless they chose a method meanwhile.
 */
function isWalletBack({ offer, last, isPicked }: Checkout, known: Checkout): boolean {
  const isNew = !isWalletOffered(offer) && isWalletOffered(known.offer);
  return isNew && !isPicked && (last.card === 'wallet' || (last.card === null && isWallet(last.payType)));
}

function learnOffer(checkout: Checkout, offer: Offer, now: Date): Checkout {
  const known: Checkout = { ...checkout, offer, scene: sceneFor(checkout, offer) };
  if (isWalletBack(checkout, known)) return withMode({ ...known, method: { kind: 'wallet' } });
  const method = methodUnder(known);
  if (method !== null) return withMode({ ...known, method });
  return withMode({ ...known, method: firstMethod(known, now), isPicked: false });
}

/** The page reports the loss of a wallet that the payer chose by hand; a preselected wallet disappears without a message. */
function lossOf(before: Checkout, after: Checkout): CheckoutEffect[] {
  const isLost = before.method?.kind === 'wallet' && before.isPicked && after.method?.kind !== 'wallet';
  return isLost ? [{ do: 'say', what: 'wallet-gone' }] : [];
}

export function onCardsRead(state: CheckoutState, sources: readonly PaySource[], now: Date): CheckoutNext {
  if (state.checkout.lastSources === sources) return [state];
  const cards = sources.flatMap((source) => (source.kind === 'saved-card' ? [source.card] : []));
  return [withCheckout(state, learnCards({ ...state.checkout, lastSources: sources }, cards, now))];
}

/** Known cards stay: a failed request is no reason to remove them. */
export function onCardsFailed(state: CheckoutState): CheckoutNext {
  const { checkout } = state;
  if (checkout.cards.kind === 'ready') return [state];
  const failed: Checkout = { ...checkout, cards: { kind: 'failed' } };
  return [withCheckout(state, { ...failed, method: failed.method ?? channelMethod(failed) })];
}

export function onOfferChanged(state: CheckoutState, offer: Offer, now: Date): CheckoutNext {
  const checkout = learnOffer(state.checkout, offer, now);
  return [withCheckout(state, checkout), ...lossOf(state.checkout, checkout)];
}

export function onGroupKnown(state: CheckoutState, group: RepurchaseGroup): CheckoutNext {
  if (group === state.checkout.group) return [state];
  return [withCheckout(state, { ...state.checkout, group })];
}

/** The recipient is updated in every state; the panel itself can only be used while it is visible. */
export function onRecipientPanel(state: CheckoutState, event: RecipientPanelEvent): CheckoutNext {
  const isSeen = isOnStep(state) && state.popup === null && stepOf(state.checkout).at === 'home';
  if (event.type !== 'recipient-known' && !isSeen) return [state];
  const { checkout } = state;
  return [withCheckout(state, { ...checkout, recipient: recipientPanel(checkout.recipient, event) })];
}
