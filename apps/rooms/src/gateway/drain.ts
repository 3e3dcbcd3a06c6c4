import { writeMove } from '@jawhara/room-sync';
import { writeFrame } from './room-socket.ts';
import type { SocketKeeper } from './socket-keeper.ts';
import { textFrame } from './text-frame.ts';

export interface DrainDeps {
  readonly keeper: SocketKeeper;
  /** The address clients are moved to; null: their sockets are closed, and they reconnect by themselves. */
  readonly moveUrl: string | null;
  readonly drainMs: number;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonicMs: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
}

/** The part of the drain time in which sockets are moved; in the rest the last of them connect elsewhere. */
const MOVING_PART = 0.75;
const STEP_MS = 20;

/** Moves the sockets evenly over the time, and closes those left at the end (RP-58). */
export async function drain(deps: DrainDeps): Promise<{ readonly closed: number }> {
  const { keeper, moveUrl, drainMs, monotonicMs, wait } = deps;
  const move = moveUrl === null ? null : textFrame(writeMove(moveUrl));
  const leaving = [...keeper.all()];
  const began = monotonicMs();
  const elapsedMs = () => monotonicMs() - began;
  let sentAway = 0;
  while (keeper.count > 0 && elapsedMs() < drainMs) {
    const due = Math.min(1, elapsedMs() / (drainMs * MOVING_PART)) * leaving.length;
    for (const socket of leaving.slice(sentAway, Math.ceil(due))) {
      if (move === null) keeper.close(socket, 'drained');
      else writeFrame(socket, move);
    }
    sentAway = Math.max(sentAway, Math.ceil(due));
    await wait(STEP_MS);
  }
  const left = [...keeper.all()];
  for (const socket of left) keeper.close(socket, 'drained');
  return { closed: left.length };
}
