import { createHash, randomBytes } from 'node:crypto';
import {
  loginGap,
  maySignIn,
  readDisplayId,
  type Account,
  type AccountId,
  type DeviceName,
  type LoginKind,
  type SessionKey,
} from '@jawhara/domain';
import { hash, verify } from '@node-rs/argon2';
import { inTransaction, type Tx } from '../platform/postgres.ts';
import { accountById, rememberDevice } from './account.store.ts';
import {
  accountOfPerson,
  accountOfTicket,
  claimSignInToken,
  insertTicket,
  passwordOf,
  useTicket,
  deleteEndedSignInTokens,
  deleteEndedTickets,
  type SocialProvider,
} from './login.store.ts';
import { addSession, SIGN_IN_SOURCE, type SessionDeps } from './session-key.ts';
import { deleteSessionsOf, deleteEndedSessions } from './session.store.ts';
import type { SocialProof } from './social-sign-in.ts';

/** The parameters that OWASP recommends for argon2id: 19 MiB, two passes, one lane. Changing them changes only new hashes. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export async function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), ARGON2ID);
}

let decoy: Promise<string> | undefined;

/**
 * The hash of a random password. The password typed for an unknown account is compared with it, so that the refusal
 * takes as long as for a wrong password.
 */
function decoyHash(): Promise<string> {
  decoy ??= hashPassword(randomBytes(32).toString('hex'));
  return decoy;
}

export async function isPassword(typed: string, hashed: string | null): Promise<boolean> {
  const isMatch = await verify(hashed ?? (await decoyHash()), typed.normalize('NFC'));
  return isMatch && hashed !== null;
}

/** The reasons for refusing a login. Each is a row of the error catalogue. */
export type LoginRefusal =
  | 'login-id-missing'
  | 'login-password-missing'
  | 'login-wrong'
  | 'login-refused'
  | 'login-provider-away'
  | 'login-unknown-person'
  | 'login-ticket-void'
  | 'login-closed';

export type Login =
  | { readonly kind: 'signed-in'; readonly sessionKey: SessionKey; readonly account: Account }
  | { readonly kind: 'refused'; readonly refusal: LoginRefusal };

function loginRefused(refusal: LoginRefusal): Login {
  return { kind: 'refused', refusal };
}

/** Dependencies of a login, and the device it happens on. */
export interface LoginDeps extends SessionDeps {
  readonly device: string;
  readonly deviceName: DeviceName;
}

/** Opens a session after a valid proof and stores the device with the account. If the account is closed, all its sessions end. */
async function signIn(tx: Tx, deps: LoginDeps, account: Account, loginKind: LoginKind): Promise<Login> {
  if (!maySignIn(account, SIGN_IN_SOURCE)) {
    await deleteSessionsOf(tx, account.id);
    return loginRefused('login-closed');
  }
  await rememberDevice(tx, { accountId: account.id, device: deps.device }, deps.now());
  const sessionKey = await addSession(tx, deps, { accountId: account.id, loginKind }, deps.deviceName);
  return { kind: 'signed-in', sessionKey, account };
}

/** Signs in with a password. An unreadable id, an unknown id and a wrong password cost the same work and get the same answer. */
export async function logInWithPassword(deps: LoginDeps, typedId: string, password: string): Promise<Login> {
  const gap = loginGap(typedId, password);
  if (gap) return loginRefused(gap);
  const reading = readDisplayId(typedId);
  const found = reading.kind === 'read' ? await passwordOf(deps.db, reading.displayId) : null;
  const isRight = await isPassword(password, found?.hash ?? null);
  const account = found && isRight ? await accountById(deps.db, found.accountId) : null;
  if (!account) return loginRefused('login-wrong');
  return inTransaction(deps.db, (tx) => signIn(tx, deps, account, 'password'));
}

const REFUSALS = { refused: 'login-refused', away: 'login-provider-away' } as const;

/** Signs in with a social provider's proof. A person without an account is sent to the app: this site creates none. */
export async function logInWithSocial(
  deps: LoginDeps,
  provider: SocialProvider,
  proof: SocialProof,
): Promise<Login> {
  if (proof.kind !== 'proven') return loginRefused(REFUSALS[proof.kind]);
  const accountId = await accountOfPerson(deps.db, provider, proof.subject);
  const account = accountId && (await accountById(deps.db, accountId));
  if (!account) return loginRefused('login-unknown-person');
  const { singleUse } = proof;
  return inTransaction(deps.db, async (tx) => {
    // The token is used up and the session opened in one transaction: a crash cannot use up the token without signing in.
    if (singleUse !== null && !(await claimSignInToken(tx, singleUse, deps.now())))
      return loginRefused('login-refused');
    return signIn(tx, deps, account, provider);
  });
}

/** Two minutes are enough, because the app opens the browser with the ticket within seconds. */
export const TICKET_LIVES_MS = 2 * 60_000;

function digest(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest();
}

interface IssuedTicket {
  readonly ticket: string;
  readonly expiresAt: Date;
}

/** Creates a sign-in ticket. Only a digest of it is stored. */
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

/** Makes a sign-in ticket for an account that is signed in to the app. Called by the app's own server. */
export async function makeTicket(deps: SessionDeps, accountId: AccountId): Promise<string> {
  const { ticket } = await inTransaction(deps.db, (tx) => writeTicket(tx, deps, accountId));
  return ticket;
}

/** Returns the owner of a ticket without using the ticket up. Null if the ticket is not valid. */
export async function ownerOfTicket(
  { db, now }: Pick<SessionDeps, 'db' | 'now'>,
  ticket: string,
): Promise<Account | null> {
  const accountId = await accountOfTicket(db, digest(ticket), now());
  return accountId && accountById(db, accountId);
}

/**
 * Signs in with a ticket. The ticket is used up in the same transaction, so a crash cannot use it up without opening a
 * session.
 */
export async function logInWithTicket(deps: LoginDeps, ticket: string): Promise<Login> {
  return inTransaction(deps.db, async (tx) => {
    const accountId = await useTicket(tx, digest(ticket), deps.now());
    const account = accountId && (await accountById(tx, accountId));
    return account ? signIn(tx, deps, account, 'ticket') : loginRefused('login-ticket-void');
  });
}

/** Rows are deleted in small batches, so that deleting a day's ended sessions holds no lock for long. */
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
