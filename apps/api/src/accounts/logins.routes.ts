import * as contract from '@jawhara/contract';
import type { SignedIn } from '@jawhara/contract';
import { readDisplayId } from '@jawhara/domain';
import { sharesOf } from '../guards/networks.ts';
import { answer, refuse, type Answer } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import type { Route } from '../http/route.ts';
import type { RateLimit } from '../platform/rate-limit.ts';
import { logInWithPassword } from './log-in-with-password.ts';
import { logInWithSocial } from './log-in-with-social.ts';
import { logInWithTicket, ownerOfTicket } from './login-ticket.ts';
import { faceOf, readFace } from './read-account.ts';
import { closeSession, closeSessionsOf, replaceSession, type SessionDeps } from './session-key.ts';
import type { Login, LoginDeps } from './sign-in.ts';
import type { SocialProof } from './social/social-proof.ts';

export interface LoginRouteDeps {
  readonly sessions: SessionDeps;
  readonly tries: RateLimit;
  readonly triesPerAccount: number;
  readonly triesPerAddress: number;
  readonly checkAccessToken: (sent: contract.AccessTokenLogin) => Promise<SocialProof>;
  readonly checkIdToken: (idToken: string) => Promise<SocialProof>;
  readonly signInProviders: contract.SignInProviders;
}

function told(login: Login): Answer<SignedIn> {
  if (login.kind === 'refused') return refuse(login.refusal);
  return answer({ sessionKey: login.sessionKey, account: faceOf(login.account) });
}

/** The id as it is looked up, however it was typed: other digits or spaces give no further tries. */
function triedAccount(typedId: string): string {
  const reading = readDisplayId(typedId);
  return `account:${reading.kind === 'read' ? reading.displayId : reading.kind}`;
}

function passwordRoute(route: Route, deps: LoginRouteDeps): void {
  route(contract.logInWithPassword, async ({ request, caller }) => {
    const account = triedAccount(request.typedId);
    const retryAfterS = await deps.tries.secondsToWait([
      { who: account, most: deps.triesPerAccount },
      ...sharesOf(caller.address, deps.triesPerAddress),
    ]);
    if (retryAfterS !== null) return refuse('too-many-tries', { retryAfterS });
    const login = await logInWithPassword(
      { ...deps.sessions, device: caller.device },
      request.typedId,
      request.password,
    );
    // The address stays counted: whoever owns one account must not get to try all others.
    if (login.kind === 'signed-in') await deps.tries.forgive(account);
    return told(login);
  });
}

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

export function loginRoutes(route: Route, deps: LoginRouteDeps): void {
  const { sessions } = deps;
  const tooManyTries = (caller: Caller) =>
    deps.tries.secondsToWait(sharesOf(caller.address, deps.triesPerAddress));
  const limited = async (
    caller: Caller,
    login: (at: LoginDeps) => Promise<Login>,
  ): Promise<Answer<SignedIn>> => {
    const retryAfterS = await tooManyTries(caller);
    if (retryAfterS !== null) return refuse('too-many-tries', { retryAfterS });
    return told(await login({ ...sessions, device: caller.device }));
  };
  const withAccessToken = async (at: LoginDeps, request: contract.AccessTokenLogin) =>
    logInWithSocial(at, 'facebook', await deps.checkAccessToken(request));

  passwordRoute(route, deps);
  route(contract.logInWithTicket, async ({ request, caller }) =>
    limited(caller, (at) => logInWithTicket(at, request.ticket)),
  );
  route(contract.logInWithFacebook, async ({ request, caller }) =>
    limited(caller, (at) => withAccessToken(at, request)),
  );
  route(contract.readLoginKey, async ({ request, caller }) =>
    limited(caller, (at) => withAccessToken(at, request)),
  );
  route(contract.logInWithGoogle, async ({ request, caller }) =>
    limited(caller, async (at) => logInWithSocial(at, 'google', await deps.checkIdToken(request.idToken))),
  );
  route(contract.readTicket, async ({ request, caller }) => {
    const retryAfterS = await tooManyTries(caller);
    if (retryAfterS !== null) return refuse('too-many-tries', { retryAfterS });
    const owner = await ownerOfTicket(sessions, request.ticket);
    return owner ? answer(faceOf(owner)) : refuse('login-ticket-void');
  });
  route(contract.readSignInProviders, async () => answer(deps.signInProviders));
  sessionRoutes(route, sessions);
}
