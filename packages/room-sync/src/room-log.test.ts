import { describe, expect, it } from 'vitest';
import { nextUpdate, openRoomLog, raiseGeneration, type RoomLog, setWholeState } from './room-log.ts';
import { snOf } from './sn.ts';
import {
  greetingOf,
  maySyncSn,
  positionAfterReset,
  positionAfterUpdate,
  positionAtOpen,
} from './socket-position.ts';
import type { UpdateFrames } from './update-decision.ts';

const live = setWholeState(openRoomLog('42', 3));

function after(log: RoomLog, changes: number): RoomLog {
  return changes === 0 ? log : after(nextUpdate(log, []).log, changes - 1);
}

describe('a room’s log', () => {
  it('[ROOM-09 in part] a room’s first update has one frame, each later update the previous and the new frame (RP-51)', () => {
    expect(live).toMatchObject({ sn: snOf(3, 1), isLive: true, last: null });
    const first = nextUpdate(live, ['one']);
    const second = nextUpdate(first.log, ['two']);
    const third = nextUpdate(second.log, ['three']);
    expect(first.update).toEqual({
      kind: 'update',
      rid: '42',
      frames: [{ sn: snOf(3, 2), commands: ['one'] }],
    });
    expect(second.update.frames.map(({ commands }) => commands)).toEqual([['one'], ['two']]);
    expect(third.update.frames.map(({ sn }) => sn)).toEqual([snOf(3, 3), snOf(3, 4)]);
    expect(third.log).toMatchObject({ sn: snOf(3, 4), last: third.update.frames });
  });

  it('setting the whole room state raises the sequence number (sn), and the next update has one frame', () => {
    const reset = setWholeState(after(live, 5));
    expect(reset.sn).toBe(snOf(3, 7));
    expect(nextUpdate(reset, []).update.frames).toEqual([{ sn: snOf(3, 8), commands: [] }]);
  });

  it('[ROOM-09 in part] raising a room’s generation gives a higher sn than all before, and the room is not live (RP-55)', () => {
    const raised = raiseGeneration(after(live, 9), 4);
    expect(raised).toEqual({ rid: '42', sn: snOf(4, 0), isLive: false, last: null });
    expect(() => nextUpdate(raised, [])).toThrow('not live');
    expect(() => raiseGeneration(raised, 4)).toThrow(RangeError);
  });
});

describe('the position of a socket (RP-53)', () => {
  const two = (sn: number): UpdateFrames => [
    { sn: sn - 1, commands: [] },
    { sn, commands: [] },
  ];

  it('[ROOM-04] a socket that was sent every frame gets the message sync sn (11008)', () => {
    const position = positionAfterUpdate(positionAfterUpdate(positionAtOpen(5), two(7)), two(8));
    expect([7, 8, 9].map((sn) => maySyncSn(position, sn))).toEqual([true, true, false]);
  });

  it('[ROOM-04] a socket without an sn, with a missed frame, or after a reset (11006) gets no sync sn (11008)', () => {
    const leftOut = positionAfterUpdate(positionAfterUpdate(positionAtOpen(5), two(8)), two(9));
    for (const position of [positionAtOpen(null), leftOut, positionAfterReset()])
      expect(maySyncSn(positionAfterUpdate(position, two(9)), 9)).toBe(false);
  });

  it('an update that a socket gets a second time does not change the socket’s position', () => {
    expect(positionAfterUpdate(8, two(7))).toBe(8);
  });
});

describe('the first message to a socket (RP-52)', () => {
  const changed = after(live, 3);

  it.each([
    ['the last update, if its sn is behind', changed, snOf(3, 2), 'update'],
    ['the last update, if it has no sn', changed, null, 'update'],
    ['the last update, if its sn is of an older generation', changed, snOf(2, 99), 'update'],
    ['a reset (11006), if its sn is ahead', changed, snOf(3, 5), 'reset'],
    ['a reset (11006), if its sn is behind a state without a later update', live, snOf(2, 9), 'reset'],
    [
      'a heartbeat answer (2), if its sn is that of a state without a later update',
      live,
      snOf(3, 1),
      'heartbeat-answer',
    ],
    ['a heartbeat answer (2), if it has no sn and the state no later update', live, null, 'heartbeat-answer'],
    [
      'a heartbeat answer (2), while the room is not live',
      openRoomLog('42', 4),
      snOf(3, 9),
      'heartbeat-answer',
    ],
  ] as const)('the first message to a new socket is %s', (_, log, sn, kind) => {
    expect(greetingOf(log, sn).kind).toBe(kind);
  });
});
