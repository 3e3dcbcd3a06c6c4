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

describe('rooms', () => {
  it('the last joined and the own one, of the account that asks', async () => {
    const rooms = async (account: number) =>
      (await shop.visitor().call(contract.readJoinedRooms, {}, withKey(await signedIn(account)))).value;
    expect(await rooms(1001)).toEqual({ lastRoomId: 88_002, ownRoomId: null });
    expect(await rooms(1002)).toEqual({ lastRoomId: null, ownRoomId: 88_002 });
    expect(await rooms(1004)).toEqual({ lastRoomId: null, ownRoomId: null });
  });
});

describe('a press on a user', () => {
  const press = async (id: number) =>
    shop.visitor().call(contract.readPressedAccount, { accountId: accountId(id) });

  it.each([
    ['nobody special', 1004, { status: 'normal', isStreamer: false, isOnline: false, roomId: null }],
    ['a streamer who is live', 1002, { status: 'normal', isStreamer: true, isOnline: true, roomId: 88_002 }],
    ['a banned streamer', 2001, { status: 'banned', isStreamer: true, isOnline: true, roomId: 88_004 }],
    ['one of the other app', 2005, { status: 'source-mismatch', isStreamer: false }],
  ])('tells of %s what it leads to', async (_who, id, expected) => {
    expect((await press(id)).value).toMatchObject({ accountId: id, isInvisible: false, ...expected });
  });

  it.each([
    ['nobody special', 1004, 'dialog', 'dialog'],
    ['a streamer who is live', 1002, 'room', 'living'],
    ['an invisible streamer', 1003, 'dialog', 'dialog'],
    ['a banned streamer who is live', 2001, 'ban', 'living'],
    ['a banned account', 2007, 'ban', 'ban'],
  ] as const)(
    '[USR-01] what is told of %s decides where a press leads, also for somebody who is live',
    async (_who, id, forAnybody, forSomebodyLive) => {
      const facts = (await press(id)).value;
      if (facts === undefined || facts === null) throw new Error(`nothing is told of ${id}`);
      const leads = (isPresserLive: boolean) => pressOnUser({ ...facts, isInApp: false, isPresserLive });
      expect([leads(false), leads(true)]).toEqual([forAnybody, forSomebodyLive]);
    },
  );

  it('[USR-01] tells of an invisible streamer neither that they are online nor where', async () => {
    expect((await press(1003)).value).toEqual({
      accountId: 1003,
      status: 'normal',
      isStreamer: true,
      isInvisible: true,
      isOnline: false,
      roomId: null,
    });
  });

  it('answers GET and POST, no names, and not-found or malformed', async () => {
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

describe('statuses', () => {
  it('[RCP-08] are told by their numbers, for the app that asks', async () => {
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
    ['no list', { source: 1 }],
    ['an empty list', { source: 1, uids: [] }],
    ['an unknown app', { source: 2, uids: [1001] }],
    ['no ids', { source: 1, uids: ['x'] }],
    ['more than a history holds', { source: 1, uids: Array.from({ length: 41 }, (_, i) => i + 1) }],
  ])('%s is malformed', async (_what, body) => {
    const response = await fetch(`${shop.apiUrl}${contract.readAccountStatuses.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
  });
});

it('statuses and presses share one limit per device and address', async () => {
  const limited = await openShop({ env: { STATUS_CHECKS_PER_MINUTE: '4' } });
  try {
    const visitor = limited.visitor();
    const ask = { asking: 'social', accountIds: [accountId(1001)] } as const;
    for (let i = 0; i < 2; i += 1) {
      expect((await visitor.call(contract.readAccountStatuses, ask)).value?.size).toBe(1);
      expect(
        (await visitor.call(contract.readPressedAccount, { accountId: accountId(1001) })).refusal,
      ).toBeNull();
    }
    expect(await visitor.call(contract.readAccountStatuses, ask)).toMatchObject({
      refusal: 'too-many-tries',
      status: 429,
    });
    expect(
      (await limited.visitor().call(contract.readPressedAccount, { accountId: accountId(1001) })).refusal,
    ).toBe('too-many-tries');
  } finally {
    await limited.close();
  }
});
