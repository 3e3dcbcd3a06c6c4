import type { JsonValue, RoomTable } from '@jawhara/room-sync';
import { useCallback, useSyncExternalStore } from 'react';
import { pageRooms } from './page-rooms.ts';

/** The live value of a key; undefined while it is absent or unknown. Renders only when this key changes. */
export function useRoomKey(rid: string, table: RoomTable, key: string): JsonValue | undefined {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const { room, release } = pageRooms.use(rid);
      const stop = room.onKey({ table, key }, onChange);
      return () => {
        stop();
        release();
      };
    },
    [rid, table, key],
  );
  return useSyncExternalStore(subscribe, () => pageRooms.find(rid)?.value({ table, key }));
}
