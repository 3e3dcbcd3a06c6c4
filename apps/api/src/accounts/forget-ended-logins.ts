import { inTransaction } from '../platform/postgres.ts';
import { deleteEndedSignInTokens, deleteEndedTickets } from './login.store.ts';
import type { SessionDeps } from './session-key.ts';
import { deleteEndedSessions } from './session.store.ts';

/** Deleted in small batches, so that a day's ended sessions lock nothing for long. */
const BITE = 1_000;

export async function forgetEndedLogins(
  { db, now }: Pick<SessionDeps, 'db' | 'now'>,
  bite = BITE,
): Promise<{ sessions: number; tickets: number; tokens: number }> {
  const gone = { sessions: 0, tickets: 0, tokens: 0 };
  for (;;) {
    const [sessions, tickets, tokens] = await inTransaction(
      db,
      async (tx) =>
        [
          await deleteEndedSessions(tx, now(), bite),
          await deleteEndedTickets(tx, now(), bite),
          await deleteEndedSignInTokens(tx, now(), bite),
        ] as const,
    );
    gone.sessions += sessions;
    gone.tickets += tickets;
    gone.tokens += tokens;
    if (Math.max(sessions, tickets, tokens) < bite) return gone;
  }
}
