import { expect, it } from 'vitest';
import { parse } from '../endpoint.ts';
import {
  readRoomStatus,
  readRoomTicket,
  ROOM_TICKET_LIFE_MS,
  writeRoomTicket,
  type RoomTicket,
} from './room-gateway.ts';

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

it('RP-40: a room ticket is read back as it was written', () => {
  expect(readRoomTicket(writeRoomTicket(ticket, mac('a')), check())).toEqual(ticket);
});

it('RP-40: a room ticket with a wrong key, too old, too long or changed is refused', () => {
  const text = writeRoomTicket(ticket, mac('a'));
  expect(readRoomTicket(text, check('b'))).toBeNull();
  expect(readRoomTicket(text, check('a', NOW + ROOM_TICKET_LIFE_MS))).toBeNull();
  expect(readRoomTicket(text, check('a', NOW - 2 * ROOM_TICKET_LIFE_MS))).toBeNull();
  expect(readRoomTicket(text.replace('12345', '123456'), check())).toBeNull();
  for (const wrong of ['', '...', `${text}x`, text.slice(1).replace('.', ''), text.replace('12345', 'x')])
    expect(readRoomTicket(wrong, check())).toBeNull();
});

it('[ROOM-10] a full room status is sent and read as sn and room_status, a JSON string', () => {
  const status = { sn: 4_294_967_297, roomStatus: '{"widgets":{"a":1}}' };
  const wire = readRoomStatus.answer.write(status);
  expect(wire).toEqual({ sn: 4_294_967_297, room_status: '{"widgets":{"a":1}}' });
  expect(parse(readRoomStatus.answer, wire)).toEqual({ kind: 'parsed', value: status });
  for (const wrong of [{ ...wire, sn: '1' }, { ...wire, sn: 0 }, { ...wire, room_status: {} }, {}])
    expect(parse(readRoomStatus.answer, wrong).kind).toBe('malformed');
});

it('a room id in a request must have 1 to 20 digits', () => {
  expect(parse(readRoomStatus.request, readRoomStatus.request.write({ rid: '88002' }))).toEqual({
    kind: 'parsed',
    value: { rid: '88002' },
  });
  for (const rid of ['', 'x', '1'.repeat(21), 7])
    expect(parse(readRoomStatus.request, { rid }).kind).toBe('malformed');
});
