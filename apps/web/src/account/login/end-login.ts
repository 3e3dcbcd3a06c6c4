import { logOut, logOutEverywhere } from '@jawhara/contract';
import { callAs } from '../../api/call.ts';
import { forgetLogin } from '../../browser/storage/forget-login.ts';
import { storedLogin } from '../../browser/storage/login.ts';

const WAIT_MS = 5_000;

/**
 * Ends the login on this device, even if the server cannot be reached. "Everywhere" is promised only if the server has confirmed
 * it: otherwise the login stays, so that it can be tried again.
 */
export async function endLogin(where: 'here' | 'everywhere'): Promise<boolean> {
  const login = storedLogin.read();
  if (login === null) return true;
  const call = callAs(login.sessionKey);
  if (where === 'here') {
    forgetLogin();
    await call(logOut, {}, { timeoutMs: WAIT_MS });
    return true;
  }
  const answer = await call(logOutEverywhere, {}, { timeoutMs: WAIT_MS });
  const isEnded = answer.kind === 'ok' || (answer.kind === 'refused' && answer.refusal === 'not-signed-in');
  if (isEnded) forgetLogin();
  return isEnded;
}
