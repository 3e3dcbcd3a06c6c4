import { createHash } from 'node:crypto';
import type { AccountId } from '@jawhara/domain';
import { inTransaction } from '../platform/postgres.ts';
import { accountById } from './account.store.ts';
import { insertTicket, useTicket } from './login.store.ts';
import type { SessionDeps } from './session-key.ts';
import { loginRefused, signIn, type Login } from './sign-in.ts';

/** From the app to its browser takes seconds. */
export const TICKET_LIVES_MS = 2 * 60_000;

function digest(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest();
}

/** For the app's own server, which knows who is signed in there. The ticket exists outside of us only. */
export async function makeTicket(deps: SessionDeps, accountId: AccountId): Promise<string> {
  const ticket = Buffer.from(deps.chance(32)).toString('hex');
  const createdAt = deps.now();
  const expiresAt = new Date(createdAt.getTime() + TICKET_LIVES_MS);
  await inTransaction(deps.db, (tx) =>
    insertTicket(tx, { digest: digest(ticket), accountId, createdAt, expiresAt }),
  );
  return ticket;
}

/** Used up and signed in together: a crash between the two loses neither. */
export async function logInWithTicket(deps: SessionDeps, ticket: string): Promise<Login> {
  return inTransaction(deps.db, async (tx) => {
    const accountId = await useTicket(tx, digest(ticket), deps.now());
    const account = accountId && (await accountById(tx, accountId));
    return account ? signIn(tx, deps, account, 'ticket') : loginRefused('login-ticket-void');
  });
}
