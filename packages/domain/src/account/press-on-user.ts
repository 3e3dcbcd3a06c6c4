import type { AccountStatus } from './account.ts';

/** Everything a press on a user depends on. */
export interface PressFacts {
  /** The page runs inside the app. */
  readonly isInApp: boolean;
  readonly status: AccountStatus;
  readonly isStreamer: boolean;
  readonly isInvisible: boolean;
  readonly isOnline: boolean;
  /** True when the presser is live at this moment: `from=streamer` or `is_anchor` in the link. */
  readonly isPresserLive: boolean;
}

/**
 * - `user-page`: the app shows its own page of the user;
 * - `dialog`: our own small view of them;
 * - `room`: into the room where they are live;
 * - `ban`, `living`: nowhere, and the presser is told why.
 */
export type PressOutcome = 'user-page' | 'dialog' | 'room' | 'ban' | 'living';

/** USR-01: where a press on a user leads. */
export function pressOnUser(facts: PressFacts): PressOutcome {
  const isBanned = facts.status === 'banned';
  if (facts.isInApp) return 'user-page';
  if (!facts.isStreamer) return isBanned ? 'ban' : 'dialog';
  if (facts.isInvisible || !facts.isOnline) return 'dialog';
  if (facts.isPresserLive) return 'living';
  return isBanned ? 'ban' : 'room';
}
