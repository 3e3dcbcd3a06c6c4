import * as contract from '@jawhara/contract';
import type { SignedIn } from '@jawhara/contract';
import { answer, refuse, type Answer } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import type { Route, RouteCall } from '../http/route.ts';
import { logInWithPassword } from './log-in-with-password.ts';
import { logInWithSocial } from './log-in-with-social.ts';
import { logInWithTicket, ownerOfTicket } from './login-ticket.ts';
import { faceOf, readFace } from './read-account.ts';
import { closeSession, closeSessionsOf, replaceSession, type SessionDeps } from './session-key.ts';
import type { Login, LoginDeps } from './sign-in.ts';
import type { SignInTries, Tried } from './sign-in-tries.ts';
import type { SocialProof } from './social/social-proof.ts';

export interface LoginRouteDeps {
  readonly sessions: SessionDeps;
  readonly tries: SignInTries;
  readonly checkAccessToken: (sent: contract.AccessTokenLogin) => Promise<SocialProof>;
  readonly checkIdToken: (idToken: string) => Promise<SocialProof>;
  readonly signInProviders: contract.SignInProviders;
}

function answerOf(login: Tried<Login>): Answer<SignedIn> {
  if (login.kind === 'too-many-tries') return refuse('too-many-tries', { retryAfterS: login.retryAfterS });
  if (login.kind === 'refused') return refuse(login.refusal);
  return answer({ sessionKey: login.sessionKey, account: faceOf(login.account) });
}

const at = (sessions: SessionDeps, { device }: Caller): LoginDeps => ({ ...sessions, device });

/** What happens to a key that a login has given. */
function sessionRoutes(route: Route, sessions: SessionDeps): void {
  route(contract.refreshSession, async ({ caller: { accountId, sessionKey } }) => {
    const account = accountId && (await readFace(sessions.db, accountId));
    const fresh = account && sessionKey ? await replaceSession(sessions, sessionKey) : null;
    return account && fresh ? answer({ sessionKey: fresh, account }) : refuse('not-signed-in');
  });
  route(contract.logOut, async ({ caller }) => {
    if (caller.sessionKey) await closeSession(sessions, caller.sessionKey);
    return answer({});
  });
  route(contract.logOutEverywhere, async ({ caller: { accountId } }) => {
    if (!accountId) return refuse('not-signed-in');
    await closeSessionsOf(sessions, accountId);
    return answer({});
  });
}

/** The app's ticket: whose it is, and the login by it. */
function ticketRoutes(route: Route, { sessions, tries }: LoginRouteDeps): void {
  route(contract.logInWithTicket, async ({ request, caller }) =>
    answerOf(await tries.withTicket(caller, () => logInWithTicket(at(sessions, caller), request.ticket))),
  );
  route(contract.readTicket, async ({ request, caller }) => {
    const owner = await tries.lookAtTicket(caller, () => ownerOfTicket(sessions, request.ticket));
    if (owner.kind === 'too-many-tries') return refuse('too-many-tries', { retryAfterS: owner.retryAfterS });
    return owner.found ? answer(faceOf(owner.found)) : refuse('login-ticket-void');
  });
}

function socialRoutes(route: Route, deps: LoginRouteDeps): void {
  const { sessions, tries } = deps;
  const withAccessToken = async ({ request, caller }: RouteCall<contract.AccessTokenLogin>) =>
    answerOf(
      await tries.withToken(caller, async () =>
        logInWithSocial(at(sessions, caller), 'facebook', await deps.checkAccessToken(request)),
      ),
    );
  route(contract.logInWithFacebook, withAccessToken);
  route(contract.readLoginKey, withAccessToken);
  route(contract.logInWithGoogle, async ({ request, caller }) =>
    answerOf(
      await tries.withToken(caller, async () =>
        logInWithSocial(at(sessions, caller), 'google', await deps.checkIdToken(request.idToken)),
      ),
    ),
  );
  route(contract.readSignInProviders, async () => answer(deps.signInProviders));
}

export function loginRoutes(route: Route, deps: LoginRouteDeps): void {
  const { sessions, tries } = deps;
  route(contract.logInWithPassword, async ({ request: { typedId, password }, caller }) =>
    answerOf(
      await tries.withPassword(typedId, caller, () =>
        logInWithPassword(at(sessions, caller), typedId, password),
      ),
    ),
  );
  ticketRoutes(route, deps);
  socialRoutes(route, deps);
  sessionRoutes(route, sessions);
}
