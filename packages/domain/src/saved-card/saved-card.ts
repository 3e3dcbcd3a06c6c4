import type { AccountId } from '../account/account.ts';
import type { Brand } from '../brand.ts';
import { sorted } from '../sorted.ts';
import { expiryStanding, type CardExpiry } from './card-expiry.ts';
import type { CardSourceId } from './card-source.ts';

/** Who asks for saved cards, or saves one: always a device, and an account when signed in. The account goes before the device. */
export interface CardOwner {
  readonly device: string;
  readonly accountId: AccountId | null;
}

/**
 * By what name a provider knows who keeps a card there. The device's own name is a digest already; an account goes before
 * it, so that a card saved while logged in pays from every device of the account.
 */
export function payerReferenceOf({ device, accountId }: CardOwner): string {
  return accountId === null ? `device-${device}` : `account-${accountId}`;
}

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

/** A saved card as a device last saw it: what its payer knows it by and what our server calls it. Nothing of it can pay. */
export type SeenCard = Pick<SavedCard, 'sourceId' | 'scheme' | 'last4'>;

/** The part of the list that a device may store, in the order in which its payer sees it. */
export function seenCardsOf(sources: readonly PaySource[]): SeenCard[] {
  const cards = sources.flatMap((source) => (source.kind === 'saved-card' ? [source.card] : []));
  return listedCards(cards, { isAll: false }).map(({ sourceId, scheme, last4 }) => ({
    sourceId,
    scheme,
    last4,
  }));
}

/** The server's name for a card may have changed under it; to its payer it is still the same one. */
function isSameToPayer(a: SeenCard, b: SeenCard): boolean {
  return a.sourceId === b.sourceId || (a.scheme === b.scheme && a.last4 === b.last4);
}

/** The first card that was seen here and that the server has no more. */
export function firstGone(seen: readonly SeenCard[], cards: readonly SeenCard[]): SeenCard | null {
  return seen.find((one) => !cards.some((card) => isSameToPayer(one, card))) ?? null;
}
