import { readSignedInAccount, refreshSession } from '@jawhara/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { storedLogin } from '../browser/storage/login.ts';
import { refreshSignedIn } from './refresh-signed-in.ts';
import { AMAL, NOURA } from './test/accounts.ts';
import { answer, requestsTo, network, refuse } from './test/network.ts';

const STORED_LOGIN = { sessionKey: 'a'.repeat(64), account: NOURA, storedAtMs: Date.now() };

beforeEach(() => localStorage.clear());

describe('[ORD-05] the session after a payment', () => {
  it('[ORD-05] after a payment the account is read again, and the session key is renewed when it is a day old', async () => {
    storedLogin.write(STORED_LOGIN);
    network.use(
      answer(readSignedInAccount, AMAL),
      answer(refreshSession, { sessionKey: 'b'.repeat(64), account: NOURA }),
    );
    expect(await refreshSignedIn()).toBeNull();
    expect(storedLogin.read()).toEqual({ ...STORED_LOGIN, account: AMAL });
    storedLogin.write({ ...STORED_LOGIN, storedAtMs: 0 });
    await refreshSignedIn();
    expect(storedLogin.read()?.sessionKey).toBe('b'.repeat(64));
  });

  it('[ORD-05] a session ended on another device is deleted, and a visitor without a session sends no request', async () => {
    storedLogin.write(STORED_LOGIN);
    network.use(answer(readSignedInAccount, refuse('not-signed-in')));
    expect(await refreshSignedIn()).toBe('ended');
    expect(storedLogin.read()).toBeNull();
    await refreshSignedIn();
    expect(requestsTo(readSignedInAccount)).toHaveLength(1);
  });
});
