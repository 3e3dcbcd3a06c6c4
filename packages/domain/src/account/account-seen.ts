import type { Account, AccountSource, AccountStatus } from './account.ts';

/**
 * An account's status as the app `asking` sees it: an unknown account is `not-existing`, one of the other app `source-mismatch`.
 */
export function statusSeen(
  account: Pick<Account, 'status' | 'source'> | null,
  asking: AccountSource,
): AccountStatus {
  if (!account) return 'not-existing';
  return account.source === asking ? account.status : 'source-mismatch';
}

/** The facts about an account, of which the caller may be shown a part (presenceSeen). */
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
 * NET-13: what the server says about a pressed account, limited so that nobody can collect who is online or banned. To others an
 * invisible streamer is offline in every field. A ban is named only where pressOnUser shows it: not for a streamer who seems
 * offline.
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

/** Everything that decides the result of pressing a user. */
export interface PressFacts {
  /** The page runs inside the app. */
  readonly isInApp: boolean;
  readonly status: AccountStatus;
  readonly isStreamer: boolean;
  readonly isInvisible: boolean;
  readonly isOnline: boolean;
  /** True if the visitor who presses is streaming live: `from=streamer` or `is_anchor` in the link. */
  readonly isPresserLive: boolean;
}

/**
 * - `user-page`: the app shows its own page of the user;
 * - `dialog`: our own small profile;
 * - `room`: the room in which they are live;
 * - `ban`, `living`: nowhere, with a message why.
 */
export type PressOutcome = 'user-page' | 'dialog' | 'room' | 'ban' | 'living';

/** USR-01: where pressing a user leads. */
export function pressOnUser(facts: PressFacts): PressOutcome {
  const isBanned = facts.status === 'banned';
  if (facts.isInApp) return 'user-page';
  if (!facts.isStreamer) return isBanned ? 'ban' : 'dialog';
  if (facts.isInvisible || !facts.isOnline) return 'dialog';
  if (facts.isPresserLive) return 'living';
  return isBanned ? 'ban' : 'room';
}
