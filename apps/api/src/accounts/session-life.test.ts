import * as contract from '@jawhara/contract';
import { SESSION_DAYS_MAX, SESSION_IDLE_DAYS_MAX } from '@jawhara/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openShop, type Shop } from '../test/shop.ts';
import { forgetEndedLogins, TICKET_LIVES_MS } from './log-in.ts';

const DAY_MS = 24 * 3_600_000;
const IDLE_MS = SESSION_IDLE_DAYS_MAX * DAY_MS;

let shop: Shop;
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);
beforeAll(async () => {
  shop = await openShop({ now });
});
afterEach(async () => {
  aheadMs = 0;
  await shop.db`delete from sessions`;
  await shop.db`delete from login_tickets`;
});
afterAll(() => shop.close());

const withKey = (key: string | undefined) => ({ 'x-session-key': key ?? '' });

async function signedIn(account = 1001): Promise<string> {
  const ticket = await shop.ticket(account);
  const { value } = await shop.visitor().call(contract.logInWithTicket, { ticket });
  if (!value) throw new Error('not signed in');
  return value.sessionKey;
}

const whoIs = (key: string) => shop.visitor().call(contract.readSignedInAccount, {}, withKey(key));

describe('a session', () => {
  it('a session key sent as a header or in the query of an older link identifies its account', async () => {
    const key = await signedIn();
    expect((await whoIs(key)).value).toEqual({
      accountId: 1001,
      displayId: '5048213',
      nickname: 'نورة 🌙',
      iconUrl: null,
    });
    const response = await fetch(`${shop.apiUrl}${contract.readSignedInAccount.path}?session_key=${key}`);
    expect(await response.json()).toMatchObject({ result: 0, data: { uid: 1001 } });
  });

  it.each([
    ['no key', {}],
    ['an unknown key', withKey('f'.repeat(64))],
    ['text that is no key', withKey("' or 1=1 --")],
  ])(
    'account, rooms and session refresh are refused without a valid session key: %s',
    async (_what, headers) => {
      const visitor = shop.visitor();
      expect((await visitor.call(contract.readSignedInAccount, {}, headers)).refusal).toBe('not-signed-in');
      expect((await visitor.call(contract.refreshSession, {}, headers)).refusal).toBe('not-signed-in');
      expect((await visitor.call(contract.readJoinedRooms, {}, headers)).refusal).toBe('not-signed-in');
    },
  );

  it('a session key opens its own account and no other', async () => {
    const [noura, amal] = [await signedIn(1001), await signedIn(1002)];
    expect((await whoIs(noura)).value?.accountId).toBe(1001);
    expect((await whoIs(amal)).value?.accountId).toBe(1002);
  });

  it('a session ends after 30 days without use', async () => {
    const key = await signedIn();
    aheadMs = IDLE_MS;
    expect((await whoIs(key)).refusal).toBe('not-signed-in');
    expect((await shop.visitor().call(contract.refreshSession, {}, withKey(key))).refusal).toBe(
      'not-signed-in',
    );
  });

  /** The use of a session is stored beside the call that used it, maybe only afterwards, so this waits. */
  const usedAt = (atMs: number) =>
    vi.waitFor(async () => {
      const [row] = await shop.db<{ at: Date }[]>`select max(last_used_at) as at from sessions`;
      expect(Math.abs((row?.at.getTime() ?? 0) - Date.now() - atMs)).toBeLessThan(60_000);
    });

  it('a session that is used continues, and ends 180 days after the sign-in', async () => {
    const key = await signedIn();
    for (let day = 20; day < SESSION_DAYS_MAX; day += 20) {
      aheadMs = day * DAY_MS;
      expect((await whoIs(key)).value?.accountId).toBe(1001);
      await usedAt(aheadMs);
    }
    aheadMs = SESSION_DAYS_MAX * DAY_MS - 60_000;
    expect((await whoIs(key)).value?.accountId).toBe(1001);
    aheadMs = SESSION_DAYS_MAX * DAY_MS;
    expect((await whoIs(key)).refusal).toBe('not-signed-in');
  });

  it('refreshing a session ends the old key, and the new key is valid for 30 days without use', async () => {
    const old = await signedIn();
    aheadMs = IDLE_MS / 2;
    const { value } = await shop.visitor().call(contract.refreshSession, {}, withKey(old));
    expect(value?.account.accountId).toBe(1001);
    expect(value?.sessionKey).not.toBe(old);
    expect((await whoIs(old)).refusal).toBe('not-signed-in');
    aheadMs = IDLE_MS + 60_000;
    expect((await whoIs(value?.sessionKey ?? '')).value?.accountId).toBe(1001);
  });

  it('a session that is refreshed regularly still ends 180 days after the sign-in', async () => {
    let key = await signedIn();
    for (let day = 10; day < SESSION_DAYS_MAX; day += 10) {
      aheadMs = day * DAY_MS;
      const { value } = await shop.visitor().call(contract.refreshSession, {}, withKey(key));
      key = value?.sessionKey ?? '';
    }
    expect((await whoIs(key)).value?.accountId).toBe(1001);
    aheadMs = SESSION_DAYS_MAX * DAY_MS;
    expect((await whoIs(key)).refusal).toBe('not-signed-in');
  });

  it('a session of the previous release, whose sign-in time is not stored, works and ends 30 days after its last use', async () => {
    const key = await signedIn(1003);
    await shop.db`update sessions set signed_in_at = null, last_used_at = null, browser = null where account_id = 1003`;
    aheadMs = 20 * DAY_MS;
    expect((await whoIs(key)).value?.accountId).toBe(1003);
    await usedAt(aheadMs);
    const [row] = await shop.db<
      { days: number }[]
    >`select extract(day from expires_at - created_at)::int as days from sessions where account_id = 1003`;
    expect(row?.days).toBe(50);
  });

  it('the last use of a session is written at most once in ten minutes', async () => {
    const key = await signedIn(1004);
    const version = async () =>
      (await shop.db`select xmin::text as version, last_used_at from sessions where account_id = 1004`)[0];
    const first = await version();
    for (let i = 0; i < 5; i += 1) await whoIs(key);
    aheadMs = 9 * 60_000;
    await whoIs(key);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await version()).toEqual(first);
    aheadMs = 11 * 60_000;
    await Promise.all(Array.from({ length: 12 }, () => whoIs(key)));
    await usedAt(aheadMs);
    const second = await version();
    await Promise.all(Array.from({ length: 12 }, () => whoIs(key)));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await version()).toEqual(second);
  });

  it('a session still opens its account when its last use cannot be written', async () => {
    const key = await signedIn(1005);
    await shop.db`revoke update on sessions from jawhara_app`;
    try {
      aheadMs = 20 * 60_000;
      expect((await whoIs(key)).value?.accountId).toBe(1005);
      await vi.waitFor(() => expect(shop.log()).toContain('the use of a session is not recorded'));
    } finally {
      await shop.db`grant update on sessions to jawhara_app`;
    }
  });

  it('a session that is refreshed by six calls at once is refreshed once', async () => {
    const old = await signedIn();
    const visitor = shop.visitor();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => visitor.call(contract.refreshSession, {}, withKey(old))),
    );
    expect(answers.filter(({ value }) => value !== null)).toHaveLength(1);
  });

  it('logging out ends that session alone, and logging out again is no error', async () => {
    const [here, elsewhere] = [await signedIn(), await signedIn()];
    for (const key of [here, here, undefined]) {
      expect((await shop.visitor().call(contract.logOut, {}, withKey(key))).value).toEqual({});
    }
    expect((await whoIs(here)).refusal).toBe('not-signed-in');
    expect((await whoIs(elsewhere)).value?.accountId).toBe(1001);
  });

  it('sessions and sign-in tickets are deleted after they have ended, and not before', async () => {
    const living = await signedIn();
    await Promise.all([signedIn(), signedIn()]);
    await Promise.all([shop.ticket(1001), shop.ticket(1001), shop.ticket(1001)]);
    aheadMs = TICKET_LIVES_MS - 30_000;
    expect(await forgetEndedLogins({ db: shop.db, now })).toEqual({ sessions: 0, tickets: 0, tokens: 0 });
    aheadMs = TICKET_LIVES_MS;
    const gone = await forgetEndedLogins({ db: shop.db, now }, 2);
    expect(gone.sessions).toBe(0);
    expect(gone.tickets).toBeGreaterThanOrEqual(4);
    expect((await whoIs(living)).value?.accountId).toBe(1001);
    aheadMs = 2 * IDLE_MS;
    expect((await forgetEndedLogins({ db: shop.db, now }, 2)).sessions).toBeGreaterThanOrEqual(3);
    expect(await shop.db`select from sessions`).toHaveLength(0);
    expect(await shop.db`select from login_tickets`).toHaveLength(0);
  });
});
