import * as contract from '@jawhara/contract';
import type { SignedIn } from '@jawhara/contract';
import { readDisplayId } from '@jawhara/domain';
import { answer, refuse, type Answer } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import type { Route } from '../http/route.ts';
import type { RateLimit } from '../platform/rate-limit.ts';
import { logInWithPassword } from './log-in-with-password.ts';
import { logInWithSocial } from './log-in-with-social.ts';
import { logInWithTicket } from './login-ticket.ts';
import { faceOf, readFace } from './read-account.ts';
import { closeSession, replaceSession, type SessionDeps } from './session-key.ts';
import type { Login } from './sign-in.ts';
import type { SocialProof } from './social/social-proof.ts';

export interface LoginDeps {
  readonly sessions: SessionDeps;
  readonly tries: RateLimit;
  readonly triesPerAccount: number;
  readonly triesPerAddress: number;
  readonly checkAccessToken: (sent: contract.AccessTokenLogin) => Promise<SocialProof>;
  readonly checkIdToken: (idToken: string) => Promise<SocialProof>;
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

function passwordRoute(route: Route, deps: LoginDeps): void {
  route(contract.logInWithPassword, async ({ request, caller }) => {
    const account = triedAccount(request.typedId);
    const retryAfterS = await deps.tries.secondsToWait([
      { who: account, most: deps.triesPerAccount },
      { who: `address:${caller.address}`, most: deps.triesPerAddress },
    ]);
    if (retryAfterS !== null) return refuse('too-many-tries', { retryAfterS });
    const login = await logInWithPassword(deps.sessions, request.typedId, request.password);
    // The address stays counted: whoever owns one account must not get to try all others.
    if (login.kind === 'signed-in') await deps.tries.forgive(account);
    return told(login);
  });
}

export function loginRoutes(route: Route, deps: LoginDeps): void {
  const { sessions } = deps;
  const limited = async (caller: Caller, login: () => Promise<Login>): Promise<Answer<SignedIn>> => {
    const retryAfterS = await deps.tries.secondsToWait([
      { who: `address:${caller.address}`, most: deps.triesPerAddress },
    ]);
    return retryAfterS === null ? told(await login()) : refuse('too-many-tries', { retryAfterS });
  };
  const withAccessToken = async (request: contract.AccessTokenLogin) =>
    logInWithSocial(sessions, 'facebook', await deps.checkAccessToken(request));

  passwordRoute(route, deps);
  route(contract.logInWithTicket, async ({ request, caller }) =>
    limited(caller, () => logInWithTicket(sessions, request.ticket)),
  );
  route(contract.logInWithFacebook, async ({ request, caller }) =>
    limited(caller, () => withAccessToken(request)),
  );
  route(contract.readLoginKey, async ({ request, caller }) =>
    limited(caller, () => withAccessToken(request)),
  );
  route(contract.logInWithGoogle, async ({ request, caller }) =>
    limited(caller, async () =>
      logInWithSocial(sessions, 'google', await deps.checkIdToken(request.idToken)),
    ),
  );
  route(contract.refreshSession, async ({ caller: { accountId, sessionKey } }) => {
    const account = accountId && (await readFace(sessions.db, accountId));
    const fresh = account && sessionKey ? await replaceSession(sessions, sessionKey) : null;
    return account && fresh ? answer({ sessionKey: fresh, account }) : refuse('not-signed-in');
  });
  route(contract.logOut, async ({ caller }) => {
    if (caller.sessionKey) await closeSession(sessions, caller.sessionKey);
    return answer({});
  });
}
