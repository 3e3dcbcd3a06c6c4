import { createHmac, timingSafeEqual } from 'node:crypto';
import { readRoomTicket, ROOM_TICKET_LIFE_MS, type RoomTicket } from '@jawhara/contract';
import type { Redis } from '../platform/redis.ts';
import { ticketKey } from '../storage/room-keys.ts';

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The ticket, if the API signed it for this room and it has not expired. Reads no storage. */
export function checkTicket(text: string, rid: string, key: string, nowMs: number): RoomTicket | null {
  const mac = (signed: string) => createHmac('sha256', key).update(signed).digest('base64url');
  const ticket = readRoomTicket(text, { mac, isSame, nowMs });
  return ticket?.rid === rid ? ticket : null;
}

/** True for the first use of the ticket among all gateways. */
export async function spendTicket(redis: Redis, { id }: RoomTicket): Promise<boolean> {
  const answer = await redis.set(ticketKey(id), '1', 'PX', 2 * ROOM_TICKET_LIFE_MS, 'NX');
  return answer === 'OK';
}
