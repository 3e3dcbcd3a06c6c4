import {
  isCardFor,
  providerOfSource,
  type BrowserFacts,
  type PayWith,
  type ProviderNumber,
} from '@jawhara/domain';
import type { AccountId, SavedCardId } from '@jawhara/domain';
import type { Reader } from '../platform/postgres.ts';
import type { PayerFacts } from '../providers/provider.ts';
import type { CardOwner } from '../saved-cards/card-owner.ts';
import { payerReferenceOf } from '../saved-cards/payer-reference.ts';
import { cardBySource } from '../saved-cards/saved-card.store.ts';

export interface Payer {
  readonly payerDevice: string;
  readonly payerAccount: AccountId | null;
  readonly address: string;
}

/** The card of a request, with what the browser says of itself. */
export interface CardBrought {
  readonly card: PayWith;
  readonly browser: BrowserFacts | null;
}

export type CardRefusal = 'card-not-found' | 'pay-type-not-offered';

type CardFound = { readonly savedCardId: SavedCardId | null } | { readonly refusal: CardRefusal };

function ownerOf({ payerDevice, payerAccount }: Payer): CardOwner {
  return { device: payerDevice, accountId: payerAccount };
}

/** Only the payer's own card can be charged, and only at the provider that keeps it or whose fields made it. */
export async function findCard(
  db: Reader,
  card: PayWith,
  provider: ProviderNumber,
  payer: Payer,
): Promise<CardFound> {
  if (!isCardFor(provider, card)) return { refusal: 'pay-type-not-offered' };
  if (!('sourceId' in card)) return { savedCardId: null };
  const saved = await cardBySource(db, ownerOf(payer), card.sourceId);
  if (!saved) return { refusal: 'card-not-found' };
  if (providerOfSource(card.sourceId) !== provider) return { refusal: 'pay-type-not-offered' };
  return { savedCardId: saved.id };
}

/** A kept card is known at its provider under the name of whoever saved it. */
export async function payerFactsOf(
  db: Reader,
  { card, browser }: CardBrought,
  payer: Payer,
): Promise<PayerFacts> {
  const owner = ownerOf(payer);
  const saved = 'sourceId' in card ? await cardBySource(db, owner, card.sourceId) : null;
  return { reference: saved?.payerReference ?? payerReferenceOf(owner), address: payer.address, browser };
}
