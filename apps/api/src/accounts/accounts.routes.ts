import * as contract from '@jawhara/contract';
import {
  readAccountStatuses,
  readJoinedRooms,
  readPressedAccount,
  readSignedInAccount,
  type SignedIn,
} from '@jawhara/contract';
import { deviceNameOf, type AccountId } from '@jawhara/domain';
import type { LookupBudget } from '../guards/lookup-budget.ts';
import { answer, refuse, type Answer } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import type { Route, RouteCall } from '../http/route.ts';
import type { Db } from '../platform/postgres.ts';
import type { AccountDirectory } from './account-directory.ts';
import {
  logInWithPassword,
  logInWithSocial,
  logInWithTicket,
  ownerOfTicket,
  type Login,
  type LoginDeps,
} from './log-in.ts';
import {
  faceOf,
  readFace,
  readPressed,
  readRooms,
  readStatuses,
  SIGNED_IN_REFUSALS,
} from './read-account.ts';
import {
  closeSession,
  closeSessionsOf,
  endSessionOf,
  listSessions,
  replaceSession,
  type SessionDeps,
} from './session-key.ts';
import type { SignInTries, TryResult } from './sign-in-tries.ts';
import {
  isNonceOfDevice,
  nonceOfDevice,
  type CheckIdToken,
  type NonceKeys,
  type SocialProof,
} from './social-sign-in.ts';

export interface LoginRouteDeps {
  readonly sessions: SessionDeps;
  readonly accounts: AccountDirectory;
  readonly tries: SignInTries;
  readonly checkAccessToken: (sent: contract.AccessTokenLogin) => Promise<SocialProof>;
  readonly checkIdToken: CheckIdToken;
  readonly deviceKeys: NonceKeys;
  readonly signInProviders: (nonce: string) => contract.SignInProviders;
}

function answerOf(login: TryResult<Login>): Answer<SignedIn> {
  if (login.kind === 'too-many-tries') return refuse('too-many-tries', { retryAfterS: login.retryAfterS });
  if (login.kind === 'refused') return refuse(login.refusal);
  return answer({ sessionKey: login.sessionKey, account: faceOf(login.account) });
}

/** The device of a login, and the browser and system by which the owner recognises the session in the list of sessions. */
const at = (sessions: SessionDeps, { caller, http }: RouteCall<unknown>): LoginDeps => ({
  ...sessions,
  device: caller.device,
  deviceName: deviceNameOf(http.headers['user-agent']),
});

/** Routes that need a session key, after the sign-in. */
function sessionRoutes(route: Route, { sessions, accounts }: LoginRouteDeps): void {
  route(contract.refreshSession, async ({ caller: { accountId, sessionKey }, http }) => {
    if (!accountId || !sessionKey) return refuse('not-signed-in');
    const read = await readFace(accounts, accountId);
    if (read.kind !== 'known') return refuse(SIGNED_IN_REFUSALS[read.kind]);
    const fresh = await replaceSession(sessions, sessionKey, deviceNameOf(http.headers['user-agent']));
    return fresh ? answer({ sessionKey: fresh, account: read.face }) : refuse('not-signed-in');
  });
  route(contract.logOut, async ({ caller }) => {
    if (caller.sessionKey) await closeSession(sessions, caller.sessionKey);
    return answer({});
  });
  route(contract.listSessions, async ({ caller: { accountId, sessionKey } }) =>
    accountId ? answer(await listSessions(sessions, accountId, sessionKey)) : refuse('not-signed-in'),
  );
  route(contract.endSession, async ({ request, caller: { accountId } }) => {
    if (!accountId) return refuse('not-signed-in');
    await endSessionOf(sessions, accountId, request.sessionId);
    return answer({});
  });
  route(contract.logOutEverywhere, async ({ caller: { accountId } }) => {
    if (!accountId) return refuse('not-signed-in');
    await closeSessionsOf(sessions, accountId);
    return answer({});
  });
}

/** Routes that read the owner of a one-time ticket, and sign in with it. */
function ticketRoutes(route: Route, { sessions, tries }: LoginRouteDeps): void {
  route(contract.logInWithTicket, async (call) =>
    answerOf(
      await tries.withTicket(call.caller, () => logInWithTicket(at(sessions, call), call.request.ticket)),
    ),
  );
  route(contract.readTicket, async ({ request, caller }) => {
    const owner = await tries.lookAtTicket(caller, () => ownerOfTicket(sessions, request.ticket));
    if (owner.kind === 'too-many-tries') return refuse('too-many-tries', { retryAfterS: owner.retryAfterS });
    return owner.found ? answer(faceOf(owner.found)) : refuse('login-ticket-void');
  });
}

function socialRoutes(route: Route, deps: LoginRouteDeps): void {
  const { sessions, tries } = deps;
  const withAccessToken = async (call: RouteCall<contract.AccessTokenLogin>) =>
    answerOf(
      await tries.withToken(call.caller, async () =>
        logInWithSocial(at(sessions, call), 'facebook', await deps.checkAccessToken(call.request)),
      ),
    );
  route(contract.logInWithFacebook, withAccessToken);
  route(contract.readLoginKey, withAccessToken);
  route(contract.logInWithGoogle, async (call) =>
    answerOf(
      await tries.withToken(call.caller, async () =>
        logInWithSocial(
          at(sessions, call),
          'google',
          await deps.checkIdToken(call.request.idToken, (nonce) =>
            isNonceOfDevice(nonce, call.caller.device, deps.deviceKeys),
          ),
        ),
      ),
    ),
  );
  // A caller without a cookie gets no nonce: if the cookie in this answer is not stored, the next request comes from
  // another device, and the nonce of this one would be wrong.
  route(contract.readSignInProviders, async ({ caller: { device, isKnownDevice } }) =>
    answer(deps.signInProviders(isKnownDevice ? nonceOfDevice(device, deps.deviceKeys) : '')),
  );
}

export function loginRoutes(route: Route, deps: LoginRouteDeps): void {
  const { sessions, tries } = deps;
  route(contract.logInWithPassword, async (call) => {
    const { typedId, password } = call.request;
    return answerOf(
      await tries.withPassword(typedId, call.caller, () =>
        logInWithPassword(at(sessions, call), typedId, password),
      ),
    );
  });
  ticketRoutes(route, deps);
  socialRoutes(route, deps);
  sessionRoutes(route, deps);
}

export interface AccountDeps {
  readonly db: Db;
  readonly accounts: AccountDirectory;
  /** Limits the accounts whose status a caller may read: it counts account ids, not calls. */
  readonly statuses: LookupBudget;
}

export function accountRoutes(route: Route, { db, accounts, statuses }: AccountDeps): void {
  const secondsToWait = (caller: Caller, ids: readonly AccountId[]) => {
    const others = ids.filter((id) => id !== caller.accountId);
    return statuses.secondsToWait(caller, [...new Set(others)].map(String));
  };

  route(readSignedInAccount, async ({ caller: { accountId } }) => {
    if (!accountId) return refuse('not-signed-in');
    const read = await readFace(accounts, accountId);
    return read.kind === 'known' ? answer(read.face) : refuse(SIGNED_IN_REFUSALS[read.kind]);
  });
  route(readJoinedRooms, async ({ caller: { accountId } }) =>
    accountId ? answer(await readRooms(db, accountId)) : refuse('not-signed-in'),
  );
  route(readPressedAccount, async ({ request, caller }) => {
    const retryAfterS = await secondsToWait(caller, [request.accountId]);
    if (retryAfterS !== null) return refuse('too-many-tries', { retryAfterS });
    const read = await readPressed({ accounts, db }, request.accountId, caller.accountId);
    if (read.kind === 'known') return answer(read.pressed);
    return refuse(read.kind === 'unknown' ? 'not-found' : 'busy');
  });
  route(readAccountStatuses, async ({ request, caller }) => {
    const retryAfterS = await secondsToWait(caller, request.accountIds);
    if (retryAfterS !== null) return refuse('too-many-tries', { retryAfterS });
    return answer(await readStatuses(db, request.accountIds, request.asking));
  });
}
