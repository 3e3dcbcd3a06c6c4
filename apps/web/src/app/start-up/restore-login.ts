import { readSignedInAccount, type AccountFace } from '@jawhara/contract';
import { callTogether } from '../../api/call-together.ts';
import type { CallAnswer } from '../../api/call-answer.ts';
import { isKeyDue } from '../../api/refresh-signed-in.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { askingStep } from './run-in-order.ts';

interface AccountAnswer {
  readonly sessionKey: string;
  readonly answer: CallAnswer<AccountFace>;
}

/** Guests, who are most visitors, send and load nothing here. A session key that is due is renewed, in a call of its own. */
export const restoreLogin = askingStep<AccountAnswer | null>({
  name: 'login-restore',
  withinMs: 10_000,
  ask: async () => {
    const login = storedLogin.read();
    if (login === null || isKeyDue(login, Date.now())) return null;
    return { sessionKey: login.sessionKey, answer: await callTogether(readSignedInAccount, {}) };
  },
  async run(asking) {
    if (storedLogin.read() === null) return;
    const { restoreLogin: restore } = await import('../../account/login/restore-login.ts');
    const read = await asking;
    // Another account may have signed in since: an answer for the earlier session key does not apply to it.
    const isTheirs = read !== null && read.sessionKey === storedLogin.read()?.sessionKey;
    await restore(Date.now(), isTheirs ? () => Promise.resolve(read.answer) : undefined);
  },
});
