import type { CardUpdate } from '@jawhara/contract';
import {
  isExpiryAcceptable,
  type CardExpiry,
  type CardFingerprint,
  type CardOwner,
  type CardSourceId,
  type QuestionConsent,
} from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { inTransaction, type Db } from '../platform/postgres.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import { recordConsent } from './card-question.store.ts';
import { forgetLater } from './card-to-forget.store.ts';
import {
  cardBySource,
  lockPendingCard,
  markSaved,
  removeByPrint,
  removeBySource,
  setExpiry,
} from './saved-card.store.ts';

export interface CardDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly newId: () => string;
  readonly providers: ProviderRegistry;
  readonly logger: Logger;
}

type Cards = Pick<CardDeps, 'db' | 'now'>;

export type CardChanged = 'changed' | 'card-not-found' | 'card-not-updated' | 'card-question-closed';

/** Saves the card if the payer consents in time; a repeated consent changes nothing. A deleted card stays deleted. */
async function sayYes(
  { db, now }: Cards,
  owner: CardOwner,
  sourceId: CardSourceId,
  text: QuestionConsent,
): Promise<CardChanged> {
  return inTransaction(db, async (tx): Promise<CardChanged> => {
    const at = now();
    const pendingCard = await lockPendingCard(tx, owner, sourceId, at);
    if (!pendingCard) return (await cardBySource(tx, owner, sourceId)) ? 'changed' : 'card-question-closed';
    await recordConsent(
      tx,
      { orderId: pendingCard.consentOrderId, provider: pendingCard.provider },
      text,
      at,
    );
    await markSaved(tx, pendingCard.id, { text, at });
    return 'changed';
  });
}

/** Deletes the card here at once, and at the provider with retries. A refusal about an unknown card changes nothing. */
async function sayNo({ db, now }: Cards, owner: CardOwner, sourceId: CardSourceId): Promise<CardChanged> {
  return inTransaction(db, async (tx): Promise<CardChanged> => {
    const gone = await removeBySource(tx, owner, sourceId);
    await forgetLater(tx, gone, 'said-no', now());
    return 'changed';
  });
}

/** Changed at the provider first: if only we had the new date, the bank would refuse the card again. */
async function changeExpiry(
  deps: CardDeps,
  owner: CardOwner,
  sourceId: CardSourceId,
  expiry: CardExpiry,
): Promise<CardChanged> {
  const card = await cardBySource(deps.db, owner, sourceId);
  if (!card) return 'card-not-found';
  if (!isExpiryAcceptable(expiry, deps.now())) return 'card-not-updated';
  const cardChange = await deps.providers.get(card.provider).updateCardExpiry(card.sourceId, expiry);
  if (cardChange.kind !== 'done') {
    deps.logger.warn({ card: card.id, cardChange }, 'the provider did not take a new date');
    return 'card-not-updated';
  }
  await inTransaction(deps.db, (tx) => setExpiry(tx, owner, card.sourceId, expiry));
  return 'changed';
}

export async function updateCard(
  deps: CardDeps,
  owner: CardOwner,
  { sourceId, expiry, remember }: CardUpdate,
): Promise<CardChanged> {
  if (remember === 'no') return sayNo(deps, owner, sourceId);
  const answered = remember === null ? 'changed' : await sayYes(deps, owner, sourceId, remember);
  if (answered !== 'changed' || expiry === null) return answered;
  return changeExpiry(deps, owner, sourceId, expiry);
}

/** Deletes the card here at once, and at the provider with retries until it confirms. */
export async function deleteCard(
  { db, now }: Cards,
  owner: CardOwner,
  fingerprint: CardFingerprint,
): Promise<CardChanged> {
  return inTransaction(db, async (tx): Promise<CardChanged> => {
    const gone = await removeByPrint(tx, owner, fingerprint);
    if (gone.length === 0) return 'card-not-found';
    await forgetLater(tx, gone, 'deleted', now());
    return 'changed';
  });
}
