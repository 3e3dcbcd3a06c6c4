import { createHash } from 'node:crypto';
import type { Account, AccountId } from '@jawhara/domain';
import { inTransaction, type Tx } from '../platform/postgres.ts';
import { accountById } from './account.store.ts';
import { accountOfTicket, insertTicket, useTicket } from './login.store.ts';
import type { SessionDeps } from './session-key.ts';
import { loginRefused, signIn, type Login, type LoginDeps } from './sign-in.ts';

/** From the app to its browser takes seconds. */
export const TICKET_LIVES_MS = 2 * 60_000;

function digest(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest();
}

export interface IssuedTicket {
  readonly ticket: string;
  readonly expiresAt: Date;
}

/** The ticket exists outside of us only. */
export async function writeTicket(
  tx: Tx,
  { now, chance }: Pick<SessionDeps, 'now' | 'chance'>,
  accountId: AccountId,
): Promise<IssuedTicket> {
  const ticket = Buffer.from(chance(32)).toString('hex');
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + TICKET_LIVES_MS);
  await insertTicket(tx, { digest: digest(ticket), accountId, createdAt, expiresAt });
  return { ticket, expiresAt };
}

/** For the app's own server, which knows who is signed in there. */
export async function makeTicket(deps: SessionDeps, accountId: AccountId): Promise<string> {
  const { ticket } = await inTransaction(deps.db, (tx) => writeTicket(tx, deps, accountId));
  return ticket;
}

/** Whose it is, without using it up. Null as soon as it would open nothing. */
export async function ownerOfTicket(
  { db, now }: Pick<SessionDeps, 'db' | 'now'>,
  ticket: string,
): Promise<Account | null> {
  const accountId = await accountOfTicket(db, digest(ticket), now());
  return accountId && accountById(db, accountId);
}

/** Used up and signed in together: a crash between the two loses neither. */
export async function logInWithTicket(deps: LoginDeps, ticket: string): Promise<Login> {
  return inTransaction(deps.db, async (tx) => {
    const accountId = await useTicket(tx, digest(ticket), deps.now());
    const account = accountId && (await accountById(tx, accountId));
    return account ? signIn(tx, deps, account, 'ticket') : loginRefused('login-ticket-void');
  });
}
