import type { CardUpdate } from '@jawhara/contract';
import { isExpiryAcceptable, type CardFingerprint } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { inTransaction, type Db } from '../platform/postgres.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import {
  cardBySource,
  cardsByFingerprint,
  removeCards,
  setExpiry,
  setRemembered,
  sourcesOfNobodyElse,
} from './saved-card.store.ts';
import type { CardOwner } from './card-owner.ts';

export interface CardDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly providers: ProviderRegistry;
  readonly logger: Logger;
}

export type CardChanged = 'changed' | 'card-not-found' | 'card-not-updated';

/** The provider first: a date that only we know would be refused at the bank again. */
export async function updateCard(deps: CardDeps, owner: CardOwner, update: CardUpdate): Promise<CardChanged> {
  const { expiry, isRemembered } = update;
  const card = await cardBySource(deps.db, owner, update.sourceId);
  if (!card) return 'card-not-found';
  if (expiry !== null) {
    if (!isExpiryAcceptable(expiry, deps.now())) return 'card-not-updated';
    const told = await deps.providers.get(card.provider).updateCardExpiry(card.sourceId, expiry);
    if (told.kind !== 'done') {
      deps.logger.warn({ card: card.id, told }, 'the provider did not take a new date');
      return 'card-not-updated';
    }
  }
  await inTransaction(deps.db, async (tx) => {
    if (expiry !== null) await setExpiry(tx, owner, card.sourceId, expiry);
    if (isRemembered !== null) await setRemembered(tx, owner, card.fingerprint, isRemembered);
  });
  return 'changed';
}

/** The provider first: a card we no longer know could never be forgotten there. Repeating what broke off is harmless. */
export async function deleteCard(
  deps: CardDeps,
  owner: CardOwner,
  fingerprint: CardFingerprint,
): Promise<CardChanged> {
  const cards = await cardsByFingerprint(deps.db, owner, fingerprint);
  if (cards.length === 0) return 'card-not-found';
  for (const { provider, sourceId, payerReference } of await sourcesOfNobodyElse(deps.db, cards)) {
    const told = await deps.providers.get(provider).forgetCard(sourceId, payerReference);
    if (told.kind !== 'done') {
      deps.logger.warn({ told }, 'the provider did not forget a card');
      return 'card-not-updated';
    }
  }
  await inTransaction(deps.db, (tx) =>
    removeCards(
      tx,
      cards.map((card) => card.id),
    ),
  );
  return 'changed';
}
