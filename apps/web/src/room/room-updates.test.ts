import { ROOM_MESSAGE_IDS, ROOM_TABLES } from '@jawhara/room-sync';
import { describe, expect, it } from 'vitest';
import { LOST } from '../api/test/network.ts';
import { countFrame } from './test/fake-gateway.ts';
import { FANS, followEach, pass, RID, settle, type FollowedRoom } from './test/followed-room.ts';

let gateway: FollowedRoom['gateway'];
let room: FollowedRoom['room'];
let followed: FollowedRoom;
followEach((one) => {
  followed = one;
  ({ gateway, room } = one);
});
const goLive = (): Promise<void> => followed.goLive();
const say = (text: string): void => followed.say(text);
const seen = (): unknown[] => followed.seen;

describe('[ROOM-01] one frame', () => {
  it.each([
    ['a frame below the current sn is ignored', 4, [5, 500]],
    ['a frame at the current sn is ignored', 5, [5, 500]],
    ['a frame one above the current sn is applied', 6, [6, 777]],
  ])('%s', async (_where, sn, then) => {
    await goLive();
    const { reads } = gateway;
    say(gateway.update([countFrame(sn, 777)]));
    await settle();
    expect([...seen(), gateway.reads]).toEqual([...then, reads]);
  });

  it('a frame whose sequence number (sn) skips numbers is not applied, and the full status is read instead', async () => {
    await goLive();
    gateway.status = { sn: 9, tables: { fans_count: { count: 900 } } };
    say(gateway.update([countFrame(9, 777)]));
    expect(seen()).toEqual([5, 500]);
    await settle();
    expect([...seen(), room.activity.counts.gaps]).toEqual([9, 900, 1]);
  });

  it('a frame received before the full status is applied after the full status', async () => {
    gateway.status = { sn: 5, tables: {} };
    room.start();
    await settle();
    gateway.socket.open();
    say(gateway.update([countFrame(6, 600)]));
    expect(seen()).toEqual([null, undefined]);
    await settle();
    expect(seen()).toEqual([6, 600]);
  });
});

describe('[ROOM-02] two frames', () => {
  it.each([
    ['of two frames with the first at the current sn, the second is applied', [5, 6], [6, 600]],
    ['two frames with the first one above the current sn are both applied', [6, 7], [7, 700]],
    ['two frames with the last at the current sn are ignored', [4, 5], [5, 500]],
  ])('%s', async (_where, sns, then) => {
    await goLive();
    const applied: unknown[] = [];
    room.onKey(FANS, () => applied.push(room.value(FANS)));
    say(gateway.update(sns.map((sn) => countFrame(sn, sn * 100))));
    expect(seen()).toEqual(then);
    expect(applied).toHaveLength(then[0] === 5 ? 0 : (then[0] ?? 0) - 5);
  });
});

describe('[ROOM-03] a gap', () => {
  it('after a gap in the sequence numbers the room’s full status is read once; updates received meanwhile are applied after it', async () => {
    await goLive();
    const { reads } = gateway;
    let answerRead: (status: { sn: number; tables: object }) => void = () => {};
    gateway.status = new Promise((resolve) => (answerRead = resolve as never));
    say(gateway.update([countFrame(8, 800), countFrame(9, 900)]));
    say(gateway.update([countFrame(9, 900), countFrame(10, 1000)]));
    say(gateway.update([countFrame(10, 1000), countFrame(11, 1100)]));
    await settle();
    expect([gateway.reads - reads, ...seen()]).toEqual([1, 5, 500]);
    answerRead({ sn: 9, tables: { fans_count: { count: 900 } } });
    await settle();
    expect([gateway.reads - reads, ...seen()]).toEqual([1, 11, 1100]);
  });

  it('a full status read after a gap replaces all tables if its sequence number (sn) is higher, and is ignored otherwise', async () => {
    await goLive();
    gateway.status = { sn: 4, tables: { fans_count: { count: 400 } } };
    say(gateway.update([countFrame(7, 700)]));
    await settle();
    expect(seen()).toEqual([5, 500]);
    gateway.status = { sn: 7, tables: { pk_status: { status: 1 } } };
    await pass(1000);
    expect([...seen(), room.value({ table: 'pk_status', key: 'status' })]).toEqual([7, undefined, 1]);
  });

  it('a room’s full status that cannot be read is requested again after 1000 ms', async () => {
    await goLive();
    const { reads } = gateway;
    gateway.status = LOST;
    say(gateway.update([countFrame(9, 900)]));
    await pass(999);
    expect(gateway.reads - reads).toBe(1);
    gateway.status = { sn: 9, tables: { fans_count: { count: 900 } } };
    await pass(1);
    expect([gateway.reads - reads, ...seen()]).toEqual([2, 9, 900]);
  });

  it('after a reset of the room (message 11006) a full status with a lower sn is accepted, and the old tables stay until it comes', async () => {
    await goLive();
    gateway.status = { sn: 2, tables: { fans_count: { count: 2 } } };
    say(gateway.message(11_006, { rid: RID, sn: 2 }));
    expect([room.value(FANS), room.connection.kind]).toEqual([500, 'live']);
    await settle();
    expect(seen()).toEqual([2, 2]);
  });

  it('a full status pushed by the gateway (message 11000) for the current room fills the tables', async () => {
    await goLive();
    const tables = { fans_count: { count: 12 } };
    say(gateway.message(11_000, { rid: RID, sn: 12, room_status: JSON.stringify(tables) }));
    expect(seen()).toEqual([12, 12]);
  });
});

describe('[ROOM-04] a sync sn', () => {
  it.each([
    ['a sync with a higher sn raises the sn and changes no table', { type: 3, rid: RID, sn: 8 }, 8],
    ['a sync with a lower sn changes nothing', { type: 3, rid: RID, sn: 3 }, 5],
    ['a sync of another type changes nothing', { type: 2, rid: RID, sn: 8 }, 5],
    ['a sync of another room is dropped', { type: 3, rid: '1', sn: 8 }, 5],
  ])('%s', async (_what, data, sn) => {
    await goLive();
    say(gateway.message(11_008, data));
    expect(seen()).toEqual([sn, 500]);
  });

  it('room updates whose data names another room are dropped and logged', async () => {
    await goLive();
    say(gateway.update([countFrame(6, 600)], '4711'));
    expect(seen()).toEqual([5, 500]);
    expect(room.activity.log.join()).toContain('4711');
  });
});

it('[ROOM-05] all eleven update commands change the tables, and listeners are called once per key and frame', async () => {
  await goLive();
  const at = (key: string) => ({ table: 'widgets', key }) as const;
  const notifications: unknown[] = [];
  room.onKey(at('list'), () => notifications.push([room.value(at('list')), room.value(at('hash'))]));
  const list = { table: 'widgets', key: 'list' };
  const hash = { table: 'widgets', key: 'hash' };
  const commands = [
    { cmd: 'set_many', table: 'fans_count', values: { count: 6, gone: null } },
    { cmd: 'list_set', ...list, items: ['c', 'd', 'x'] },
    { cmd: 'push_left', ...list, items: ['a', 'b'] },
    { cmd: 'push_right', ...list, items: ['y', 'z'] },
    { cmd: 'pop_right', ...list, count: 2 },
    { cmd: 'pop_left', ...list, count: 1 },
    { cmd: 'insert_at', ...list, position: 1, items: ['b2'] },
    { cmd: 'remove_range', ...list, from: -1, to: -1 },
    { cmd: 'set_index', ...list, position: 0, value: 'B' },
    { cmd: 'hash_set', ...hash, fields: { name: 'x', deep: { a: 1, b: 2 } } },
    { cmd: 'hash_merge', ...hash, fields: { name: 'y', deep: { b: null } } },
  ];
  say(gateway.update([{ sn: 6, commands }]));
  const after = [['B', 'b2', 'c', 'd'], { name: 'y', deep: { a: 1 } }];
  expect(notifications).toEqual([after]);
  expect(seen()).toEqual([6, 6]);
});

it('[ROOM-05] after a malformed command the client logs it, applies the others of the frame and reads the full status again', async () => {
  await goLive();
  const { reads } = gateway;
  gateway.status = { sn: 6, tables: { fans_count: { count: 6 } } };
  const broken = { cmd: 'push_left', table: 'fans_count', key: 'count', items: [1] };
  say(gateway.update([{ sn: 6, commands: [broken, ...countFrame(6, 6).commands] }]));
  expect(room.value(FANS)).toBe(6);
  expect(room.activity.log.join()).toContain('push_left');
  await settle();
  expect([gateway.reads - reads, ...seen()]).toEqual([1, 6, 6]);
});

it('[ROOM-08] messages with a known id reach its listeners, and an unknown id is logged once', async () => {
  await goLive();
  const handled = new Set<number>([2, 10_072, 11_000, 11_002, 11_006, 11_008]);
  const ids = Object.values(ROOM_MESSAGE_IDS).filter((id) => !handled.has(id));
  const passed: number[] = [];
  for (const id of [...ids, 10_080, 10_086]) {
    room.onMessage(id, () => passed.push(id));
    say(gateway.message(id, { text: 'x' }));
  }
  expect(passed).toEqual([...ids, 10_080, 10_086]);
  const before = room.activity.log.length;
  say(gateway.message(4_711, {}));
  say(gateway.message(4_711, {}));
  expect([room.activity.log.length - before, ...seen()]).toEqual([1, 5, 500]);
});

it('[ROOM-08] [ROOM-10] a full status fills all 22 tables', async () => {
  expect(ROOM_TABLES).toHaveLength(22);
  gateway.status = { sn: 3, tables: Object.fromEntries(ROOM_TABLES.map((table) => [table, { key: table }])) };
  room.start();
  await settle();
  gateway.socket.open();
  await settle();
  expect(ROOM_TABLES.map((table) => room.value({ table, key: 'key' }))).toEqual(ROOM_TABLES);
});

it('[ROOM-10] a status update with a wrong type, room or frame list is dropped', async () => {
  await goLive();
  const { commands } = countFrame(6, 600);
  const good = { type: 2, rid: RID, status: [{ sn: 6, commands }], sn: 6 };
  for (const wrong of [
    { ...good, type: 3 },
    { ...good, rid: 88_002 },
    { ...good, status: [] },
    { ...good, status: [{ commands }] },
    { ...good, status: [good.status[0], good.status[0], good.status[0]] },
    { ...good, sn: 9 },
  ])
    say(gateway.message(11_002, wrong as never));
  expect(seen()).toEqual([5, 500]);
  say(gateway.message(11_002, good as never));
  expect(seen()).toEqual([6, 600]);
});

it('a room that is no longer followed does not read its status any more', async () => {
  gateway.status = null;
  room.start();
  await settle();
  gateway.socket.open();
  await pass(3_000);
  expect(gateway.reads).toBe(4);
  room.stop();
  await pass(10_000);
  expect(gateway.reads).toBe(4);
});
