import { useSyncExternalStore } from 'react';
import { pageRooms } from './page-rooms.ts';
import type { RoomActivity } from './room-activity.ts';
import { useSubscribeToRoom } from './use-room-connection.ts';

/** Everything of a room, for the test page: draws anew with every message. Null before the room is followed. */
export function useRoomActivity(rid: string): RoomActivity | null {
  const subscribe = useSubscribeToRoom(rid);
  return useSyncExternalStore(subscribe, () => pageRooms.find(rid)?.activity ?? null);
}
