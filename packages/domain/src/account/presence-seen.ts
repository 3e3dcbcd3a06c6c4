import type { AccountStatus } from './account.ts';

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
