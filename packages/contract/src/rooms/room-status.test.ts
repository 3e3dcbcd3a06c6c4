import { expect, it } from 'vitest';
import { parse } from '../codec.ts';
import { readRoomStatus } from './room-status.ts';

it('[ROOM-10] a full status is sn and room_status, a JSON string, in both directions', () => {
  const status = { sn: 4_294_967_297, roomStatus: '{"widgets":{"a":1}}' };
  const wire = readRoomStatus.answer.write(status);
  expect(wire).toEqual({ sn: 4_294_967_297, room_status: '{"widgets":{"a":1}}' });
  expect(parse(readRoomStatus.answer, wire)).toEqual({ kind: 'parsed', value: status });
  for (const wrong of [{ ...wire, sn: '1' }, { ...wire, sn: 0 }, { ...wire, room_status: {} }, {}])
    expect(parse(readRoomStatus.answer, wrong).kind).toBe('malformed');
});

it('a room is asked for by 1 to 20 digits', () => {
  expect(parse(readRoomStatus.request, readRoomStatus.request.write({ rid: '88002' }))).toEqual({
    kind: 'parsed',
    value: { rid: '88002' },
  });
  for (const rid of ['', 'x', '1'.repeat(21), 7])
    expect(parse(readRoomStatus.request, { rid }).kind).toBe('malformed');
});
