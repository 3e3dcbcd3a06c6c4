import type { AccountId, Owner } from '../account/account.ts';
import type { Brand } from '../brand.ts';
import { sorted } from '../sorted.ts';
import { expiryStanding, type CardExpiry } from './card-expiry.ts';
import type { CardSourceId } from './card-source.ts';

/** The part of a card that its payer may be shown: the scheme as the provider names it, and the last four digits. */
export interface CardFace {
  readonly scheme: string;
  readonly last4: string;
}

/** The owner of saved cards: the account, or the device if there is no account. */
export type CardOwner = Owner;

/**
 * The payer reference that a provider stores with a card: of the account if there is one, so that a card saved while signed
 * in pays on every device of the account; otherwise of the device. Both are digests.
 */
export function payerReferenceOf({ device, accountId }: CardOwner): string {
  return accountId === null ? `device-${device}` : `account-${accountId}`;
}

/** The provider's fingerprint of a card: the same however often the card was saved. */
export type CardFingerprint = Brand<string, 'CardFingerprint'>;

/** Our own id of a saved card: the provider's may change. */
export type SavedCardId = Brand<string, 'SavedCardId'>;

export type CardScheme = 'visa' | 'mastercard';

/** Wallets that give us a card, which is charged like a typed one. Apple Pay has pay types of its own. */
export const CARD_WALLETS = ['google-pay'] as const;
export type CardWallet = (typeof CARD_WALLETS)[number];

export interface SavedCard {
  readonly sourceId: CardSourceId;
  readonly fingerprint: CardFingerprint;
  readonly scheme: CardScheme;
  readonly last4: string;
  readonly issuerCountry: string | null;
  readonly expiry: CardExpiry;
  /** The bank reported the card as expired, whatever its date. */
  readonly isExpiredByBank: boolean;
  /** The payer agreed to saving it. Otherwise they have not answered yet: the card is in no list and pays nothing. */
  readonly isRemembered: boolean;
  readonly lastUsedAt: Date;
  /** The recipient that it last paid for. */
  readonly recipientId: AccountId;
  /** The account that saved the card; null if it was saved on a device without an account. */
  readonly ownerId: AccountId | null;
}

/** How the wire shows a wallet in the payer's list of cards: as a card whose digits are all zeros. */
export const WALLET_SOURCE = { sourceId: 'apple_pay', last4: '0000', bin: '000000' } as const;

/** A way to pay again: a saved card, or the wallet. */
export type PaySource =
  | { readonly kind: 'saved-card'; readonly card: SavedCard }
  | { readonly kind: 'wallet'; readonly lastUsedAt: Date };

/** Whether a card is expired: by its date, or because the bank reported it. */
export function isCardExpired(card: Pick<SavedCard, 'expiry' | 'isExpiredByBank'>, now: Date): boolean {
  return card.isExpiredByBank || expiryStanding(card.expiry, now).kind === 'expired';
}

function newestFirst(a: SavedCard, b: SavedCard): number {
  return b.lastUsedAt.getTime() - a.lastUsedAt.getTime();
}

/** The list a payer sees: newest first, each card once, and only saved ones unless all are wanted. */
export function listedCards(cards: readonly SavedCard[], options: { readonly isAll: boolean }): SavedCard[] {
  const seen = new Set<CardFingerprint>();
  return sorted(cards, newestFirst).filter((card) => {
    if (!options.isAll && !card.isRemembered) return false;
    if (seen.has(card.fingerprint)) return false;
    seen.add(card.fingerprint);
    return true;
  });
}

/** A saved card as a device stores it: what its payer recognises, and our server's id. It cannot be used to pay. */
export type SeenCard = Pick<SavedCard, 'sourceId' | 'scheme' | 'last4'>;

/** The part of the list that a device may store, in the order that the payer sees. */
export function seenCardsOf(sources: readonly PaySource[]): SeenCard[] {
  const cards = sources.flatMap((source) => (source.kind === 'saved-card' ? [source.card] : []));
  return listedCards(cards, { isAll: false }).map(({ sourceId, scheme, last4 }) => ({
    sourceId,
    scheme,
    last4,
  }));
}

/** Whether two cards are the same to their payer: by the id, or by scheme and last digits if the server's id has changed. */
function isSameToPayer(a: SeenCard, b: SeenCard): boolean {
  return a.sourceId === b.sourceId || (a.scheme === b.scheme && a.last4 === b.last4);
}

/** The first card that is stored on this device and that the server no longer has. */
export function firstGone(seen: readonly SeenCard[], cards: readonly SeenCard[]): SeenCard | null {
  return seen.find((one) => !cards.some((card) => isSameToPayer(one, card))) ?? null;
}
