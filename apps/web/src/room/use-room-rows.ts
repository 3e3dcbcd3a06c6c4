import type { RoomTable, TableRows } from '@jawhara/room-sync';
import { useSyncExternalStore } from 'react';
import { pageRooms } from './page-rooms.ts';
import { useSubscribeToRoom } from './use-room-connection.ts';

const NO_ROWS: TableRows = new Map();

/** All live keys of a table. Renders only when this table changes, because other tables keep its object. */
export function useRoomRows(rid: string, table: RoomTable): TableRows {
  const subscribe = useSubscribeToRoom(rid);
  return useSyncExternalStore(
    subscribe,
    () => pageRooms.find(rid)?.activity.tables[table] ?? NO_ROWS,
    () => NO_ROWS,
  );
}
