import { readSignedInAccount, refreshSession, type AccountFace } from '@jawhara/contract';
import { forgetLogin } from '../browser/storage/forget-login.ts';
import { isKeyDue, storedLogin, type StoredLogin } from '../browser/storage/login.ts';
import type { CallAnswer } from './call-answer.ts';
import { call } from './call.ts';

type AskAccount = () => Promise<CallAnswer<AccountFace>>;

async function askWho(login: StoredLogin, nowMs: number, ask: AskAccount): Promise<CallAnswer<StoredLogin>> {
  if (isKeyDue(login, nowMs)) {
    const answer = await call(refreshSession, {});
    return answer.kind === 'ok' ? { ...answer, value: { ...answer.value, storedAtMs: nowMs } } : answer;
  }
  const answer = await ask();
  return answer.kind === 'ok' ? { ...answer, value: { ...login, account: answer.value } } : answer;
}

/** Checks the stored session at the server and deletes it if it has ended; does nothing without a login. */
export async function refreshSignedIn(
  nowMs = Date.now(),
  ask: AskAccount = () => call(readSignedInAccount, {}),
): Promise<'ended' | null> {
  const login = storedLogin.read();
  if (login === null) return null;
  const answer = await askWho(login, nowMs, ask);
  // Another tab may have replaced the key meanwhile, or logged out: then its state counts.
  if (storedLogin.read()?.sessionKey !== login.sessionKey) return null;
  if (answer.kind === 'ok') storedLogin.write(answer.value);
  if (answer.kind !== 'refused' || answer.refusal !== 'not-signed-in') return null;
  forgetLogin();
  return 'ended';
}
