import type { AccountId } from '@jawhara/domain';
import type { Reader } from '../platform/postgres.ts';

export interface Presence {
  readonly isStreamer: boolean;
  readonly isInvisible: boolean;
  readonly isOnline: boolean;
  readonly liveRoomId: number | null;
  readonly ownRoomId: number | null;
  readonly lastJoinedRoomId: number | null;
}

const NEVER_SEEN: Presence = {
  isStreamer: false,
  isInvisible: false,
  isOnline: false,
  liveRoomId: null,
  ownRoomId: null,
  lastJoinedRoomId: null,
};

interface PresenceRow {
  is_streamer: boolean;
  is_invisible: boolean;
  is_online: boolean;
  live_room_id: number | null;
  own_room_id: number | null;
  last_joined_room_id: number | null;
}

export async function presenceOf(db: Reader, accountId: AccountId): Promise<Presence> {
  const [row] = await db<PresenceRow[]>`
    select is_streamer, is_invisible, is_online, live_room_id, own_room_id, last_joined_room_id
    from account_presence where account_id = ${accountId}`;
  if (!row) return NEVER_SEEN;
  return {
    isStreamer: row.is_streamer,
    isInvisible: row.is_invisible,
    isOnline: row.is_online,
    liveRoomId: row.live_room_id,
    ownRoomId: row.own_room_id,
    lastJoinedRoomId: row.last_joined_room_id,
  };
}
