import type { AccountId } from '../account/account.ts';
import type { Brand } from '../brand.ts';
import { sorted } from '../sorted.ts';
import { expiryStanding, type CardExpiry } from './card-expiry.ts';
import type { CardSourceId } from './card-source.ts';

/** The same card, however often it was saved: the provider says which are the same. */
export type CardFingerprint = Brand<string, 'CardFingerprint'>;

/** Our own name for a saved card: the provider's may change under it. */
export type SavedCardId = Brand<string, 'SavedCardId'>;

export type CardScheme = 'visa' | 'mastercard';

/** In which a card lay that was paid with as a card. Apple Pay has pay types that say so. */
export const CARD_WALLETS = ['google-pay'] as const;
export type CardWallet = (typeof CARD_WALLETS)[number];

export interface SavedCard {
  readonly sourceId: CardSourceId;
  readonly fingerprint: CardFingerprint;
  readonly scheme: CardScheme;
  readonly last4: string;
  readonly issuerCountry: string | null;
  readonly expiry: CardExpiry;
  /** The bank has said so, whatever the date says. */
  readonly isExpiredByBank: boolean;
  /** Its payer said yes. Otherwise they have not answered yet: such a card is in no list and pays nothing. */
  readonly isRemembered: boolean;
  readonly lastUsedAt: Date;
  /** Whom it last paid for. */
  readonly recipientId: AccountId;
  /** The account that saved it; null when only the device is known. */
  readonly ownerId: AccountId | null;
}

/** A wallet among the payer's recent methods, as the wire pretends it: a card with nothing on it. */
export const WALLET_SOURCE = { sourceId: 'apple_pay', last4: '0000', bin: '000000' } as const;

/** How somebody pays again: with a card that is kept, or with the wallet. */
export type PaySource =
  | { readonly kind: 'saved-card'; readonly card: SavedCard }
  | { readonly kind: 'wallet'; readonly lastUsedAt: Date };

/** By its date, or because the bank has said so. */
export function isCardExpired(card: Pick<SavedCard, 'expiry' | 'isExpiredByBank'>, now: Date): boolean {
  return card.isExpiredByBank || expiryStanding(card.expiry, now).kind === 'expired';
}

function newestFirst(a: SavedCard, b: SavedCard): number {
  return b.lastUsedAt.getTime() - a.lastUsedAt.getTime();
}

/** The list a payer sees: newest first, each card once, and only those they asked us to remember unless all are wanted. */
export function listedCards(cards: readonly SavedCard[], options: { readonly isAll: boolean }): SavedCard[] {
  const seen = new Set<CardFingerprint>();
  return sorted(cards, newestFirst).filter((card) => {
    if (!options.isAll && !card.isRemembered) return false;
    if (seen.has(card.fingerprint)) return false;
    seen.add(card.fingerprint);
    return true;
  });
}
