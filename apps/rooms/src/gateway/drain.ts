import { writeMove } from '@jawhara/room-sync';
import { writeFrame } from './room-socket.ts';
import type { SocketKeeper } from './socket-keeper.ts';
import { textFrame } from './text-frame.ts';

export interface DrainDeps {
  readonly keeper: SocketKeeper;
  /** Where clients go; null: they are closed instead, and connect again by themselves. */
  readonly moveUrl: string | null;
  readonly drainMs: number;
  /** Milliseconds that never go back. */
  readonly monotonicMs: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
}

/** Of the whole time, the part in which sockets are sent away; the rest is for the last of them to connect elsewhere. */
const MOVING_PART = 0.75;
const STEP_MS = 20;

/** Sends the sockets away, evenly over the time, and closes those that are left at the end (RP-58). */
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
