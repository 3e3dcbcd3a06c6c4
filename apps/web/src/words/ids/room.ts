/** Written by build/word-ids.ts from the catalogues; do not edit. */
export type RoomWord =
  | 'room.connecting'
  | 'room.error'
  | 'room.failed'
  | 'room.fans'
  | 'room.lost'
  | 'room.mics'
  | 'room.pk';
