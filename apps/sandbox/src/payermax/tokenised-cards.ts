import type { PayermaxCard } from './card.ts';
import { maskedNumber } from './card.ts';
import { newPaymentTokenId } from './ids.ts';

/** A card that PayerMax has saved for one user of the shop. */
export interface TokenisedCard {
  readonly paymentTokenId: string;
  readonly userId: string;
  readonly card: PayermaxCard;
  isDeleted: boolean;
}

export interface TokenisedCards {
  /** Saves a card and returns its token. If the user has saved the card before, its token stays the same. */
  keep(userId: string, card: PayermaxCard): string;
  /** Null: unknown, another user's, or removed. */
  find(userId: string, paymentTokenId: string): TokenisedCard | null;
  ofUser(userId: string): readonly TokenisedCard[];
  ids(): readonly string[];
  /** True also when it was removed before; false: this user never had it. */
  remove(userId: string, paymentTokenId: string): boolean;
  clear(): void;
}

function isSame(one: PayermaxCard, other: PayermaxCard): boolean {
  return (
    maskedNumber(one) === maskedNumber(other) &&
    one.expiryMonth === other.expiryMonth &&
    one.expiryYear === other.expiryYear
  );
}

export function createTokenisedCards(now: () => number): TokenisedCards {
  const byUser = new Map<string, TokenisedCard[]>();
  const living = (userId: string): TokenisedCard[] =>
    (byUser.get(userId) ?? []).filter(({ isDeleted }) => !isDeleted);

  return {
    keep(userId, card) {
      const known = living(userId).find((tokenisedCard) => isSame(tokenisedCard.card, card));
      if (known) return known.paymentTokenId;
      const tokenisedCard = { paymentTokenId: newPaymentTokenId(now()), userId, card, isDeleted: false };
      byUser.set(userId, [...(byUser.get(userId) ?? []), tokenisedCard]);
      return tokenisedCard.paymentTokenId;
    },
    find: (userId, id) => living(userId).find(({ paymentTokenId }) => paymentTokenId === id) ?? null,
    ofUser: living,
    ids: () => [...byUser.keys()].flatMap(living).map(({ paymentTokenId }) => paymentTokenId),
    remove(userId, id) {
      const tokenisedCard = byUser.get(userId)?.find(({ paymentTokenId }) => paymentTokenId === id);
      if (tokenisedCard) tokenisedCard.isDeleted = true;
      return tokenisedCard !== undefined;
    },
    clear: () => byUser.clear(),
  };
}
