import { isWallet, smallerPack, type Outcome, type SavedCard } from '@jawhara/domain';
import type {
  CardsRead,
  Checkout,
  CheckoutAt,
  CheckoutEffect,
  CheckoutEvent,
  CheckoutNext,
  DeclinedCvvs,
  EndedPurchase,
  LastUsed,
  PurchaseEnd,
  UsedCard,
} from './checkout-state.ts';
import { onOfferChanged } from './on-facts.ts';
import { knownCards, packOfOrder, usualPayType } from './methods.ts';
import {
  afterResult,
  onOtherCard,
  onOtherWallet,
  onPayAgain,
  onResultPressed,
  type Ended,
} from './on-result.ts';
import { purchase } from './purchase/purchase.ts';
import { lastUsedAfter } from './remember-card.ts';
import { left, onStep } from './step-stack.ts';

/**
 * Adds the card to the list, or replaces the entry with its id. Another provider's entry of the same card stays: an entry that
 * the payer did not agree to save must not hide one that the payer did.
 */
function withCard(read: CardsRead, card: SavedCard): CardsRead {
  if (read.kind !== 'ready') return read;
  return { kind: 'ready', cards: [card, ...read.cards.filter(({ sourceId }) => sourceId !== card.sourceId)] };
}

/** A card that the provider saved counts as saved from now on, before the list is read again. */
function withUsed(checkout: Checkout, used: UsedCard): Checkout {
  return used.kind === 'saved' ? { ...checkout, cards: withCard(checkout.cards, used.card) } : checkout;
}

function keepLast(before: LastUsed, last: LastUsed): CheckoutEffect[] {
  const isSame = before.card === last.card && before.payType === last.payType;
  return isSame ? [] : [{ do: 'keep-last', last }];
}

function outcomeOf(ended: EndedPurchase): Outcome {
  if (ended.at === 'paid') return 'success';
  return ended.ending.kind === 'refused' ? ended.ending.outcome : 'fail';
}

/** The facts known about the used card at the end of its payment. A card that was typed and refused is not saved. */
function usedCard({ use, order, checkout, purchase: ended }: CheckoutAt<'ended'>): UsedCard {
  // After a reload `use` is null, but the order still shows that a wallet was used.
  if (order !== null && isWallet(order.payType)) return { kind: 'wallet' };
  switch (use?.kind) {
    case 'wallet':
      return { kind: 'wallet' };
    case 'new-card':
      return { kind: ended.at === 'paid' ? 'loading' : 'unsaved' };
    case 'saved-card': {
      const card = knownCards(checkout.cards).find(({ sourceId }) => sourceId === use.sourceId);
      return card === undefined ? { kind: 'loading' } : { kind: 'saved', card };
    }
    default:
      return { kind: 'loading' };
  }
}

function endOf(state: CheckoutAt<'ended'>): PurchaseEnd {
  const { order, checkout } = state;
  return {
    outcome: outcomeOf(state.purchase),
    payType: order?.payType ?? usualPayType(checkout),
    used: usedCard(state),
    smallerPack: order?.purpose === 'gems' ? smallerPack(checkout.offer.packs, order.priceUsdCents) : null,
  };
}

function keepPurchase({ order, end }: CheckoutAt<'ended'>): CheckoutEffect[] {
  if (order === null || end?.outcome !== 'success') return [];
  const card = end.used.kind === 'saved' ? end.used.card.sourceId : null;
  return [{ do: 'keep-purchase', order, card }];
}

/** Counts the declined CVVs in a row of one card. Any other result, or another card, resets the count. */
function countDeclinedCvvs(state: CheckoutAt<'ended'>): DeclinedCvvs | null {
  const { use, purchase: ended, checkout } = state;
  const isDeclined =
    ended.at === 'not-paid' && ended.ending.kind === 'refused' && ended.ending.reason === 'cvv-wrong';
  if (!isDeclined || use === null || use.kind === 'wallet') return null;
  const card = use.kind === 'saved-card' ? use.sourceId : 'typed';
  const before = checkout.declinedCvvs;
  return { card, count: before?.card === card ? before.count + 1 : 1 };
}

/** Records how the payment ended, with its order. After a success the cards are read again. */
export function tellEnd(state: CheckoutAt<'ended'>, end: PurchaseEnd): CheckoutNext {
  const { checkout } = state;
  const last = lastUsedAfter(checkout.last, end);
  const { declinedCvvs: _before, ...others } = withUsed(checkout, end.used);
  const declinedCvvs = countDeclinedCvvs(state);
  const ended = {
    ...state,
    checkout: { ...others, ...(declinedCvvs !== null && { declinedCvvs }), last },
    end,
  };
  // This outcome has no text and no buttons, so its panel would be a dead end: the payer goes to the page of packs.
  if (end.outcome === 'not-active') return [left(afterResult(ended))];
  return [
    ended,
    ...keepLast(checkout.last, last),
    ...(end.outcome === 'success' ? [{ do: 'read-cards' } as const] : []),
    ...keepPurchase(ended),
    { do: 'read-config' },
    { do: 'watch-card', orderId: state.purchase.orderId },
  ];
}

/** The result on the screen may change: a refund before the gems arrive leads to another result. */
function withEnding(state: CheckoutAt<'ended'>, ended: EndedPurchase): CheckoutAt<'ended'> {
  const { end } = state;
  return { ...state, purchase: ended, end: end && { ...end, outcome: outcomeOf(ended) } };
}

/**
 * Called when a purchase has ended, also for one that was already decided when the page opened. Waits for the order, if it was
 * not read yet.
 */
export function endPurchase(state: CheckoutAt<'ended'>): CheckoutNext {
  return state.order === null ? [state] : tellEnd(state, endOf(state));
}

function isSameCard(a: UsedCard, b: UsedCard): boolean {
  return a.kind === 'saved' && b.kind === 'saved' && a.card.sourceId === b.card.sourceId;
}

/**
 * Accepts the used card while it is still loading, or newer facts about the same card. A late report about the card of an earlier
 * order is ignored.
 */
function onUsedCard(state: CheckoutAt<'ended'>, used: UsedCard): CheckoutNext {
  const { checkout, end: before } = state;
  if (before === null || (before.used.kind !== 'loading' && !isSameCard(before.used, used))) return [state];
  const end = { ...before, used };
  const last = lastUsedAfter(checkout.last, end);
  const ended = { ...state, checkout: { ...withUsed(checkout, used), last }, end };
  return [ended, ...keepLast(checkout.last, last), ...keepPurchase(ended)];
}

function chooseOrder(state: CheckoutAt<'ended'>, now: Date): [Checkout, ...CheckoutEffect[]] {
  const { order, checkout } = state;
  // A fine needs no choice: its amount is in the offer.
  if (order?.purpose !== 'gems') return [checkout];
  const { offer } = checkout;
  const pack = packOfOrder(offer.packs, order) ?? offer.pack;
  const recipientId = order.recipient.accountId;
  const [changed, ...losses] = onOfferChanged(state, { ...offer, pack, recipientId }, now);
  return [changed.checkout, { do: 'choose-order', order }, ...losses];
}

/** A press on the result concerns the recipient and the pack of this order, even if others have been chosen since. */
function onPress(state: CheckoutAt<'ended'>, now: Date, press: (ended: Ended) => CheckoutNext): CheckoutNext {
  const [checkout, ...chosen] = chooseOrder(state, now);
  const ended: Ended = { ...state, checkout, end: state.end ?? endOf(state) };
  const [next, ...effects] = press(ended);
  return next === ended ? [state, ...effects] : [next, ...chosen, ...effects];
}

/** After a result HOME, or the list of saved cards, is not opened as a step: the payer goes to the page of packs. */
function throughHome([next, ...effects]: CheckoutNext): CheckoutNext {
  return next.at === 'choosing' ? [left(next.checkout), ...effects] : [next, ...effects];
}

function onEvent(state: CheckoutAt<'ended'>, event: CheckoutEvent): CheckoutNext {
  switch (event.type) {
    case 'result-pressed':
      return onPress(state, event.now, (ended) => onResultPressed(ended, event.button, event.now));
    case 'pay-again-pressed':
      return onPress(state, event.now, (ended) => onPayAgain(ended, event.now, event.refused ?? null));
    case 'other-card-pressed':
      return onPress(state, event.now, (ended) => onOtherCard(ended, event.now));
    case 'wallet-pressed':
      return onPress(state, event.now, onOtherWallet);
    case 'back-pressed':
    case 'close-pressed':
    case 'page-closed':
      return [left(afterResult(state))];
    case 'used-card-read':
      return onUsedCard(state, event.used);
    case 'order-known':
      if (state.order !== null || event.order.orderId !== state.purchase.orderId) return [state];
      return endPurchase({ ...state, order: event.order });
    case 'status-read':
    case 'status-lost': {
      const [next, ...effects] = purchase(state.purchase, event);
      return [next === state.purchase ? state : withEnding(state, next as EndedPurchase), ...effects];
    }
    default:
      return [state];
  }
}

export function inEnded(state: CheckoutAt<'ended'>, event: CheckoutEvent): CheckoutNext {
  // The page of packs was opened, so the next purchase begins. Addresses of other steps are ignored while a result is shown.
  if (event.type === 'step-named') return event.step === 'home' ? [onStep(afterResult(state))] : [state];
  return throughHome(onEvent(state, event));
}
