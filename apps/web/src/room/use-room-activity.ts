import { useSyncExternalStore } from 'react';
import { pageRooms } from './page-rooms.ts';
import type { RoomActivity } from './room-activity.ts';
import { useSubscribeToRoom } from './use-room-connection.ts';

/** A room's activity for the test page: renders with every message. Null before the room is followed. */
export function useRoomActivity(rid: string): RoomActivity | null {
  const subscribe = useSubscribeToRoom(rid);
  return useSyncExternalStore(subscribe, () => pageRooms.find(rid)?.activity ?? null);
}
