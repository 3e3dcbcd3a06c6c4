import * as v from 'valibot';
import { codec } from '../codec.ts';
import { endpoint } from '../endpoint.ts';
import { wireRid } from '../http/rooms.ts';

/** A room's whole state (RP-50). `roomStatus` is JSON text, as the specification has it. */
export interface FullRoomStatus {
  readonly sn: number;
  readonly roomStatus: string;
}

/** Served by a gateway of rooms and not by the API, so it is not among `ALL_ENDPOINTS`. */
export const readRoomStatus = endpoint({
  name: 'readRoomStatus',
  methods: ['GET'],
  changes: false,
  path: '/api/room/full_status/',
  refusals: ['room-not-live'],
  request: codec(v.object({ rid: wireRid }), (request: { readonly rid: string }) => ({ ...request })),
  answer: codec(
    v.pipe(
      v.object({ sn: v.pipe(v.number(), v.safeInteger(), v.minValue(1)), room_status: v.string() }),
      v.transform((wire): FullRoomStatus => ({ sn: wire.sn, roomStatus: wire.room_status })),
    ),
    (answer: FullRoomStatus) => ({ sn: answer.sn, room_status: answer.roomStatus }),
  ),
});
