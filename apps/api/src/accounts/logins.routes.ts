import * as contract from '@jawhara/contract';
import type { SignedIn } from '@jawhara/contract';
import { deviceNameOf } from '@jawhara/domain';
import { answer, refuse, type Answer } from '../http/answer.ts';
import type { Route, RouteCall } from '../http/route.ts';
import { logInWithPassword, logInWithSocial } from './log-in.ts';
import { logInWithTicket, ownerOfTicket } from './login-ticket.ts';
import { faceOf, readFace } from './read-account.ts';
import {
  closeSession,
  closeSessionsOf,
  endSessionOf,
  listSessions,
  replaceSession,
  type SessionDeps,
} from './session-key.ts';
import type { Login, LoginDeps } from './sign-in.ts';
import type { SignInTries, TryResult } from './sign-in-tries.ts';
import { isNonceOfDevice, nonceOfDevice, type NonceKeys } from './social/device-nonce.ts';
import type { CheckIdToken } from './social/google.ts';
import type { SocialProof } from './social/social-proof.ts';

export interface LoginRouteDeps {
  readonly sessions: SessionDeps;
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

/** Where a login happens: the device, and the name under which its owner will find it. */
const at = (sessions: SessionDeps, { caller, http }: RouteCall<unknown>): LoginDeps => ({
  ...sessions,
  device: caller.device,
  deviceName: deviceNameOf(http.headers['user-agent']),
});

/** Routes for a session key after sign-in. */
function sessionRoutes(route: Route, sessions: SessionDeps): void {
  route(contract.refreshSession, async ({ caller: { accountId, sessionKey }, http }) => {
    const account = accountId && (await readFace(sessions.db, accountId));
    const deviceName = deviceNameOf(http.headers['user-agent']);
    const fresh = account && sessionKey ? await replaceSession(sessions, sessionKey, deviceName) : null;
    return account && fresh ? answer({ sessionKey: fresh, account }) : refuse('not-signed-in');
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

/** Reading the owner of a one-time ticket, and signing in with it. */
function ticketRoutes(route: Route, { sessions, tries }: LoginRouteDeps): void {
  route(contract.logInWithTicket, async (asked) =>
    answerOf(
      await tries.withTicket(asked.caller, () => logInWithTicket(at(sessions, asked), asked.request.ticket)),
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
  const withAccessToken = async (asked: RouteCall<contract.AccessTokenLogin>) =>
    answerOf(
      await tries.withToken(asked.caller, async () =>
        logInWithSocial(at(sessions, asked), 'facebook', await deps.checkAccessToken(asked.request)),
      ),
    );
  route(contract.logInWithFacebook, withAccessToken);
  route(contract.readLoginKey, withAccessToken);
  route(contract.logInWithGoogle, async (asked) =>
    answerOf(
      await tries.withToken(asked.caller, async () =>
        logInWithSocial(
          at(sessions, asked),
          'google',
          await deps.checkIdToken(asked.request.idToken, (nonce) =>
            isNonceOfDevice(nonce, asked.caller.device, deps.deviceKeys),
          ),
        ),
      ),
    ),
  );
  // A device that gets its cookie with this answer may get another one with the next: it has no nonce before it has come back.
  route(contract.readSignInProviders, async ({ caller: { device, isKnownDevice } }) =>
    answer(deps.signInProviders(isKnownDevice ? nonceOfDevice(device, deps.deviceKeys) : '')),
  );
}

export function loginRoutes(route: Route, deps: LoginRouteDeps): void {
  const { sessions, tries } = deps;
  route(contract.logInWithPassword, async (asked) => {
    const { typedId, password } = asked.request;
    return answerOf(
      await tries.withPassword(typedId, asked.caller, () =>
        logInWithPassword(at(sessions, asked), typedId, password),
      ),
    );
  });
  ticketRoutes(route, deps);
  socialRoutes(route, deps);
  sessionRoutes(route, sessions);
}
