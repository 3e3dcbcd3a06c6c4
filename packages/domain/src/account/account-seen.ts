import type { Account, AccountSource, AccountStatus } from './account.ts';

/** The status of an account as one of the two apps sees it: unknown is a status, and so is belonging to the other app. */
export function statusSeen(
  account: Pick<Account, 'status' | 'source'> | null,
  asking: AccountSource,
): AccountStatus {
  if (!account) return 'not-existing';
  return account.source === asking ? account.status : 'source-mismatch';
}

/** Facts about an account that must not all be shown. */
export interface PresenceFacts {
  readonly status: AccountStatus;
  readonly isStreamer: boolean;
  readonly isInvisible: boolean;
  readonly isOnline: boolean;
  readonly liveRoomId: number | null;
}

export interface PresenceSeen {
  readonly status: AccountStatus;
  readonly isStreamer: boolean;
  readonly isInvisible: boolean;
  readonly isOnline: boolean;
  readonly roomId: number | null;
}

/**
 * NET-13: what a press on an account may learn, so that presence and bans are no directory. To a stranger an invisible streamer
 * is one who is offline, in every field. A ban is told only where USR-01 shows it: of a streamer who is not seen online it is not.
 */
export function presenceSeen(facts: PresenceFacts, isOwner: boolean): PresenceSeen {
  const isOnline = facts.isOnline && !facts.isInvisible;
  const isBanHidden = facts.status === 'banned' && facts.isStreamer && !isOnline && !isOwner;
  return {
    status: isBanHidden ? 'normal' : facts.status,
    isStreamer: facts.isStreamer,
    isInvisible: facts.isInvisible && isOwner,
    isOnline,
    roomId: isOnline ? facts.liveRoomId : null,
  };
}

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
