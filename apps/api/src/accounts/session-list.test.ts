import * as contract from '@jawhara/contract';
import type { SessionEntry } from '@jawhara/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../test/shop.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const LAPTOP =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';

let shop: Shop;
let aheadMs = 0;
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(Date.now() + aheadMs) });
});
afterAll(() => shop.close());
beforeEach(async () => {
  aheadMs = 0;
  await shop.db`delete from sessions`;
});

type Headers = Record<string, string>;

/** A device on which this account has just signed in. */
async function device(account: number, userAgent = PHONE) {
  const visitor = shop.visitor();
  const agent = { 'user-agent': userAgent };
  const ticket = await shop.ticket(account);
  const { value } = await visitor.call(contract.logInWithTicket, { ticket }, agent);
  let key = value?.sessionKey ?? 'not signed in';
  const headers = (): Headers => ({ ...agent, 'x-session-key': key });
  return {
    headers,
    list: async () => (await visitor.call(contract.listSessions, {}, headers())).value ?? [],
    refuses: async () => (await visitor.call(contract.listSessions, {}, headers())).refusal,
    end: (sessionId: string) => visitor.call(contract.endSession, { sessionId }, headers()),
    async refresh() {
      key = (await visitor.call(contract.refreshSession, {}, headers())).value?.sessionKey ?? '';
    },
    isSignedIn: async () =>
      (await visitor.call(contract.readSignedInAccount, {}, headers())).value?.accountId === account,
  };
}
const idOf = (sessions: readonly SessionEntry[], at: number): string => sessions[at]?.sessionId ?? '';

describe('the session list', () => {
  it('the session list shows browser, system, login kind and times, with the current session first', async () => {
    const laptop = await device(1001, LAPTOP);
    aheadMs = DAY_MS;
    const phone = await device(1001);
    const ago = (ms: number) => expect.closeTo(Date.now() + aheadMs - ms, -4) as number;
    const list = await laptop.list();
    expect(
      list.map(({ deviceName, loginKind, isCurrent, signedInAt, lastUsedAt }) => ({
        deviceName,
        loginKind,
        isCurrent,
        signedInMs: signedInAt.getTime(),
        lastUsedMs: lastUsedAt.getTime(),
      })),
    ).toEqual([
      {
        deviceName: { browser: 'safari', system: 'macos' },
        loginKind: 'ticket',
        isCurrent: true,
        signedInMs: ago(DAY_MS),
        lastUsedMs: expect.any(Number),
      },
      {
        deviceName: { browser: 'chrome', system: 'android' },
        loginKind: 'ticket',
        isCurrent: false,
        signedInMs: ago(0),
        lastUsedMs: ago(0),
      },
    ]);
    expect((await phone.list()).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  });

  it('a session keeps its id and its sign-in time in the list when its key is refreshed', async () => {
    const phone = await device(1001);
    const before = await phone.list();
    aheadMs = DAY_MS;
    await phone.refresh();
    const after = await phone.list();
    expect(idOf(after, 0)).toBe(idOf(before, 0));
    expect(after[0]?.signedInAt).toEqual(before[0]?.signedInAt);
    expect(after[0]?.lastUsedAt.getTime()).toBeGreaterThan(before[0]?.lastUsedAt.getTime() ?? 0);
  });

  it('the session list contains no ended session and no session of another account', async () => {
    await device(1001);
    await device(1002);
    aheadMs = 31 * DAY_MS;
    const phone = await device(1001);
    expect(await phone.list()).toHaveLength(1);
  });

  it('the session list is refused without sign-in, and shows no key, digest or user agent', async () => {
    expect((await shop.visitor().call(contract.listSessions, {})).refusal).toBe('not-signed-in');
    const phone = await device(1001);
    const response = await fetch(`${shop.apiUrl}${contract.listSessions.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...phone.headers() },
      body: '{}',
    });
    const text = await response.text();
    expect(text).not.toMatch(/[0-9a-f]{64}|Mozilla|digest/);
    const [row] = await shop.db<{ row: string }[]>`select to_jsonb(s)::text as row from sessions s`;
    expect(row?.row).toContain('chrome');
    expect(row?.row).not.toMatch(/Mozilla|AppleWebKit|Mobile/);
  });
});

describe('ending a session from the list', () => {
  it('ending a session from the list signs its device out; ending it again changes nothing, and other sessions continue', async () => {
    const [phone, laptop] = [await device(1001), await device(1001, LAPTOP)];
    const other = idOf(await phone.list(), 1);
    expect((await phone.end(other)).value).toEqual({});
    expect((await phone.end(other)).value).toEqual({});
    expect(await laptop.isSignedIn()).toBe(false);
    expect(await laptop.refuses()).toBe('not-signed-in');
    expect(await phone.isSignedIn()).toBe(true);
    expect(await phone.list()).toHaveLength(1);
  });

  it('ending the current session from the session list logs the device out', async () => {
    const phone = await device(1001);
    await phone.end(idOf(await phone.list(), 0));
    expect(await phone.isSignedIn()).toBe(false);
  });

  it('a session cannot be ended by another account or by a visitor who is not signed in', async () => {
    const [noura, amal] = [await device(1001), await device(1002)];
    const hers = idOf(await amal.list(), 0);
    expect((await noura.end(hers)).value).toEqual({});
    expect(await amal.isSignedIn()).toBe(true);
    const nobody = await shop.visitor().call(contract.endSession, { sessionId: hers });
    expect(nobody.refusal).toBe('not-signed-in');
    expect(await amal.isSignedIn()).toBe(true);
  });

  it('a session that is refreshed while it is ended from another device can still be ended', async () => {
    const [phone, laptop] = [await device(1001), await device(1001, LAPTOP)];
    const other = idOf(await phone.list(), 1);
    await Promise.all([phone.end(other), laptop.refresh()]);
    await phone.end(other);
    expect(await laptop.isSignedIn()).toBe(false);
  });

  it.each(['', 'x', '1', "' or true --", '019a9000-0000-7000-8000-00000000000g'])(
    'ending a session with the id %j is refused as malformed',
    async (sessionId) => {
      const phone = await device(1001);
      const response = await fetch(`${shop.apiUrl}${contract.endSession.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...phone.headers() },
        body: JSON.stringify({ session_id: sessionId }),
      });
      expect(response.status).toBe(400);
    },
  );
});
