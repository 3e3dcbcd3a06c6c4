import {
  ADYEN,
  cardChannelsFor,
  isCardExpired,
  isWallet,
  listedCards,
  methodFor,
  NOBODY,
  payTypeOfSource,
  providerOfSource,
  PROVIDERS,
  type PayType,
  type SavedCard,
  type SeenCard,
  type UsdCents,
  RECENT_CARDS_SHOWN_MAX,
  type GemPack,
} from '@jawhara/domain';
import type { OrderInfo } from '@jawhara/contract';
import type { CardsRead, Checkout, ConfirmMode, Method, Offer } from './checkout-state.ts';

/**
 * The pay types for a new card that are assumed until the configuration is loaded. A pay type that the chosen pack cannot be
 * paid with is left out in any case.
 */
export const CHANNELS_UNKNOWN: readonly PayType[] = cardChannelsFor({
  releases: { [ADYEN]: NOBODY },
  newCardFlow: NOBODY,
  visitor: { grayValue: 0, accountId: null },
  platform: '',
  hiddenPlatforms: [],
  failing: [],
});

type MethodFacts = Pick<Checkout, 'offer' | 'cards' | 'last' | 'seen'>;

/** Whether a pack or a fine is chosen. */
export function hasGoods({ fine, pack }: Offer): boolean {
  return fine !== null || pack !== null;
}

export function priceOf({ fine, pack }: Offer): UsdCents | null {
  return fine?.quote.amountUsdCents ?? pack?.priceUsdCents ?? null;
}

/**
 * Before a pack is chosen every method is allowed; then only those that the pack can be paid with. Every method can pay a fine.
 */
function isSold({ fine, pack }: Pick<Offer, 'fine' | 'pack'>, payType: PayType): boolean {
  return fine !== null || pack === null || methodFor(pack, payType) !== null;
}

/** Whether the wallet can pay the chosen pack or fine. The wallet has a single row, whichever provider serves it. */
export function isWalletOffered(offer: Offer): boolean {
  if (offer.wallet === null) return false;
  return offer.fine !== null || offer.pack === null || methodFor(offer.pack, offer.wallet) !== null;
}

export function offeredChannels(offer: Pick<Offer, 'fine' | 'pack' | 'cardChannels'>): PayType[] {
  return offer.cardChannels.filter((payType) => isSold(offer, payType));
}

/** The pay type for a new card: always the best one, whichever provider took the last card. */
export function newCardPayType(offer: Offer): PayType | null {
  return offeredChannels(offer)[0] ?? null;
}

/** The pay type that is assumed for an order until the order has been read. */
export function usualPayType({ offer, last }: Pick<Checkout, 'offer' | 'last'>): PayType {
  return newCardPayType(offer) ?? offer.wallet ?? last.payType;
}

/** Whether the card's provider can change its date. */
export function isUpdatable(card: SavedCard): boolean {
  return PROVIDERS[providerOfSource(card.sourceId)].card.updatesExpiry;
}

export function isCardSold(offer: Offer, card: SeenCard): boolean {
  return isSold(offer, payTypeOfSource(card.sourceId));
}

export function knownCards(cards: CardsRead): readonly SavedCard[] {
  return cards.kind === 'ready' ? cards.cards : [];
}

/** The saved cards that this pack can be paid with, newest first, including expired ones. */
export function recentCards({ offer, cards }: Pick<MethodFacts, 'offer' | 'cards'>): SavedCard[] {
  return listedCards(knownCards(cards), { isAll: false }).filter((card) => isCardSold(offer, card));
}

/** The cards stored from the last visit that this pack can be paid with, shown until the list has been read. */
export function seenCards({ offer, cards, seen }: Pick<MethodFacts, 'offer' | 'cards' | 'seen'>): SeenCard[] {
  return cards.kind === 'ready' ? [] : seen.filter((card) => isCardSold(offer, card));
}

/**
 * The card that is preselected until the list has been read: the one used last, otherwise the newest; null if the wallet was used
 * last.
 */
export function firstSeen(known: MethodFacts): Method | null {
  if (known.last.card === 'wallet' && isWalletOffered(known.offer)) return null;
  const seen = seenCards(known);
  const card = seen.find(({ sourceId }) => sourceId === known.last.card) ?? seen[0];
  return card === undefined ? null : { kind: 'seen-card', card };
}

export function usableCards(known: Pick<MethodFacts, 'offer' | 'cards'>, now: Date): SavedCard[] {
  return recentCards(known).filter((card) => !isCardExpired(card, now));
}

function isWalletRecent({ offer, last }: MethodFacts): boolean {
  return isWalletOffered(offer) && (last.card === 'wallet' || isWallet(last.payType));
}

/**
 * Whether the wallet was used or chosen last and is not offered now: then the page says why. Google Pay counts as a card
 * here and needs no message.
 */
export function isWalletMissed({ offer, last, isPicked }: Checkout): boolean {
  const isLast = (last.card === 'wallet' || last.card === null) && isWallet(last.payType);
  return isLast && !isPicked && offer.fine === null && !isWalletOffered(offer);
}

export function confirmModeOf(known: MethodFacts): ConfirmMode {
  const hasCards = recentCards(known).length > 0 || seenCards(known).length > 0;
  return hasCards || isWalletRecent(known) ? 'recent' : 'channel';
}

/** The kind of payment used last, otherwise a new card; the wallet when cards cannot be used at all. */
export function channelMethod(known: MethodFacts): Method | null {
  if (isWalletRecent(known)) return { kind: 'wallet' };
  const payType = newCardPayType(known.offer);
  if (payType !== null) return { kind: 'new-card', payType };
  return isWalletOffered(known.offer) ? { kind: 'wallet' } : null;
}

/**
 * The method selected at the start: the one used last if it can still be used, otherwise the newest card, otherwise the wallet or
 * a new card.
 */
export function firstMethod(known: MethodFacts, now: Date): Method | null {
  if (known.last.card === 'wallet' && isWalletOffered(known.offer)) return { kind: 'wallet' };
  const usable = usableCards(known, now);
  const card = usable.find(({ sourceId }) => sourceId === known.last.card) ?? usable[0];
  if (card !== undefined) return { kind: 'saved-card', card };
  return firstSeen(known) ?? channelMethod(known);
}

/**
 * The method after the selected card was deleted: the next saved card that can pay this pack, otherwise the wallet or a new card.
 */
export function nextMethod(known: MethodFacts, now: Date): Method | null {
  const [card] = usableCards(known, now);
  return card === undefined ? channelMethod(known) : { kind: 'saved-card', card };
}

/** The same card in a newer list, found by its fingerprint, because the provider's id for it may have changed. */
export function sameCard(cards: readonly SavedCard[], card: SavedCard): SavedCard | null {
  return (
    cards.find(({ sourceId }) => sourceId === card.sourceId) ??
    cards.find(({ fingerprint }) => fingerprint === card.fingerprint) ??
    null
  );
}

/** The method with its newest facts; null when it is no longer offered. */
export function offeredMethod(known: MethodFacts, method: Method | null): Method | null {
  switch (method?.kind) {
    case 'wallet':
      return isWalletOffered(known.offer) ? method : null;
    case 'new-card':
      return offeredChannels(known.offer).includes(method.payType) ? method : null;
    case 'saved-card': {
      const card = sameCard(recentCards(known), method.card);
      return card === null ? null : { kind: 'saved-card', card };
    }
    case 'seen-card': {
      const { sourceId } = method.card;
      const card = recentCards(known).find((one) => one.sourceId === sourceId);
      if (card !== undefined) return { kind: 'saved-card', card };
      return seenCards(known).some((one) => one.sourceId === sourceId) ? method : null;
    }
    default:
      return null;
  }
}

type CardMethod = Extract<Method, { kind: 'saved-card' | 'seen-card' }>;

/** The few cards on the pay screen; one chosen from the whole list takes the last place among them. */
function shownCards({ method, ...known }: Checkout): CardMethod[] {
  const cards = [
    ...recentCards(known).map((card): CardMethod => ({ kind: 'saved-card', card })),
    ...seenCards(known).map((card): CardMethod => ({ kind: 'seen-card', card })),
  ];
  const shown = cards.slice(0, RECENT_CARDS_SHOWN_MAX);
  if (method?.kind !== 'saved-card' && method?.kind !== 'seen-card') return shown;
  if (shown.some(({ card }) => card.sourceId === method.card.sourceId)) return shown;
  return [...shown.slice(0, RECENT_CARDS_SHOWN_MAX - 1), method];
}

/**
 * The rows with payment methods on HOME, the first step, from top to bottom. All new cards share a single row, whichever provider
 * will take them.
 */
export function methodRows(checkout: Checkout): Method[] {
  const { offer, mode, method } = checkout;
  const wallet: Method[] = isWalletOffered(offer) ? [{ kind: 'wallet' }] : [];
  const cards = mode === 'channel' ? [] : shownCards(checkout);
  const payType = method?.kind === 'new-card' ? method.payType : newCardPayType(offer);
  return [...wallet, ...cards, ...(payType === null ? [] : [{ kind: 'new-card', payType } as const])];
}

/** The pack of an order, as it is sold now. A fine has none, even if a pack costs the same. */
export function packOfOrder(packs: readonly GemPack[], order: OrderInfo | null): GemPack | null {
  if (order?.purpose !== 'gems') return null;
  return packs.find((one) => one.priceUsdCents === order.priceUsdCents) ?? null;
}
