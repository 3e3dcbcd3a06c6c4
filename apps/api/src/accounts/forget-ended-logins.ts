import { inTransaction } from '../platform/postgres.ts';
import { deleteEndedTickets } from './login.store.ts';
import type { SessionDeps } from './session-key.ts';
import { deleteEndedSessions } from './session.store.ts';

/** Small bites, so that a day's worth of ended sessions locks nothing for long. */
const BITE = 1_000;

export async function forgetEndedLogins(
  { db, now }: Pick<SessionDeps, 'db' | 'now'>,
  bite = BITE,
): Promise<{ sessions: number; tickets: number }> {
  const gone = { sessions: 0, tickets: 0 };
  for (;;) {
    const [sessions, tickets] = await inTransaction(db, async (tx) => [
      await deleteEndedSessions(tx, now(), bite),
      await deleteEndedTickets(tx, now(), bite),
    ]);
    gone.sessions += sessions ?? 0;
    gone.tickets += tickets ?? 0;
    if ((sessions ?? 0) < bite && (tickets ?? 0) < bite) return gone;
  }
}
