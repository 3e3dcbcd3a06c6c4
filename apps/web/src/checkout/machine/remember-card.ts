import { payTypeOfSource, type SavedCard, type SeenCard } from '@jawhara/domain';
import { knownCards } from './methods.ts';
import type { CardsRead, Checkout, LastUsed, Method, PurchaseEnd, UsedCard } from './checkout-state.ts';

/** The same card may have been typed although it was remembered long ago: its fingerprint tells. */
function isRememberedAlready(cards: CardsRead, card: SavedCard): boolean {
  return [card, ...knownCards(cards)].some(
    ({ fingerprint, isRemembered }) => isRemembered && fingerprint === card.fingerprint,
  );
}

/**
 * The card that the payer is asked about after a success: waiting at its provider, and not remembered yet. Whichever provider
 * that is: without the question a card of any other than 13 could never become a saved one.
 */
export function cardToRemember(used: UsedCard, cards: CardsRead): SavedCard | null {
  if (used.kind !== 'saved' || isRememberedAlready(cards, used.card)) return null;
  return used.card;
}

/** A card that the payer wants remembered is the one to begin with next time. */
export function lastUsedCard(card: SeenCard): LastUsed {
  return { card: card.sourceId, payType: payTypeOfSource(card.sourceId) };
}

/** The method that the payer chose by hand, stored for the next visit. Of a new card only the pay type can be stored. */
export function lastUsedMethod({ offer, last }: Checkout, method: Method): LastUsed {
  switch (method.kind) {
    case 'saved-card':
    case 'seen-card':
      return lastUsedCard(method.card);
    case 'new-card':
      return { card: null, payType: method.payType };
    default:
      return { card: 'wallet', payType: offer.wallet ?? last.payType };
  }
}

/** The method that this device pays with from now on. Of a card that is not remembered only the pay type is stored. */
export function lastUsedAfter(last: LastUsed, { outcome, payType, used }: PurchaseEnd): LastUsed {
  if (outcome !== 'success') return last;
  if (used.kind === 'wallet') return { card: 'wallet', payType };
  if (used.kind === 'saved' && used.card.isRemembered) return lastUsedCard(used.card);
  return { ...last, payType };
}
