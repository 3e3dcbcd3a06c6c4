import { payTypeOfSource, type SavedCard, type SeenCard } from '@jawhara/domain';
import { knownCards } from './methods.ts';
import type { CardsRead, Checkout, LastUsed, Method, PurchaseEnd, UsedCard } from './checkout-state.ts';

/** The typed card may have been saved before: its fingerprint shows that. */
function isRememberedAlready(cards: CardsRead, card: SavedCard): boolean {
  return [card, ...knownCards(cards)].some(
    ({ fingerprint, isRemembered }) => isRemembered && fingerprint === card.fingerprint,
  );
}

/**
 * [CRD-06] The card that the payer may save after a successful payment: its provider has stored it, and the payer has not agreed
 * to save it before. It may be a card of any provider.
 */
export function cardToRemember(used: UsedCard, cards: CardsRead): SavedCard | null {
  if (used.kind !== 'saved' || isRememberedAlready(cards, used.card)) return null;
  return used.card;
}

/** The card as the method used last, which is preselected next time. */
export function lastUsedCard(card: SeenCard): LastUsed {
  return { card: card.sourceId, payType: payTypeOfSource(card.sourceId) };
}

/** The method that the payer chose, stored for the next visit. Of a new card only the pay type is stored. */
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

/** The method that this device pays with from now on. Of a card that is not saved only the pay type is stored. */
export function lastUsedAfter(last: LastUsed, { outcome, payType, used }: PurchaseEnd): LastUsed {
  if (outcome !== 'success') return last;
  if (used.kind === 'wallet') return { card: 'wallet', payType };
  if (used.kind === 'saved' && used.card.isRemembered) return lastUsedCard(used.card);
  return { ...last, payType };
}
