import { loginGap, readDisplayId } from '@jawhara/domain';
import { inTransaction } from '../platform/postgres.ts';
import { accountById } from './account.store.ts';
import { accountOfPerson, claimSignInToken, passwordOf, type SocialProvider } from './login.store.ts';
import { isPassword } from './password-hash.ts';
import { loginRefused, signIn, type Login, type LoginDeps } from './sign-in.ts';
import type { SocialProof } from './social/social-proof.ts';

/** An unreadable id, an unknown one and a wrong password do the same work and give the same answer. */
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
