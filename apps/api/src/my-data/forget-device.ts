import type { CardOwner, SessionKey } from '@jawhara/domain';
import { closeSession, type SessionDeps } from '../accounts/session-key.ts';
import { inTransaction } from '../platform/postgres.ts';
import { forgetRecipientsOfDevice } from '../recipients/recipient-history.ts';
import { forgetLater } from '../saved-cards/card-to-forget.store.ts';
import { removeOfDevice } from '../saved-cards/saved-card.store.ts';

/**
 * Deletes what only this device could reach: its list of accounts, its cards, also at their providers, and its login. An
 * account's own data stays the account's; orders stay, and are followed to their end.
 */
export async function forgetDevice(
  sessions: SessionDeps,
  { device, accountId, sessionKey }: CardOwner & { readonly sessionKey: SessionKey | null },
): Promise<void> {
  if (sessionKey !== null) await closeSession(sessions, sessionKey);
  await inTransaction(sessions.db, async (tx) => {
    await forgetRecipientsOfDevice(tx, device);
    await forgetLater(tx, await removeOfDevice(tx, { device, accountId }), 'deleted', sessions.now());
  });
}
