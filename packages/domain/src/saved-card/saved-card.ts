import type { AccountId } from '../account/account.ts';
import type { Brand } from '../brand.ts';
import {
  ADYEN_CARD,
  CHECKOUT_COM_CARD,
  PAYERMAX_CARD,
  type PayType,
  type ProviderNumber,
} from '../pay-type/pay-type.ts';
import type { CardExpiry } from './card-expiry.ts';

/** The provider's name for a card it keeps; the only way a card is ever named between us and it. */
export type CardSourceId = Brand<string, 'CardSourceId'>;

/** One card, however often it was saved: the provider says which are the same. */
export type CardFingerprint = Brand<string, 'CardFingerprint'>;

/** Our own name for a saved card: the provider's may change under it. */
export type SavedCardId = Brand<string, 'SavedCardId'>;

export type CardScheme = 'visa' | 'mastercard';

export interface SavedCard {
  readonly sourceId: CardSourceId;
  readonly fingerprint: CardFingerprint;
  readonly scheme: CardScheme;
  readonly last4: string;
  readonly issuerCountry: string | null;
  readonly expiry: CardExpiry;
  /** The bank has said so, whatever the date says. */
  readonly isExpiredByBank: boolean;
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

/** We put it before the tokens of provider 6, whose own ids have no form to know them by. */
export const PAYERMAX_SOURCE_PREFIX = 'pmx_';

type KeepingProvider = Extract<ProviderNumber, 6 | 13 | 17>;

const PREFIXES = [
  ['src_', 13],
  [PAYERMAX_SOURCE_PREFIX, 6],
] as const satisfies readonly (readonly [prefix: string, KeepingProvider])[];

const CARD_OF_PROVIDER = {
  6: PAYERMAX_CARD,
  13: CHECKOUT_COM_CARD,
  17: ADYEN_CARD,
} as const satisfies Record<KeepingProvider, PayType>;

/** The id's own prefix tells whose card it is; one without a prefix we know is provider 17's. */
export function providerOfSource(sourceId: CardSourceId): KeepingProvider {
  return PREFIXES.find(([prefix]) => sourceId.startsWith(prefix))?.[1] ?? 17;
}

export function payTypeOfSource(sourceId: CardSourceId): PayType {
  return CARD_OF_PROVIDER[providerOfSource(sourceId)];
}

function newestFirst(a: SavedCard, b: SavedCard): number {
  return b.lastUsedAt.getTime() - a.lastUsedAt.getTime();
}

/** The list a payer sees: newest first, each card once, and only those they asked us to remember unless all are wanted. */
export function listedCards(cards: readonly SavedCard[], options: { readonly isAll: boolean }): SavedCard[] {
  const seen = new Set<CardFingerprint>();
  return cards.toSorted(newestFirst).filter((card) => {
    if (!options.isAll && !card.isRemembered) return false;
    if (seen.has(card.fingerprint)) return false;
    seen.add(card.fingerprint);
    return true;
  });
}
