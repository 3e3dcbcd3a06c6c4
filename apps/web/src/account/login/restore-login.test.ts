import { readSignedInAccount, refreshSession } from '@jawhara/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { AMAL, NOURA } from '../../api/test/accounts.ts';
import { answer, requestsTo, LOST, network, refuse } from '../../api/test/network.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { word } from '../../words/word.ts';
import { REFRESH_AFTER_MS } from '../../browser/storage/login.ts';
import { restoreLogin } from './restore-login.ts';
import { leaveWelcome } from './return-address.ts';
import { currentToast } from '../../ui/test/library.ts';

const STORED_LOGIN = { sessionKey: 'a'.repeat(64), account: NOURA, storedAtMs: 1_000 };
const SOON = STORED_LOGIN.storedAtMs + 60_000;
const LATER = STORED_LOGIN.storedAtMs + REFRESH_AFTER_MS;

beforeEach(() => storedLogin.write(STORED_LOGIN));

describe('[APP-01 in part] the stored login', () => {
  it('at the start the stored login is checked and its account updated', async () => {
    const renamed = { ...NOURA, nickname: 'نورة الجديدة' };
    network.use(answer(readSignedInAccount, renamed));
    await restoreLogin(SOON);
    expect(storedLogin.read()).toEqual({ ...STORED_LOGIN, account: renamed });
  });

  it('a stored login gets a new session key after a day', async () => {
    const fresh = 'b'.repeat(64);
    network.use(answer(refreshSession, { sessionKey: fresh, account: NOURA }));
    await restoreLogin(LATER);
    expect(storedLogin.read()).toEqual({ ...STORED_LOGIN, sessionKey: fresh, storedAtMs: LATER });
  });

  it('a session ended on another device is deleted from this device at the start, and the visitor sees a message', async () => {
    network.use(answer(readSignedInAccount, refuse('not-signed-in')));
    await restoreLogin(SOON);
    expect(storedLogin.read()).toBeNull();
    expect(currentToast()?.text).toBe(word('login.loggedOut'));
  });

  it('a stored login stays when the request to check it is lost', async () => {
    network.use(answer(readSignedInAccount, LOST));
    await restoreLogin(SOON);
    expect(storedLogin.read()).toEqual(STORED_LOGIN);
  });

  it('a stored login that another tab replaces during the check is not deleted', async () => {
    const other = { sessionKey: 'c'.repeat(64), account: AMAL, storedAtMs: LATER };
    network.use(
      answer(refreshSession, () => {
        storedLogin.write(other);
        return refuse('not-signed-in');
      }),
    );
    await restoreLogin(LATER);
    expect(storedLogin.read()).toEqual(other);
  });
});

it('[LGN-04] a payer who has just logged in is welcomed on the next page, once', async () => {
  network.use(answer(readSignedInAccount, NOURA));
  leaveWelcome(NOURA.nickname);
  await restoreLogin(SOON);
  const first = currentToast();
  expect(first?.text).toContain('Noura');
  await restoreLogin(SOON);
  expect(currentToast()).toBe(first);
  expect(requestsTo(readSignedInAccount)).toHaveLength(2);
});
