import { alertKey, type ProviderNumber } from '@jawhara/domain';
import { healAlert, raiseAlert } from '../alerts/alert.store.ts';
import { inTransaction } from '../platform/postgres.ts';
import type { CardChange } from '../providers/provider.ts';
import {
  claimCardsToForget,
  crossOut,
  forgetLater,
  isForgettingOverdue,
  type ClaimedName,
  type ForgetPause,
} from './card-to-forget.store.ts';
import type { CardDeps } from './change-card.ts';
import { removeUnanswered } from './saved-card.store.ts';

const BATCH_MAX = 50;
/** The first pause is longer than any call to a provider, so the process that took the deletion has finished or died by then. */
const PAUSE: ForgetPause = { firstMs: 30_000, mostMs: 6 * 3_600_000 };
/** Reached after a little more than two hours without a confirmation of the provider. */
const RAISED_AT_TRY = 9;

export interface Forgotten {
  readonly closed: number;
  readonly forgotten: number;
}

/** Deletes cards whose payer did not answer in time whether to save them. */
async function closeQuestions({ db, now }: CardDeps): Promise<number> {
  return inTransaction(db, async (tx) => {
    const at = now();
    const unanswered = await removeUnanswered(tx, at, BATCH_MAX);
    await forgetLater(tx, unanswered, 'question-closed', at);
    return unanswered.length;
  });
}

async function tellProvider({ providers }: CardDeps, name: ClaimedName): Promise<CardChange> {
  if (!providers.has(name.provider)) return { kind: 'unknown', why: 'this provider is not connected' };
  return providers.get(name.provider).forgetCard(name.sourceId, name.payerReference);
}

const KIND = 'card-not-forgotten';

/** Raises an alert, because the payer was promised that the card is deleted. */
async function raise(deps: CardDeps, { provider, since }: ClaimedName, why: string): Promise<void> {
  const detail = { provider, why, since: since.toISOString() };
  await inTransaction(deps.db, (tx) =>
    raiseAlert(tx, {
      id: deps.newId(),
      kind: KIND,
      orderId: null,
      recipientId: null,
      detail,
      at: deps.now(),
    }),
  );
  deps.logger.error({ alert: KIND, detail }, 'a provider does not forget a card');
}

/** Closes the alert when no overdue deletion is left. */
async function heal({ db, now }: CardDeps, provider: ProviderNumber): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await isForgettingOverdue(tx, provider, RAISED_AT_TRY)) return;
    const about = alertKey(KIND, { provider });
    await healAlert(tx, { kind: KIND, about, why: 'the provider has forgotten them', at: now() });
  });
}

async function forgetCard(deps: CardDeps, name: ClaimedName): Promise<boolean> {
  const cardChange = await tellProvider(deps, name);
  if (cardChange.kind === 'done') {
    await crossOut(deps.db, name);
    if (name.tries > RAISED_AT_TRY) await heal(deps, name.provider);
    return true;
  }
  deps.logger.warn({ provider: name.provider, tries: name.tries, cardChange }, 'a card is not forgotten yet');
  if (name.tries === RAISED_AT_TRY) await raise(deps, name, cardChange.why);
  return false;
}

/**
 * Deletes cards whose payer did not answer in time, and has providers delete cards, with growing pauses between tries. Any number
 * of processes may run this: each row is claimed by one for a while, and found again if that one dies.
 */
export async function forgetCards(deps: CardDeps): Promise<Forgotten> {
  const closed = await closeQuestions(deps);
  const claimed = await claimCardsToForget(deps.db, deps.now(), PAUSE, BATCH_MAX);
  const ends = await Promise.all(claimed.map((name) => forgetCard(deps, name)));
  return { closed, forgotten: ends.filter(Boolean).length };
}
