import type { RoomLog } from './room-log.ts';
import { decideUpdate, type UpdateFrames } from './update-decision.ts';

/**
 * The sn up to which every update was queued for a socket (RP-53). Null: an update may be missing, or a reset (11006) was sent;
 * then the socket gets no more sync sn (11008).
 */
export type SocketPosition = number | null;

/** `sn` is the sn in the socket's address. */
export function positionAtOpen(sn: number | null): SocketPosition {
  return sn;
}

export function positionAfterUpdate(position: SocketPosition, frames: UpdateFrames): SocketPosition {
  const decision = decideUpdate(position, frames);
  if (decision === 'gap') return null;
  return decision === 'ignore' ? position : (frames[1] ?? frames[0]).sn;
}

export function positionAfterReset(): SocketPosition {
  return null;
}

/** A sync sn (11008) raises a client's sn without data, so it may name only an sn whose updates were sent to the client. */
export function maySyncSn(position: SocketPosition, sn: number): boolean {
  return position !== null && sn <= position;
}

export type Greeting =
  | { readonly kind: 'update'; readonly frames: UpdateFrames }
  | { readonly kind: 'reset'; readonly sn: number }
  | { readonly kind: 'heartbeat-answer' };

/**
 * The first message to a new socket (RP-52). The last update, with its two frames, shows a client whether it has a gap. Without
 * an update only a reset (11006) can show a client that its sn differs from the room's or is ahead of it. A room that is not live
 * sends a reset once it is.
 */
export function greetingOf({ sn, last, isLive }: RoomLog, clientSn: number | null): Greeting {
  if (!isLive) return { kind: 'heartbeat-answer' };
  if (clientSn !== null && clientSn > sn) return { kind: 'reset', sn };
  if (last !== null) return { kind: 'update', frames: last };
  return clientSn === null || clientSn === sn ? { kind: 'heartbeat-answer' } : { kind: 'reset', sn };
}
