import { useCallback, useSyncExternalStore } from 'react';
import { pageRooms } from './page-rooms.ts';
import { CONNECTING, type RoomConnection } from './room-connection.ts';

export interface UsedConnection {
  readonly connection: RoomConnection;
  /** After a failure: connects again, with eight new attempts. */
  readonly retry: () => void;
}

/** The state of a room's connection, while the component is mounted. */
export function useRoomConnection(rid: string): UsedConnection {
  const subscribe = useSubscribeToRoom(rid);
  const connection = useSyncExternalStore(subscribe, () => pageRooms.find(rid)?.connection ?? CONNECTING);
  return { connection, retry: () => pageRooms.find(rid)?.start() };
}

export function useSubscribeToRoom(rid: string): (onChange: () => void) => () => void {
  return useCallback(
    (onChange) => {
      const { room, release } = pageRooms.use(rid);
      const stop = room.onChange(onChange);
      return () => {
        stop();
        release();
      };
    },
    [rid],
  );
}
