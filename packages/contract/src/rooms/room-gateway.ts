import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { wireRid } from '../http/rooms.ts';

/** The ticket that opens one room socket (RP-40): issued by the API, checked by a gateway, which share a key. */

export interface RoomTicket {
  readonly rid: string;
  /** A digest of the account or the device: no id of a person stands in a socket's address. */
  readonly subject: string;
  /** Random, so that a gateway can take each ticket once. */
  readonly id: string;
  readonly expiresAtMs: number;
}

export const ROOM_TICKET_LIFE_MS = 30_000;

/** HMAC-SHA256 under the shared key, in base64url. Passed in: this package runs in browsers too. */
export type TicketMac = (text: string) => string;

export interface TicketCheck {
  readonly mac: TicketMac;
  /** Compares in a time that does not depend on where the texts differ. */
  readonly isSame: (a: string, b: string) => boolean;
  readonly nowMs: number;
}

const TICKET = /^(\d{1,20})\.([\w-]{16,64})\.([\w-]{16,64})\.(\d{13,15})\.([\w-]{43})$/;

/** The label keeps a signature of another purpose from being one of a ticket. */
const signedText = (content: string): string => `room-ticket.${content}`;

export function writeRoomTicket({ rid, subject, id, expiresAtMs }: RoomTicket, mac: TicketMac): string {
  const content = `${rid}.${subject}.${id}.${expiresAtMs}`;
  return `${content}.${mac(signedText(content))}`;
}

/** Null if it was not signed by the key, is too old, or claims a longer life than any ticket has. */
export function readRoomTicket(text: string, { mac, isSame, nowMs }: TicketCheck): RoomTicket | null {
  const [, rid = '', subject = '', id = '', expires = '', sent = ''] = TICKET.exec(text) ?? [];
  if (sent === '') return null;
  if (!isSame(sent, mac(signedText(`${rid}.${subject}.${id}.${expires}`)))) return null;
  const expiresAtMs = Number(expires);
  if (expiresAtMs <= nowMs || expiresAtMs > nowMs + 2 * ROOM_TICKET_LIFE_MS) return null;
  return { rid, subject, id, expiresAtMs };
}

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
