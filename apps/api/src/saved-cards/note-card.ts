import { payerReferenceOf, questionOpenUntil, type SavedCardId } from '@jawhara/domain';
import type { CardKeeper, CardPayment } from '../orders/base/order-ports.ts';
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/postgres.ts';
import { questionAnd, questionOfOpened, recordQuestion, type CardQuestion } from './card-question.store.ts';
import {
  beingForgotten,
  forgetLater,
  type ForgetCause,
  type ProviderCardName,
} from './card-to-forget.store.ts';
import {
  askOnceMore,
  cardBySource,
  insertCard,
  lockCardOf,
  markExpiredByBank,
  markSaved,
  renameCard,
  savedCardByFingerprint,
  sourceOfOrderCard,
  usedAgain,
  type CardStanding,
  type CardUse,
  type StoredCard,
} from './saved-card.store.ts';

export interface NoteDeps {
  readonly now: Clock;
  readonly newId: () => string;
}

function nameOf({ provider, card, owner }: CardPayment): ProviderCardName {
  return { provider, sourceId: card.sourceId, payerReference: payerReferenceOf(owner) };
}

function isSameName(a: ProviderCardName, b: ProviderCardName): boolean {
  return a.provider === b.provider && a.sourceId === b.sourceId;
}

/** Whether the card is saved or waits for its payer's answer. Null: neither we nor the provider may save it. */
function standingOf(question: CardQuestion | null, payment: CardPayment, at: Date): CardStanding | null {
  if (question === null) return null;
  if (question.consent !== null) return { state: 'kept', consent: question.consent };
  const until = questionOpenUntil(payment.orderedAt, at);
  return until === null ? null : { state: 'asked', until, orderId: payment.orderId };
}

/**
 * The owner typed a saved card again and the provider gave it a new id. If the provider was allowed to save the card,
 * the new id replaces the old one. Otherwise the card under the new id is deleted.
 */
async function refreshSavedCard(
  tx: Tx,
  payment: CardPayment,
  savedCard: StoredCard,
  question: CardQuestion | null,
  use: CardUse,
): Promise<SavedCardId> {
  const name = nameOf(payment);
  if (isSameName(savedCard, name)) await renameCard(tx, savedCard.id, payment.card, use);
  else if (question !== null) {
    await renameCard(tx, savedCard.id, payment.card, use);
    await forgetLater(tx, [savedCard], 'newer-name', use.at);
  } else await forgetLater(tx, [name], 'newer-name', use.at);
  return savedCard.id;
}

async function placeCard(
  tx: Tx,
  id: SavedCardId,
  { card, owner }: CardPayment,
  standing: CardStanding,
  use: CardUse,
): Promise<SavedCardId> {
  if (await insertCard(tx, id, card, use, standing)) return id;
  // The owner already has a row for this card, because an earlier order asked about it: that row is used.
  const pendingCard = await lockCardOf(tx, owner, card.fingerprint);
  if (!pendingCard) throw new Error('a card was neither placed nor known');
  await renameCard(tx, pendingCard.id, card, use);
  if (standing.state === 'kept') await markSaved(tx, pendingCard.id, standing.consent);
  else await askOnceMore(tx, pendingCard.id, standing.until, standing.orderId);
  await forgetLater(tx, [pendingCard], 'newer-name', use.at);
  return pendingCard.id;
}

/**
 * Decides about the card that paid an order, if its provider saved it. With consent it is saved; without, it waits for the
 * payer's answer if there is still time; otherwise the provider deletes it. Null if it does not become a card of the payer.
 */
async function noteCard(tx: Tx, deps: NoteDeps, payment: CardPayment): Promise<SavedCardId | null> {
  const { orderId, provider, owner, recipientId, card } = payment;
  const at = deps.now();
  const use = { owner, provider, recipientId, at };
  const key = { orderId, provider };
  const { question, also: isGoing } = await questionAnd(tx, key, beingForgotten(tx, nameOf(payment)));
  const savedCard = await savedCardByFingerprint(tx, owner, card.fingerprint);
  if (savedCard !== null)
    return isGoing ? savedCard.id : refreshSavedCard(tx, payment, savedCard, question, use);
  if (isGoing) return null;
  const standing = standingOf(question, payment, at);
  if (standing !== null) return placeCard(tx, deps.newId() as SavedCardId, payment, standing, use);
  await forgetLater(tx, [nameOf(payment)], 'nobody-asks', at);
  return null;
}

/** The payment was refunded or is held, so its card is not offered for saving: the provider must delete it. */
async function forgetCardOf(tx: Tx, payment: CardPayment, why: ForgetCause, at: Date): Promise<void> {
  await forgetLater(tx, [nameOf(payment)], why, at);
}

/** Implements the port that orders have to saved cards. */
export const savedCardKeeper: CardKeeper = {
  cardBySource,
  sourceOfOrderCard,
  recordQuestion,
  questionOfOpened,
  usedAgain,
  noteCard,
  forgetCard: (tx, payment, at) => forgetCardOf(tx, payment, 'not-the-order-s-payment', at),
  markExpiredByBank,
};
