import {
  consentWith,
  isCardExpired,
  isCvvMissing,
  isPaidBy,
  maySaveCard,
  payerReferenceOf,
  payTypeOfSource,
  type BrowserFacts,
  type CardOwner,
  type Locale,
  type Order,
  type PayType,
  type PayWith,
  type ProviderNumber,
} from '@jawhara/domain';
import type { AccountId, SavedCardId } from '@jawhara/domain';
import type { Fragment, Tx } from '../../platform/postgres.ts';
import type { PayerFacts } from '../../providers/provider.ts';
import type { OrderContext } from '../base/order-context.ts';

export interface Payer {
  readonly payerDevice: string;
  readonly payerAccount: AccountId | null;
  readonly address: string;
  readonly locale: Locale;
  /** The host that the payer uses. The bank sends the payer back to it, even if another host of ours is down. */
  readonly siteUrl: string;
}

/** The card of a request, with what the browser says of itself. */
export interface PayerCard {
  readonly card: PayWith;
  readonly browser: BrowserFacts | null;
}

export type CardRefusal = 'card-not-found' | 'card-expired' | 'cvv-missing' | 'pay-type-not-offered';

type CardFound = { readonly savedCardId: SavedCardId | null } | { readonly refusal: CardRefusal };

function ownerOf({ payerDevice, payerAccount }: Payer): CardOwner {
  return { device: payerDevice, accountId: payerAccount };
}

/**
 * Only the payer's own card can be charged, at the provider that saved it or whose card fields encrypted it, and with
 * its CVV where that provider needs one. The server accepts nothing that the site does not offer.
 */
export async function findCard(
  { db, now, cards }: Pick<OrderContext, 'db' | 'now' | 'cards'>,
  card: PayWith,
  payType: PayType,
  payer: Payer,
): Promise<CardFound> {
  if (!isPaidBy(payType, card)) return { refusal: 'pay-type-not-offered' };
  if (!('sourceId' in card)) return { savedCardId: null };
  const saved = await cards.cardBySource(db, ownerOf(payer), card.sourceId);
  if (!saved) return { refusal: 'card-not-found' };
  if (payTypeOfSource(card.sourceId) !== payType) return { refusal: 'pay-type-not-offered' };
  if (isCardExpired(saved, now())) return { refusal: 'card-expired' };
  if (isCvvMissing(card)) return { refusal: 'cvv-missing' };
  return { savedCardId: saved.id };
}

/** A provider knows a saved card under the payer reference with which it was saved. */
export async function payerFactsOf(
  { db, cards }: Pick<OrderContext, 'db' | 'cards'>,
  { card, browser }: PayerCard,
  payer: Payer,
): Promise<PayerFacts> {
  const owner = ownerOf(payer);
  const saved = 'sourceId' in card ? await cards.cardBySource(db, owner, card.sourceId) : null;
  const reference = saved?.payerReference ?? payerReferenceOf(owner);
  return { reference, address: payer.address, locale: payer.locale, browser };
}

/**
 * Part of the statement that opens the order: records that the payer may be asked to save the card. Null if it may not be saved.
 */
export function questionOfNew(
  tx: Tx,
  { cards }: Pick<OrderContext, 'cards'>,
  { card, provider, at }: { readonly card: PayWith; readonly provider: ProviderNumber; readonly at: Date },
): Fragment | null {
  return maySaveCard(card) ? cards.questionOfOpened(tx, provider, consentWith(card), at) : null;
}

/** `questionOfNew` by a statement of its own. Recorded before the payment: without this record no provider may save the card. */
export async function noteQuestion(
  tx: Tx,
  { cards }: Pick<OrderContext, 'cards'>,
  order: Pick<Order, 'id' | 'recipientId'>,
  { card, provider, at }: { readonly card: PayWith; readonly provider: ProviderNumber; readonly at: Date },
): Promise<void> {
  if (!maySaveCard(card)) return;
  const key = { orderId: order.id, recipientId: order.recipientId, provider };
  await cards.recordQuestion(tx, key, consentWith(card), at);
}
