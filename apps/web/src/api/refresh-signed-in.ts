import { readSignedInAccount, refreshSession, type AccountFace } from '@jawhara/contract';
import { forgetLogin } from '../browser/storage/forget-login.ts';
import { storedLogin, type KeptLogin } from '../browser/storage/stored-login.ts';
import type { CallAnswer } from './call-answer.ts';
import { call } from './call.ts';

/** A session ends when it is not used for thirty days. Its key is changed once a day at most: an answer that is lost on its way costs the login. */
export const REFRESH_AFTER_MS = 24 * 3_600_000;

type AskAccount = () => Promise<CallAnswer<AccountFace>>;

/** Its key is old enough for a new one. */
export function isKeyDue(kept: KeptLogin, nowMs: number): boolean {
  return nowMs - kept.keptAtMs >= REFRESH_AFTER_MS;
}

async function askWho(kept: KeptLogin, nowMs: number, ask: AskAccount): Promise<CallAnswer<KeptLogin>> {
  if (isKeyDue(kept, nowMs)) {
    const answer = await call(refreshSession, {});
    return answer.kind === 'ok' ? { ...answer, value: { ...answer.value, keptAtMs: nowMs } } : answer;
  }
  const answer = await ask();
  return answer.kind === 'ok' ? { ...answer, value: { ...kept, account: answer.value } } : answer;
}

/**
 * Is the login that is kept still one, and whose? What cannot be asked now stays as it is; one that has ended elsewhere is
 * forgotten, and whoever asked may say so. A visitor who is nobody asks nothing.
 */
export async function refreshSignedIn(
  nowMs = Date.now(),
  ask: AskAccount = () => call(readSignedInAccount, {}),
): Promise<'ended' | null> {
  const kept = storedLogin.read();
  if (kept === null) return null;
  const answer = await askWho(kept, nowMs, ask);
  // Another tab may have changed the key meanwhile, or logged out: then that is what counts.
  if (storedLogin.read()?.sessionKey !== kept.sessionKey) return null;
  if (answer.kind === 'ok') storedLogin.write(answer.value);
  if (answer.kind !== 'refused' || answer.refusal !== 'not-signed-in') return null;
  forgetLogin();
  return 'ended';
}
