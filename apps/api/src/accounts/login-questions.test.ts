import * as contract from '@jawhara/contract';
import { UNGUESSABLE_FAILURES_FACTOR } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../test/shop.ts';
import { TICKET_LIVES_MS } from './log-in.ts';

const AMAL = { accountId: 1002, displayId: '3310457' };

let shop: Shop;
let aheadMs = 0;
beforeAll(async () => {
  shop = await openShop({
    now: () => new Date(Date.now() + aheadMs),
    env: { LOGIN_TRIES_PER_ADDRESS: '2' },
  });
});
afterAll(() => shop.close());

let addresses = 0;
const fromElsewhere = () => ({ 'x-forwarded-for': `10.2.0.${(addresses += 1)}` });
const withKey = (key: string | undefined) => ({ 'x-session-key': key ?? '' });
const whose = (ticket: string, headers = fromElsewhere()) =>
  shop.visitor().call(contract.readTicket, { ticket }, headers);
const spend = (ticket: string) => shop.visitor().call(contract.logInWithTicket, { ticket }, fromElsewhere());
const whoIs = (key: string) => shop.visitor().call(contract.readSignedInAccount, {}, withKey(key));
async function signedIn(account: number): Promise<string> {
  const { value } = await spend(await shop.ticket(account));
  if (!value) throw new Error('not signed in');
  return value.sessionKey;
}

describe('reading the owner of a sign-in ticket', () => {
  it('[LGN-03] reading the owner of a sign-in ticket works on every device and does not use the ticket up', async () => {
    const ticket = await shop.ticket(AMAL.accountId);
    for (let i = 0; i < 3; i += 1) expect((await whose(ticket)).value).toMatchObject(AMAL);
    expect((await spend(ticket)).value?.account).toMatchObject(AMAL);
  });

  it('[LGN-03] the owner of a used or expired sign-in ticket cannot be read', async () => {
    const used = await shop.ticket(AMAL.accountId);
    await spend(used);
    expect((await whose(used)).refusal).toBe('login-ticket-void');
    const late = await shop.ticket(AMAL.accountId);
    aheadMs = TICKET_LIVES_MS;
    const answer = await whose(late);
    aheadMs = 0;
    expect(answer.refusal).toBe('login-ticket-void');
  });

  it('a guessed sign-in ticket is refused as void, and only guessed tickets count towards the limit of the IP address', async () => {
    expect((await whose('0'.repeat(64))).refusal).toBe('login-ticket-void');
    const response = await fetch(`${shop.apiUrl}${contract.readTicket.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...fromElsewhere() },
      body: '{}',
    });
    expect(response.status).toBe(400);
    const here = fromElsewhere();
    const mine = await shop.ticket(AMAL.accountId);
    for (let i = 0; i < 2 * UNGUESSABLE_FAILURES_FACTOR; i += 1) {
      expect((await whose(mine, here)).refusal).toBeNull();
      await whose(`guess-${i}`, here);
    }
    expect(await whose(mine, here)).toMatchObject({
      refusal: 'too-many-tries',
      status: 429,
    });
  });

  it('the call that reads the owner of a sign-in ticket does not exist by GET, so that no ticket is in a URL', async () => {
    const ticket = await shop.ticket(AMAL.accountId);
    const response = await fetch(`${shop.apiUrl}${contract.readTicket.path}?ticket=${ticket}`);
    expect(response.status).toBe(404);
  });
});

describe('logging out everywhere', () => {
  const everywhere = (key: string | undefined) =>
    shop.visitor().call(contract.logOutEverywhere, {}, withKey(key));

  it('logging out everywhere ends all sessions of the account, and no session of another account', async () => {
    const [here, elsewhere, other] = [await signedIn(1001), await signedIn(1001), await signedIn(1002)];
    expect((await everywhere(here)).value).toEqual({});
    for (const key of [here, elsewhere]) expect((await whoIs(key)).refusal).toBe('not-signed-in');
    expect((await whoIs(other)).value?.accountId).toBe(1002);
  });

  it('logging out everywhere is refused with an ended, unknown or missing session key', async () => {
    const key = await signedIn(1001);
    await everywhere(key);
    for (const sent of [key, 'f'.repeat(64), undefined])
      expect((await everywhere(sent)).refusal).toBe('not-signed-in');
  });

  it('an account can log in again after it has logged out everywhere', async () => {
    await everywhere(await signedIn(1001));
    expect((await whoIs(await signedIn(1001))).value?.accountId).toBe(1001);
  });
});

describe('the list of sign-in providers', () => {
  it('[LGN-02] the list of sign-in providers has their script and public app id, and no secret', async () => {
    const response = await fetch(`${shop.apiUrl}${contract.readSignInProviders.path}`);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      data: {
        facebook: { script_url: expect.stringMatching(/sdk\.js$/), app_id: '1700000000000001' },
        google: {
          script_url: expect.stringMatching(/gsi\/client$/),
          app_id: expect.stringContaining('apps.'),
        },
      },
    });
    expect(text).not.toContain('secret');
  });

  it('[LGN-02] a sign-in provider that is not configured is not offered', async () => {
    const bare = await openShop({ env: { FACEBOOK_APP_ID: '', GOOGLE_CLIENT_ID: '' } });
    try {
      const { value } = await bare.visitor().call(contract.readSignInProviders, {});
      expect(value).toEqual({ facebook: null, google: null });
    } finally {
      await bare.close();
    }
  });
});
