import '../words/load-login.ts';
import { readSignedInAccount, refreshSession } from '@jawhara/contract';
import { call } from '../api/call.ts';
import { storedLogin, type KeptLogin } from '../host/stored-login.ts';
import { storedSeenCards } from '../host/stored-seen-cards.ts';
import { showToast } from '../ui/toast.ts';
import { isolatedName } from '../words/isolate.ts';
import { word } from '../words/word.ts';
import { takeWelcome } from './welcome.ts';

/** A key lives thirty days. It is changed once a day at most: an answer that is lost on its way costs the login. */
export const REFRESH_AFTER_MS = 24 * 3_600_000;

async function askWho(kept: KeptLogin, nowMs: number) {
  if (nowMs - kept.keptAtMs >= REFRESH_AFTER_MS) {
    const answer = await call(refreshSession, {});
    return answer.kind === 'ok' ? { ...answer, value: { ...answer.value, keptAtMs: nowMs } } : answer;
  }
  const answer = await call(readSignedInAccount, {});
  return answer.kind === 'ok' ? { ...answer, value: { ...kept, account: answer.value } } : answer;
}

/** At the start of every page: is the login that is kept still one, and whose? What cannot be asked now stays as it is. */
export async function restoreLogin(nowMs = Date.now()): Promise<void> {
  const nickname = takeWelcome();
  if (nickname !== null) showToast(word('login.success', { name: isolatedName(nickname) }));
  const kept = storedLogin.read();
  if (kept === null) return;
  const answer = await askWho(kept, nowMs);
  // Another tab may have changed the key meanwhile, or logged out: then that is what counts.
  if (storedLogin.read()?.sessionKey !== kept.sessionKey) return;
  if (answer.kind === 'ok') storedLogin.write(answer.value);
  else if (answer.kind === 'refused' && answer.refusal === 'not-signed-in') {
    storedLogin.forget();
    storedSeenCards.forget();
    showToast(word('login.loggedOut'), 'info');
  }
}
