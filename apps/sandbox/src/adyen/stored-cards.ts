import type { AdyenCard } from './card.ts';
import { newReference } from './ids.ts';

/** A card that Adyen has saved for a shopper of the shop. */
export interface StoredCard {
  readonly id: string;
  readonly shopperReference: string;
  readonly card: AdyenCard;
}

export interface StoredCards {
  /** A card that is saved already keeps its id. */
  keep(shopperReference: string, card: AdyenCard): { readonly id: string; readonly isNew: boolean };
  find(id: string, shopperReference: string): StoredCard | null;
  of(shopperReference: string): readonly StoredCard[];
  ids(): readonly string[];
  forget(id: string, shopperReference: string): boolean;
  clear(): void;
}

function isSame(left: AdyenCard, right: AdyenCard): boolean {
  return (
    left.alias === right.alias &&
    left.expiryMonth === right.expiryMonth &&
    left.expiryYear === right.expiryYear
  );
}

export function createStoredCards(): StoredCards {
  const cardsById = new Map<string, StoredCard>();
  const of = (shopper: string): StoredCard[] =>
    [...cardsById.values()].filter(({ shopperReference }) => shopperReference === shopper);
  const find = (id: string, shopper: string): StoredCard | null => {
    const found = cardsById.get(id);
    return found?.shopperReference === shopper ? found : null;
  };
  return {
    keep(shopperReference, card) {
      const known = of(shopperReference).find((stored) => isSame(stored.card, card));
      if (known) return { id: known.id, isNew: false };
      const id = newReference();
      cardsById.set(id, { id, shopperReference, card });
      return { id, isNew: true };
    },
    find,
    of,
    ids: () => [...cardsById.keys()],
    forget: (id, shopper) => find(id, shopper) !== null && cardsById.delete(id),
    clear: () => cardsById.clear(),
  };
}
