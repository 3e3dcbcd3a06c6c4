import { inTransaction } from '../platform/postgres.ts';
import { accountById } from './account.store.ts';
import { accountOfPerson, claimSignInToken, type SocialProvider } from './login.store.ts';
import { loginRefused, signIn, type Login, type LoginDeps } from './sign-in.ts';
import type { SocialProof } from './social/social-proof.ts';

const REFUSALS = { refused: 'login-refused', away: 'login-provider-away' } as const;

/** The provider vouched for a person, or did not. A person without an account here is sent to the app: this site makes none. */
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
    // Used up and signed in together: a crash between the two loses neither.
    if (singleUse !== null && !(await claimSignInToken(tx, singleUse, deps.now())))
      return loginRefused('login-refused');
    return signIn(tx, deps, account, provider);
  });
}
