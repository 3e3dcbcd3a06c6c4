import { expect, it } from 'vitest';
import { readRoomTicket, ROOM_TICKET_LIFE_MS, writeRoomTicket, type RoomTicket } from './room-ticket.ts';

const NOW = 1_800_000_000_000;
const mac = (key: string) => (text: string) => `${key}${text.length}`.padEnd(43, '_').slice(0, 43);
const check = (key = 'a', nowMs = NOW) => ({
  mac: mac(key),
  isSame: (a: string, b: string) => a === b,
  nowMs,
});
const ticket: RoomTicket = {
  rid: '12345',
  subject: 'subject-subject-1',
  id: 'random-random-12',
  expiresAtMs: NOW + ROOM_TICKET_LIFE_MS,
};

it('RP-40: a ticket is read as it was written', () => {
  expect(readRoomTicket(writeRoomTicket(ticket, mac('a')), check())).toEqual(ticket);
});

it('RP-40: a ticket of another key, too old, too long or changed is none', () => {
  const text = writeRoomTicket(ticket, mac('a'));
  expect(readRoomTicket(text, check('b'))).toBeNull();
  expect(readRoomTicket(text, check('a', NOW + ROOM_TICKET_LIFE_MS))).toBeNull();
  expect(readRoomTicket(text, check('a', NOW - 2 * ROOM_TICKET_LIFE_MS))).toBeNull();
  expect(readRoomTicket(text.replace('12345', '123456'), check())).toBeNull();
  for (const wrong of ['', '...', `${text}x`, text.slice(1).replace('.', ''), text.replace('12345', 'x')])
    expect(readRoomTicket(wrong, check())).toBeNull();
});
