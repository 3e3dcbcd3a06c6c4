import * as contract from '@jawhara/contract';
import { accountId, pressOnUser } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const withKey = (key: string | undefined) => ({ 'x-session-key': key ?? '' });

async function signedIn(account = 1001): Promise<string> {
  const ticket = await shop.ticket(account);
  const { value } = await shop.visitor().call(contract.logInWithTicket, { ticket });
  if (!value) throw new Error('not signed in');
  return value.sessionKey;
}

describe('joined rooms', () => {
  it('a signed-in account reads the last room it was in and its own room', async () => {
    const rooms = async (account: number) =>
      (await shop.visitor().call(contract.readJoinedRooms, {}, withKey(await signedIn(account)))).value;
    expect(await rooms(1001)).toEqual({ lastRoomId: 88_002, ownRoomId: null });
    expect(await rooms(1002)).toEqual({ lastRoomId: null, ownRoomId: 88_002 });
    expect(await rooms(1004)).toEqual({ lastRoomId: null, ownRoomId: null });
  });
});

describe('reading a pressed account', () => {
  const press = async (id: number) =>
    shop.visitor().call(contract.readPressedAccount, { accountId: accountId(id) });

  it.each([
    ['nobody special', 1004, { status: 'normal', isStreamer: false, isOnline: false, roomId: null }],
    ['a streamer who is live', 1002, { status: 'normal', isStreamer: true, isOnline: true, roomId: 88_002 }],
    ['a banned streamer', 2001, { status: 'banned', isStreamer: true, isOnline: true, roomId: 88_004 }],
    ['an account of the other app', 2005, { status: 'source-mismatch', isStreamer: false }],
  ])(
    'the call that reads one account, for %s, returns its status, whether it streams, and its room',
    async (_who, id, expected) => {
      expect((await press(id)).value).toMatchObject({ accountId: id, isInvisible: false, ...expected });
    },
  );

  it.each([
    ['nobody special', 1004, 'dialog', 'dialog'],
    ['a streamer who is live', 1002, 'room', 'living'],
    ['an invisible streamer', 1003, 'dialog', 'dialog'],
    ['a banned streamer who is live', 2001, 'ban', 'living'],
    ['a banned account', 2007, 'ban', 'ban'],
  ] as const)(
    '[USR-01] the facts about %s decide what pressing on it opens, also when the presser is live',
    async (_who, id, forAnybody, forSomebodyLive) => {
      const facts = (await press(id)).value;
      if (facts === undefined || facts === null) throw new Error(`nothing is told of ${id}`);
      const leads = (isPresserLive: boolean) => pressOnUser({ ...facts, isInApp: false, isPresserLive });
      expect([leads(false), leads(true)]).toEqual([forAnybody, forSomebodyLive]);
    },
  );

  it('[NET-13] [USR-01] the server’s answer about an invisible streamer is the same, byte by byte, as about an offline one', async () => {
    const readPressedAccountText = async () =>
      shop.visitor().text(`${contract.readPressedAccount.path}?uid=1003`, 'GET');
    const change = (facts: object) =>
      shop.db`update account_presence set ${shop.db(facts)} where account_id = 1003`;
    const invisible = await readPressedAccountText();
    expect(JSON.parse(invisible)).toMatchObject({
      data: { id: 1003, is_streamer: true, is_invisibility: false, is_online: false, room_id: null },
    });
    // Here the account is visible but offline, and its row still has its last room.
    await change({ is_invisible: false, is_online: false, live_room_id: 88_003 });
    expect(await readPressedAccountText()).toBe(invisible);
    // Banning an offline streamer does not change the answer: the site shows the dialog in both cases.
    await shop.db`update accounts set status = 'banned' where id = 1003`;
    expect(await readPressedAccountText()).toBe(invisible);
    await change({ is_invisible: true, is_online: true });
    expect(await readPressedAccountText()).toBe(invisible);
    await shop.db`update accounts set status = 'normal' where id = 1003`;
  });

  it('[NET-13] an invisible streamer sees in the answer that they are invisible, and other accounts do not see it', async () => {
    const own = withKey(await signedIn(1003));
    const pressed = (id: number, headers: Record<string, string>) =>
      shop.visitor().call(contract.readPressedAccount, { accountId: accountId(id) }, headers);
    expect((await pressed(1003, own)).value?.isInvisible).toBe(true);
    expect((await pressed(1003, withKey(await signedIn(1001)))).value?.isInvisible).toBe(false);
  });

  it('the call that reads one account accepts GET and POST, returns no nickname, and refuses unknown or malformed ids', async () => {
    const url = `${shop.apiUrl}${contract.readPressedAccount.path}`;
    const response = await fetch(`${url}?uid=1001`);
    expect(await response.json()).toEqual({
      result: 0,
      code: 200,
      message: '',
      data: {
        id: 1001,
        status: 0,
        is_streamer: false,
        is_invisibility: false,
        is_online: false,
        room_id: null,
      },
    });
    expect((await press(999_999)).refusal).toBe('not-found');
    for (const query of ['', '?uid=', '?uid=0', '?uid=-1', '?uid=1;drop', '?uid=99999999999999999999']) {
      expect((await fetch(url + query)).status).toBe(400);
    }
  });
});

describe('account statuses', () => {
  it('[RCP-08] account statuses have the numbers that the calling app uses for them', async () => {
    const ask = async (source: number) => {
      const response = await fetch(`${shop.apiUrl}${contract.readAccountStatuses.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `source=${source}&uids=1001,2002,2001,424242,2003,2005`,
      });
      return ((await response.json()) as { data: { user_map: Record<string, unknown> } }).data.user_map;
    };
    expect(await ask(1)).toEqual({
      1001: { uid: 1001, status: 0 },
      2002: { uid: 2002, status: 1 },
      2001: { uid: 2001, status: 2 },
      424242: { uid: 424242, status: 3 },
      2003: { uid: 2003, status: 4 },
      2005: { uid: 2005, status: 5 },
    });
    expect(await ask(4)).toMatchObject({ 1001: { status: 5 }, 2005: { status: 0 } });
  });

  it.each([
    ['no list of ids', { source: 1 }],
    ['an empty list', { source: 1, uids: [] }],
    ['an unknown app', { source: 2, uids: [1001] }],
    ['ids that are no numbers', { source: 1, uids: ['x'] }],
    ['more than forty ids', { source: 1, uids: Array.from({ length: 41 }, (_, i) => i + 1) }],
  ])('a request for account statuses with %s is refused as malformed', async (_what, body) => {
    const response = await fetch(`${shop.apiUrl}${contract.readAccountStatuses.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
  });
});

it('the two calls that read accounts share one limit of account ids, and ids that a device has read count only once', async () => {
  const limited = await openShop({ env: { STATUS_CHECKS_PER_MINUTE: '4' } });
  try {
    const visitor = limited.visitor();
    const ask = (...ids: number[]) =>
      visitor.call(contract.readAccountStatuses, { asking: 'social', accountIds: ids.map(accountId) });
    const press = (id: number) => visitor.call(contract.readPressedAccount, { accountId: accountId(id) });
    expect((await ask(1001, 1002, 1002, 1003)).value?.size).toBe(3);
    for (let i = 0; i < 3; i += 1) expect((await press(1001)).refusal).toBeNull();
    expect((await press(1004)).refusal).toBeNull();
    expect(await ask(1001, 1005)).toMatchObject({ refusal: 'too-many-tries', status: 429 });
    expect((await press(1005)).refusal).toBe('too-many-tries');
    expect((await ask(1001, 1002, 1003, 1004)).value?.size).toBe(4);
  } finally {
    await limited.close();
  }
});
