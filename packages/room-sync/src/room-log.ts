import type { UpdateMessage } from './messages.ts';
import { counterOf, generationOf, snOf } from './sn.ts';
import type { Frame, UpdateFrames } from './update-decision.ts';

/** Where a room is in its history, as the server stores it (RP-02, RP-03, RP-51). */
export interface RoomLog {
  readonly rid: string;
  readonly sn: number;
  /** False until the whole state is set, and again after it was lost. */
  readonly isLive: boolean;
  /** The last update; null if there was no change since the whole state was set. */
  readonly last: UpdateFrames | null;
}

export function openRoomLog(rid: string, generation: number): RoomLog {
  return { rid, sn: snOf(generation, 0), isLive: false, last: null };
}

/**
 * The whole state was set. It has an sn of its own, which no frame leads to, so every socket gets a reset (11006) with that sn
 * (RP-61).
 */
export function setWholeState(log: RoomLog): RoomLog {
  return { ...log, sn: nextSn(log), isLive: true, last: null };
}

/** The next change, with the frame before it (RP-51). Throws for a room that is not live: the caller must check first. */
export function nextUpdate(
  log: RoomLog,
  commands: readonly unknown[],
): { readonly log: RoomLog; readonly update: UpdateMessage } {
  if (!log.isLive) throw new Error(`room ${log.rid} is not live`);
  const frame: Frame = { sn: nextSn(log), commands };
  const before = log.last?.at(-1);
  const frames: UpdateFrames = before === undefined ? [frame] : [before, frame];
  return {
    log: { ...log, sn: frame.sn, last: frames },
    update: { kind: 'update', rid: log.rid, frames },
  };
}

/** Storage was lost or is older than before: the room waits for its whole state (RP-55). */
export function raiseGeneration(log: RoomLog, generation: number): RoomLog {
  if (generation <= generationOf(log.sn)) throw new RangeError(`generation ${generation} is not higher`);
  return openRoomLog(log.rid, generation);
}

function nextSn({ sn }: RoomLog): number {
  return snOf(generationOf(sn), counterOf(sn) + 1);
}
