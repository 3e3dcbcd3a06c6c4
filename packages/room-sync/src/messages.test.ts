import { describe, expect, it } from 'vitest';
import {
  fullStatusData,
  readClientMessage,
  readFullStatus,
  readGatewayMessage,
  writeClientMessage,
  writeFullStatus,
  writeGatewayMessage,
  writeHeartbeat,
  writeHeartbeatAnswer,
  writeMove,
  writeReset,
  writeSyncSn,
  writeUpdate,
} from './messages.ts';
import { emptyTables, withEntries } from './tables.ts';

const FRAMES = [
  { sn: 4, commands: [] },
  { sn: 5, commands: [{ cmd: 'list_set', table: 'pk_rank', key: 'k', items: [1] }] },
] as const;
const TABLES = withEntries(emptyTables(), [{ table: 'pk_rank', key: 'k', value: { name: 'نورة' } }]);

describe('from client to gateway', () => {
  it('[ROOM-07] a client message has msg_id 3, seq and body, and a heartbeat an empty body', () => {
    expect(JSON.parse(writeHeartbeat(7))).toEqual({ msg_id: 3, seq: 7, body: {} });
    expect(JSON.parse(writeClientMessage(8, { x: 1 }))).toEqual({ msg_id: 3, seq: 8, body: { x: 1 } });
  });

  it.each([
    ['the client’s', writeHeartbeat(7), { kind: 'heartbeat', seq: 7 }],
    ['one with msg_id 1', '{"msg_id":1,"seq":2,"body":{}}', { kind: 'heartbeat', seq: 2 }],
    ['one without seq', '{"msg_id":1,"body":{}}', { kind: 'heartbeat', seq: 0 }],
  ])('a gateway recognises a client’s heartbeat: %s', (_, text, expected) => {
    expect(readClientMessage(text)).toEqual(expected);
  });

  it.each(['', '[]', 'null', '{"msg_id":3,"body":{"x":1}}', '{"msg_id":10001,"body":{}}', '{"msg_id":3}'])(
    'a gateway drops a client message that is no heartbeat: %s',
    (text) => {
      expect(readClientMessage(text).kind).toBe('dropped');
    },
  );
});

describe('from gateway to client', () => {
  it('[ROOM-10] a status update message has type, rid, sn and a status of one or two frames', () => {
    const { msg_id: id, body } = JSON.parse(writeUpdate('42', FRAMES)) as {
      msg_id: number;
      body: { result: number; message: string; data: string };
    };
    expect([id, body.result, body.message]).toEqual([11002, 0, '']);
    expect(JSON.parse(body.data)).toEqual({ type: 2, rid: '42', status: FRAMES, sn: 5 });
  });

  it('[ROOM-10] a full status message has sn and room_status, a JSON text without empty tables', () => {
    expect(fullStatusData({ sn: 5, tables: TABLES })).toEqual({
      sn: 5,
      room_status: '{"pk_rank":{"k":{"name":"نورة"}}}',
    });
    expect(readFullStatus(fullStatusData({ sn: 5, tables: TABLES }))).toEqual({ sn: 5, tables: TABLES });
  });

  it.each([
    [writeHeartbeatAnswer(), { kind: 'heartbeat-answer' }],
    [writeUpdate('42', FRAMES), { kind: 'update', rid: '42', frames: FRAMES }],
    [writeUpdate('42', [FRAMES[1]]), { kind: 'update', rid: '42', frames: [FRAMES[1]] }],
    [writeSyncSn('42', 9), { kind: 'sync-sn', rid: '42', sn: 9 }],
    [writeReset('42', 9), { kind: 'reset', rid: '42', sn: 9 }],
    [
      writeFullStatus('42', { sn: 5, tables: TABLES }),
      { kind: 'full-status', rid: '42', sn: 5, tables: TABLES },
    ],
    [writeMove('wss://b.example/'), { kind: 'move', url: 'wss://b.example/' }],
    [writeGatewayMessage(10001, { text: 'x' }), { kind: 'other', id: 10001, data: { text: 'x' } }],
    [writeGatewayMessage(10084, 'no JSON'), { kind: 'other', id: 10084, data: 'no JSON' }],
    [writeGatewayMessage(12345, {}), { kind: 'unknown', id: 12345 }],
  ])('[ROOM-07] a gateway’s message is read by the client as it was written: %s', (text, message) => {
    expect(readGatewayMessage(text)).toEqual(message);
    const { msg_id: id, body } = JSON.parse(text) as { msg_id: number; body: unknown };
    expect(readGatewayMessage(JSON.stringify({ msg_id: id, body: JSON.stringify(body) }))).toEqual(message);
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['no msg_id', '{"body":{"result":0}}'],
    ['no body', '{"msg_id":2}'],
    ['an unparsable body', '{"msg_id":11002,"body":"{"}'],
    ['a result other than 0', '{"msg_id":2,"body":{"result":5,"message":"no","data":"{}"}}'],
    ['a result that is a text', '{"msg_id":2,"body":{"result":"0","data":"{}"}}'],
    ['unparsable data', '{"msg_id":11006,"body":{"result":0,"data":"{"}}'],
    ['an update of type 3', messageOf(11002, { type: 3, rid: '1', status: FRAMES, sn: 5 })],
    [
      'an update whose sn is not the last frame’s',
      messageOf(11002, { type: 2, rid: '1', status: FRAMES, sn: 4 }),
    ],
    ['an update without frames', messageOf(11002, { type: 2, rid: '1', status: [], sn: 4 })],
    [
      'an update of three frames',
      messageOf(11002, { type: 2, rid: '1', status: [...FRAMES, FRAMES[1]], sn: 5 }),
    ],
    ['a frame without commands', messageOf(11002, { type: 2, rid: '1', status: [{ sn: 5 }], sn: 5 })],
    ['a rid that is a number', messageOf(11006, { rid: 1, sn: 5 })],
    ['a rid of 21 digits', messageOf(11006, { rid: '1'.repeat(21), sn: 5 })],
    ['a negative sn', messageOf(11006, { rid: '1', sn: -1 })],
    ['a sync sn of type 2', messageOf(11008, { type: 2, rid: '1', sn: 5 })],
    ['a full status without tables', messageOf(11000, { rid: '1', sn: 5, room_status: '7' })],
    ['a move without address', messageOf(10072, {})],
  ])('[ROOM-07] a client drops an invalid gateway message with a reason for the log: %s', (_, text) => {
    expect(readGatewayMessage(text)).toEqual({ kind: 'dropped', why: expect.stringMatching(/\w/) as string });
  });

  it('an unreadable part of a full status is left out, and the readable parts are used', () => {
    const status = { pk_rank: { ok: 1, gone: null }, widgets: 5, of_a_later_server: { x: 1 } };
    const { tables } = readFullStatus({ sn: 1, room_status: JSON.stringify(status) }) ?? {};
    expect(tables).toEqual(withEntries(emptyTables(), [{ table: 'pk_rank', key: 'ok', value: 1 }]));
  });
});

function messageOf(id: number, data: unknown): string {
  return writeGatewayMessage(id, data);
}
