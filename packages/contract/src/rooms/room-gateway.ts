import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { wireRid } from '../http/rooms.ts';

/** The ticket that opens one room socket (RP-40): issued by the API, checked by a gateway, which share a key. */

export interface RoomTicket {
  readonly rid: string;
  /** A digest of the account or the device, so that no id of a person is in a socket's address. */
  readonly subject: string;
  /** Random, so that a gateway can accept each ticket only once. */
  readonly id: string;
  readonly expiresAtMs: number;
}

export const ROOM_TICKET_LIFE_MS = 30_000;

/** HMAC-SHA256 under the shared key, in base64url. Passed in, because this package runs in browsers too. */
export type TicketMac = (text: string) => string;

export interface TicketCheck {
  readonly mac: TicketMac;
  /** Compares in constant time. */
  readonly isSame: (a: string, b: string) => boolean;
  readonly nowMs: number;
}

const TICKET = /^(\d{1,20})\.([\w-]{16,64})\.([\w-]{16,64})\.(\d{13,15})\.([\w-]{43})$/;

/** The prefix keeps a signature for another purpose from being valid for a ticket. */
const signedText = (content: string): string => `room-ticket.${content}`;

export function writeRoomTicket({ rid, subject, id, expiresAtMs }: RoomTicket, mac: TicketMac): string {
  const content = `${rid}.${subject}.${id}.${expiresAtMs}`;
  return `${content}.${mac(signedText(content))}`;
}

/** Reads a ticket; null if it was not signed with the key, has expired, or has a longer lifetime than tickets have. */
export function readRoomTicket(text: string, { mac, isSame, nowMs }: TicketCheck): RoomTicket | null {
  const [, rid = '', subject = '', id = '', expires = '', sent = ''] = TICKET.exec(text) ?? [];
  if (sent === '') return null;
  if (!isSame(sent, mac(signedText(`${rid}.${subject}.${id}.${expires}`)))) return null;
  const expiresAtMs = Number(expires);
  if (expiresAtMs <= nowMs || expiresAtMs > nowMs + 2 * ROOM_TICKET_LIFE_MS) return null;
  return { rid, subject, id, expiresAtMs };
}

/** A room's whole state (RP-50). `roomStatus` is JSON text, as specified. */
export interface FullRoomStatus {
  readonly sn: number;
  readonly roomStatus: string;
}

/** Room gateways answer this call, not the API, so it is not in `ALL_ENDPOINTS`. */
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
