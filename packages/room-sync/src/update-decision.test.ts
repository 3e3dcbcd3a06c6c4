import { describe, expect, it } from 'vitest';
import { decideUpdate, type Frame, type UpdateFrames } from './update-decision.ts';

const frame = (sn: number): Frame => ({ sn, commands: [] });
const one = (sn: number): UpdateFrames => [frame(sn)];
const two = (sn: number): UpdateFrames => [frame(sn - 1), frame(sn)];

describe('how a client handles an update (RP-30)', () => {
  it.each([
    ['without a current it is a gap', null, one(1), 'gap'],
    ['an older frame is ignored', 5, one(4), 'ignore'],
    ['the same frame is ignored', 5, one(5), 'ignore'],
    ['the next frame is applied', 5, one(6), [6]],
    ['a frame two above the sn is a gap', 5, one(7), 'gap'],
    ['a frame far above the sn is a gap', 5, one(9), 'gap'],
  ] as const)(
    '[ROOM-01] an update of one frame, given the client’s sn: %s',
    (_, current, frames, expected) => {
      expect(snsOf(decideUpdate(current, frames))).toEqual(expected);
    },
  );

  it.each([
    ['without a current it is a gap', null, two(2), 'gap'],
    ['with the sn of the first frame, only the second applies', 5, two(6), [6]],
    ['with the sn before the first frame, both apply', 5, two(7), [6, 7]],
    ['with the sn of the last frame, the update is ignored', 7, two(7), 'ignore'],
    ['with an sn above the last frame, the update is ignored', 8, two(7), 'ignore'],
    ['with an sn two below the first frame, the update is a gap', 5, two(8), 'gap'],
    ['frames that do not follow each other are a gap', 5, [frame(6), frame(8)], 'gap'],
    ['of frames in the wrong order the last one counts', 5, [frame(7), frame(6)], [6]],
  ] as const)(
    '[ROOM-02] an update of two frames, given the client’s sn: %s',
    (_, current, frames, expected) => {
      expect(snsOf(decideUpdate(current, frames))).toEqual(expected);
    },
  );

  it('[ROOM-02] successive updates apply each frame once and in order, although each update repeats the frame before', () => {
    const seen: number[] = [];
    let current = 0;
    for (const sn of [1, 2, 2, 3, 5, 4, 6]) {
      const decision = decideUpdate(current, sn === 1 ? one(1) : two(sn));
      if (typeof decision === 'string') continue;
      seen.push(...decision.apply.map((applied) => applied.sn));
      current = seen.at(-1) ?? 0;
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

function snsOf(decision: ReturnType<typeof decideUpdate>): unknown {
  return typeof decision === 'string' ? decision : decision.apply.map(({ sn }) => sn);
}
