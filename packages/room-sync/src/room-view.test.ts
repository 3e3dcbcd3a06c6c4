import { describe, expect, it } from 'vitest';
import type { JsonValue } from './json-value.ts';
import type { FullStatus, GatewayMessage, SyncSnMessage, UpdateMessage } from './messages.ts';
import {
  MAX_BUFFERED_MESSAGES,
  openRoomView,
  reduceRoomView,
  type RoomView,
  type RoomViewEffect,
  type RoomViewEvent,
} from './room-view.ts';
import { emptyTables, valueOf, withEntries } from './tables.ts';
import type { Frame } from './update-decision.ts';

const RID = '42';
const AT = { table: 'pk_rank', key: 'k' } as const;
const OPENED: RoomViewEvent = { type: 'opened', sn: null };

/** Every frame pushes its own sn to one list, so that the list shows which frames were applied. */
const frame = (sn: number): Frame => ({ sn, commands: [{ cmd: 'push_right', ...AT, items: [sn] }] });
const one = (sn: number): UpdateMessage => ({ kind: 'update', rid: RID, frames: [frame(sn)] });
const two = (sn: number): UpdateMessage => ({ kind: 'update', rid: RID, frames: [frame(sn - 1), frame(sn)] });
const syncSn = (sn: number): SyncSnMessage => ({ kind: 'sync-sn', rid: RID, sn });
const reset = (sn: number): GatewayMessage => ({ kind: 'reset', rid: RID, sn });
const status = (sn: number): FullStatus => ({
  sn,
  tables: withEntries(emptyTables(), [{ ...AT, value: [`full ${sn}`] }]),
});

class Page {
  view: RoomView = openRoomView(RID);
  effects: readonly RoomViewEffect[] = [];

  dispatch(event: RoomViewEvent): this {
    const { state, effects } = reduceRoomView(this.view, event);
    this.view = state;
    this.effects = effects;
    return this;
  }

  receive(...messages: GatewayMessage[]): this {
    for (const message of messages) this.dispatch({ type: 'message', message });
    return this;
  }

  answer(full: FullStatus, fetchId = this.view.lastFetchId): this {
    return this.dispatch({ type: 'fetched', fetchId, status: full });
  }

  get list(): JsonValue | undefined {
    return valueOf(this.view.tables, AT);
  }

  get kinds(): string[] {
    return this.effects.map(({ type }) => type);
  }
}

/** A client with tables at this sn, without a running fetch. */
function pageAt(sn: number): Page {
  return new Page().dispatch(OPENED).answer(status(sn));
}

describe('updates', () => {
  it('[ROOM-01] a client without a current sn fetches the full status first and buffers updates meanwhile', () => {
    const page = new Page().dispatch(OPENED);
    expect(page.effects).toEqual([{ type: 'fetch-full-status', fetchId: 1, rid: RID }]);
    page.receive(two(6));
    expect([page.list, page.effects]).toEqual([undefined, []]);
    page.answer(status(5));
    expect([page.view.sn, page.list]).toEqual([6, ['full 5', 6]]);
  });

  it('[ROOM-01] the next frame is applied, and a frame further ahead counts as a gap', () => {
    const page = pageAt(5).receive(one(6));
    expect([page.view.sn, page.list]).toEqual([6, ['full 5', 6]]);
    page.receive(one(9));
    expect([page.view.sn, page.list, page.kinds]).toEqual([6, ['full 5', 6], ['fetch-full-status']]);
  });

  it('[ROOM-02] of an update’s two frames a client applies only those it has not applied yet', () => {
    expect(pageAt(5).receive(two(6)).list).toEqual(['full 5', 6]);
    expect(pageAt(5).receive(two(7)).list).toEqual(['full 5', 6, 7]);
    expect(pageAt(5).receive(two(7), two(7), two(6)).list).toEqual(['full 5', 6, 7]);
  });

  it('[ROOM-05] listeners are called after each frame, once per changed key (RP-21)', () => {
    const commands = [
      { cmd: 'push_right', ...AT, items: ['a'] },
      { cmd: 'push_right', ...AT, items: ['b'] },
      { cmd: 'list_set', table: 'widgets', key: 'w', items: [] },
    ];
    const page = pageAt(5).receive({ kind: 'update', rid: RID, frames: [{ sn: 6, commands }] });
    expect(page.effects).toEqual([{ type: 'notify', keys: [AT, { table: 'widgets', key: 'w' }] }]);
    expect(pageAt(5).receive(two(7)).effects).toEqual([
      { type: 'notify', keys: [AT] },
      { type: 'notify', keys: [AT] },
    ]);
  });

  it('[ROOM-05] a malformed command is logged, the others apply, and a full status is fetched and replaces the tables (RP-22)', () => {
    const commands = [{ cmd: 'future' }, { cmd: 'push_right', ...AT, items: ['other'] }];
    const page = pageAt(5).receive({ kind: 'update', rid: RID, frames: [{ sn: 6, commands }] });
    expect(page.list).toEqual(['full 5', 'other']);
    expect(page.kinds).toEqual(['notify', 'log', 'fetch-full-status']);
    expect(page.view.sn).toBeNull();
    page.answer(status(6));
    expect([page.view.sn, page.list, page.view.buffered]).toEqual([6, ['full 6'], []]);
  });

  it('[ROOM-04] messages of another room are dropped and logged', () => {
    for (const message of [two(6), syncSn(9), reset(9)]) {
      const page = pageAt(5).receive({ ...message, rid: '43' } as GatewayMessage);
      expect([page.view.sn, page.list, page.kinds]).toEqual([5, ['full 5'], ['log']]);
    }
  });
});

describe('a gap (RP-33)', () => {
  it('[ROOM-03] only one full status is fetched at a time, and buffered updates are checked after it', () => {
    const page = pageAt(5).receive(two(8));
    expect(page.effects).toEqual([{ type: 'fetch-full-status', fetchId: 2, rid: RID }]);
    page.receive(two(9), two(10));
    expect(page.effects).toEqual([]);
    page.answer(status(8));
    expect([page.view.sn, page.list, page.view.fetch.kind]).toEqual([10, ['full 8', 9, 10], 'none']);
  });

  it('[ROOM-03] a full status replaces the tables only if its sn is higher', () => {
    const page = pageAt(5)
      .receive(two(8))
      .answer({ ...status(5), tables: emptyTables() });
    expect([page.view.sn, page.list]).toEqual([5, ['full 5']]);
    page.dispatch({ type: 'waited', fetchId: page.view.lastFetchId }).answer(status(8));
    expect([page.view.sn, page.list]).toEqual([8, ['full 8']]);
  });

  it('[ROOM-03] a full status older than the buffered updates leads to another fetch after 1000 ms', () => {
    const page = pageAt(5).receive(two(9), two(10), two(11)).answer(status(6));
    expect([page.view.sn, page.list]).toEqual([6, ['full 6']]);
    expect(page.effects.at(-1)).toEqual({ type: 'wait-then-fetch', fetchId: 3, ms: 1000 });
    expect(page.view.buffered).toHaveLength(3);
    page.dispatch({ type: 'waited', fetchId: 3 }).answer(status(9));
    expect([page.view.sn, page.list]).toEqual([11, ['full 9', 10, 11]]);
  });

  it('[ROOM-03] a failed fetch of the full status is repeated after 1000 ms', () => {
    const page = pageAt(5).receive(two(8)).dispatch({ type: 'fetch-failed', fetchId: 2 });
    expect(page.effects).toEqual([{ type: 'wait-then-fetch', fetchId: 3, ms: 1000 }]);
    page.dispatch({ type: 'waited', fetchId: 2 });
    expect(page.effects).toEqual([]);
    page.dispatch({ type: 'waited', fetchId: 3 });
    expect(page.effects).toEqual([{ type: 'fetch-full-status', fetchId: 4, rid: RID }]);
  });

  it('[ROOM-03] a full status notifies listeners of exactly the keys whose values changed', () => {
    const page = pageAt(5);
    const tables = withEntries(status(5).tables, [{ table: 'widgets', key: 'w', value: 1 }]);
    page.receive(two(8)).answer({ sn: 8, tables });
    expect(page.effects).toEqual([{ type: 'notify', keys: [{ table: 'widgets', key: 'w' }] }]);
  });

  it('[ROOM-03] at most 256 messages are buffered; beyond them the oldest update is dropped together with its sync sn', () => {
    const page = new Page().dispatch(OPENED).receive(two(2), syncSn(2), two(3));
    const later = Array.from({ length: MAX_BUFFERED_MESSAGES - 2 }, (_, i) => two(4 + i));
    page.receive(...later);
    expect(page.view.buffered).toHaveLength(MAX_BUFFERED_MESSAGES - 1);
    expect(page.view.buffered[0]).toEqual(two(3));
    page.receive(two(258), two(259));
    expect(page.view.buffered).toHaveLength(MAX_BUFFERED_MESSAGES);
    page.answer(status(1));
    expect(page.kinds).toEqual(['notify', 'wait-then-fetch']);
    expect(page.view.sn).toBe(1);
  });
});

describe('sync sn (RP-32)', () => {
  it('[ROOM-04] the message sync sn raises the client’s sequence number, never lowers it, and changes no table', () => {
    const page = pageAt(5).receive(syncSn(7));
    expect([page.view.sn, page.list, page.effects]).toEqual([7, ['full 5'], []]);
    page.receive(syncSn(6));
    expect(page.view.sn).toBe(7);
    expect(page.receive(one(8)).list).toEqual(['full 5', 8]);
  });

  it('[ROOM-04] the message sync sn is ignored while the client has no sequence number', () => {
    const page = new Page().receive(syncSn(7));
    expect([page.view.sn, page.effects]).toEqual([null, []]);
  });

  it('[ROOM-04] a sync sn received during a fetch of the full status is applied in its place among the buffered updates', () => {
    const page = pageAt(5).receive(two(8), syncSn(8), two(9)).answer(status(7));
    expect([page.view.sn, page.list]).toEqual([9, ['full 7', 8, 9]]);
  });
});

describe('reset (RP-34)', () => {
  it('[ROOM-03] [ROOM-07] after a reset (11006) even a full status with a lower sn is accepted, and the old tables stay until it comes', () => {
    const page = pageAt(100).receive(reset(5));
    expect([page.view.sn, page.list, page.kinds]).toEqual([null, ['full 100'], ['fetch-full-status']]);
    page.answer(status(5));
    expect([page.view.sn, page.list]).toEqual([5, ['full 5']]);
  });

  it('[ROOM-03] the answer to a full status request that was sent before a reset is dropped (RP-35)', () => {
    const page = pageAt(100).receive(two(105), reset(5));
    expect(page.view.buffered).toEqual([]);
    page.answer(status(104), 2);
    expect([page.view.sn, page.kinds]).toEqual([null, ['log']]);
    page.answer(status(5), 3);
    expect(page.view.sn).toBe(5);
  });

  it('a reset does not shorten the wait before the next fetch of the full status', () => {
    const page = pageAt(5).receive(two(8)).dispatch({ type: 'fetch-failed', fetchId: 2 }).receive(reset(3));
    expect([page.effects, page.view.fetch]).toEqual([[], { kind: 'waiting', fetchId: 3 }]);
  });
});

describe('a change of room', () => {
  it('[ROOM-03] changing the room empties the tables, accepts any sn and drops the old room’s fetch (RP-34, RP-35)', () => {
    const page = pageAt(100).receive(two(105)).dispatch({ type: 'room-changed', rid: '43' });
    expect([page.view.sn, page.list, page.effects]).toEqual([
      null,
      undefined,
      [{ type: 'notify', keys: [AT] }],
    ]);
    page.dispatch(OPENED).answer(status(104), 2);
    expect(page.view.sn).toBeNull();
    page.answer(status(5));
    expect([page.view.rid, page.view.sn]).toEqual(['43', 5]);
  });
});

describe('after an open (RP-36)', () => {
  it('[ROOM-06] after a socket is reopened the client keeps its sn and fetches the full status once', () => {
    const page = pageAt(5).dispatch({ type: 'opened', sn: 5 });
    expect([page.view.sn, page.kinds]).toEqual([5, ['fetch-full-status']]);
    page.answer(status(5));
    expect([page.view.fetch.kind, page.effects]).toEqual(['none', []]);
  });

  it('when a socket opens during a fetch of the full status, another fetch follows', () => {
    const page = pageAt(5).receive(two(8)).dispatch({ type: 'opened', sn: 5 });
    expect(page.effects).toEqual([]);
    page.answer(status(8));
    expect(page.kinds).toEqual(['notify', 'fetch-full-status']);
    expect(page.answer(status(9)).view).toMatchObject({ sn: 9, fetch: { kind: 'none' } });
  });

  it('after opening without an sn the client accepts a full status with any sn, but no answer to an older fetch', () => {
    const page = pageAt(100).receive(two(105)).dispatch({ type: 'opened', sn: null });
    expect([page.view.sn, page.kinds]).toEqual([null, ['fetch-full-status']]);
    page.answer(status(104), 2).answer(status(5));
    expect(page.view.sn).toBe(5);
  });

  it('a socket that opens while the next fetch of the full status is waiting starts no second fetch', () => {
    const page = pageAt(5).receive(two(8)).dispatch({ type: 'fetch-failed', fetchId: 2 });
    expect(page.dispatch({ type: 'opened', sn: 5 }).effects).toEqual([]);
  });
});

describe('a pushed full status (RP-37)', () => {
  const pushed = (sn: number): GatewayMessage => ({ kind: 'full-status', rid: RID, ...status(sn) });

  it('[ROOM-03] a pushed full status (11000) is used if its sn is higher or the client has no sn', () => {
    expect(pageAt(5).receive(pushed(6)).view.sn).toBe(6);
    expect(pageAt(5).receive(pushed(5)).effects).toEqual([]);
    expect(pageAt(100).receive(reset(5), pushed(6)).view.sn).toBe(6);
  });

  it('after a pushed full status the buffered updates are checked, and the running fetch continues', () => {
    const page = pageAt(5).receive(two(8), two(9), pushed(7));
    expect([page.view.sn, page.list, page.view.fetch.kind]).toEqual([9, ['full 7', 8, 9], 'under-way']);
    expect(page.answer(status(8)).view.sn).toBe(9);
  });
});

describe('other messages (RP-13)', () => {
  it('[ROOM-07] a message with a known id reaches its listeners; an unknown id is logged once, a dropped message always', () => {
    const page = pageAt(5);
    const before = page.view.tables;
    page.receive({ kind: 'other', id: 10001, data: { text: 'x' } });
    expect(page.effects).toEqual([{ type: 'pass-on', id: 10001, data: { text: 'x' } }]);
    expect(page.receive({ kind: 'unknown', id: 12345 }).kinds).toEqual(['log']);
    expect(page.receive({ kind: 'unknown', id: 12345 }).kinds).toEqual([]);
    expect(page.receive({ kind: 'dropped', why: 'x' }).effects).toEqual([{ type: 'log', text: 'x' }]);
    expect(page.receive({ kind: 'heartbeat-answer' }, { kind: 'move', url: '' }).effects).toEqual([]);
    expect(page.view.tables).toBe(before);
  });
});
