import { createHmac } from 'node:crypto';
import { ROOM_TICKET_LIFE_MS, writeRoomTicket, type IssuedRoomTicket } from '@jawhara/contract';
import type { Clock } from '../platform/clock.ts';
import type { Chance } from '../platform/time-ordered-id.ts';

export interface RoomSettings {
  /** The key that the API and the gateways share. */
  readonly ticketKey: string;
  readonly socketUrl: string;
}

export interface TicketDeps {
  readonly now: Clock;
  readonly chance: Chance;
}

const ID_BYTES = 16;
/** Half a digest is enough to tell all visitors apart. */
const SUBJECT_LETTERS = 22;

/** Issues a ticket for one connection to the room. Its subject is the account or, if none is signed in, the device. */
export function issueTicket(
  { ticketKey, socketUrl }: RoomSettings,
  { now, chance }: TicketDeps,
  { rid, visitor }: { readonly rid: string; readonly visitor: string },
): IssuedRoomTicket {
  const mac = (text: string) => createHmac('sha256', ticketKey).update(text).digest('base64url');
  const ticket = {
    rid,
    subject: mac(`room-visitor.${visitor}`).slice(0, SUBJECT_LETTERS),
    id: Buffer.from(chance(ID_BYTES)).toString('base64url'),
    expiresAtMs: now().getTime() + ROOM_TICKET_LIFE_MS,
  };
  return { ticket: writeRoomTicket(ticket, mac), url: socketUrl };
}
