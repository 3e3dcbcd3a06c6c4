import { loginGap, readDisplayId } from '@jawhara/domain';
import { inTransaction } from '../platform/postgres.ts';
import { accountById } from './account.store.ts';
import { passwordOf } from './login.store.ts';
import { isPassword } from './password-hash.ts';
import { loginRefused, signIn, type Login, type LoginDeps } from './sign-in.ts';

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
