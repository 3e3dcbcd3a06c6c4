import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { socketAddress, writeHeartbeat } from '@jawhara/room-sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ORIGIN } from '../test/gateway-process.ts';
import { openRoomDatabase, type RoomDatabase } from '../test/room-database.ts';
import { openStage, type RoomStage } from '../test/room-stage.ts';
import { sampleBatch } from '../test/sample-changes.ts';

const ACCEPTS = 40;

let database: RoomDatabase;
let stage: RoomStage;
beforeAll(async () => {
  database = await openRoomDatabase();
  const env = { ROOM_ACCEPTS_PER_SECOND: String(ACCEPTS), ROOM_SOCKETS_PER_VISITOR: '3', LOG_LEVEL: 'debug' };
  stage = await openStage({ databaseUrl: database.url, gateways: 1, env });
});
afterAll(async () => {
  await stage.close();
  await database.drop();
});

interface OpenOptions {
  readonly rid?: string;
  readonly ticket?: string;
  readonly sn?: number | null;
  readonly origin?: string;
  readonly address?: string;
}

interface OpenedSocket {
  readonly socket: WebSocket;
  /** Ids and data of the messages received so far. */
  readonly messages: { readonly id: number; readonly data: unknown }[];
  /** The close code. */
  readonly closed: Promise<number>;
}

function socketOf({ rid = '5001', ticket, sn = null, origin = ORIGIN, address }: OpenOptions): WebSocket {
  const url = stage.gateways[0]!.socketUrl;
  const full = address ?? socketAddress(url, { rid, ticket: ticket ?? stage.ticket(rid), sn });
  return new WebSocket(full, { origin, perMessageDeflate: false });
}

async function open(options: OpenOptions = {}): Promise<OpenedSocket> {
  const socket = socketOf(options);
  const messages: OpenedSocket['messages'] = [];
  socket.on('message', (bytes: Buffer) => {
    const { msg_id: id, body } = JSON.parse(bytes.toString()) as { msg_id: number; body: { data: string } };
    messages.push({ id, data: JSON.parse(body.data) });
  });
  socket.on('error', () => {});
  const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)));
  await once(socket, 'open');
  return { socket, messages, closed };
}

/** The HTTP status of a refused upgrade, or 101. */
function statusOf(options: OpenOptions): Promise<number> {
  const socket = socketOf(options);
  return new Promise((resolve) => {
    socket.on('unexpected-response', (request, response) => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    socket.on('open', () => {
      resolve(101);
      socket.terminate();
    });
    socket.on('error', () => {});
  });
}

const ids = ({ messages }: OpenedSocket) => messages.map(({ id }) => id);

describe('[ROOM-09] accepting a socket (RP-56)', () => {
  it('a room ticket opens one socket of its room, and using the ticket again is answered 401', async () => {
    const ticket = stage.ticket('5001');
    expect(await statusOf({ ticket })).toBe(101);
    expect(await statusOf({ ticket })).toBe(401);
  });

  it('a socket request without a room ticket, or with a forged or expired one or another room’s, is answered 401', async () => {
    const { socketUrl } = stage.gateways[0]!;
    const good = stage.ticket('5001');
    const forged = `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`;
    expect(await statusOf({ address: `${socketUrl}?rid=5001` })).toBe(401);
    expect(await statusOf({ ticket: forged })).toBe(401);
    expect(await statusOf({ ticket: stage.ticket('5001', { lifeMs: -1 }) })).toBe(401);
    expect(await statusOf({ ticket: stage.ticket('5002') })).toBe(401);
    expect(await statusOf({ address: `${socketUrl}?rid=5001&ticket=${good}&ticket=${good}` })).toBe(401);
  });

  it('a socket request from another origin is answered 403; one with another path, invalid rid or invalid sn 404', async () => {
    const { socketUrl } = stage.gateways[0]!;
    const ticket = stage.ticket('5001');
    expect(await statusOf({ origin: 'https://evil.example' })).toBe(403);
    expect(await statusOf({ origin: '' })).toBe(403);
    expect(await statusOf({ address: `${socketUrl}more?rid=5001&ticket=${ticket}` })).toBe(404);
    for (const query of ['rid=x', 'rid=123456789012345678901', 'rid=5001&sn=-1', 'rid=5001&sn=1e3'])
      expect(await statusOf({ address: `${socketUrl}?${query}&ticket=${ticket}` })).toBe(404);
  });

  it('socket requests of a visitor with too many sockets, or above the limit per second, are answered 429', async () => {
    const subject = 'one-visitor-one-visitor';
    const own = () => open({ ticket: stage.ticket('5001', { subject }) });
    const opened = [await own(), await own(), await own()];
    expect(await statusOf({ ticket: stage.ticket('5001', { subject }) })).toBe(429);
    for (const { socket } of opened) socket.terminate();
    await pause(1_100);
    const statuses = await Promise.all(Array.from({ length: 2 * ACCEPTS }, () => statusOf({})));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5);
    expect(statuses.filter((status) => status === 101).length).toBeGreaterThanOrEqual(ACCEPTS);
    await pause(1_100);
    expect(await statusOf({})).toBe(101);
  });

  it('neither tickets nor query strings appear in the gateway’s log', async () => {
    const ticket = stage.ticket('5001');
    await statusOf({ ticket });
    await statusOf({ ticket });
    const log = readFileSync(stage.gateways[0]!.part.logFile, 'utf8');
    expect(log).not.toContain(ticket);
    expect(log).not.toContain('ticket=');
  });
});

describe('[ROOM-09] the first messages of a new socket (RP-52, RP-53)', () => {
  it('a client in a room without state gets only a heartbeat answer (2), and a reset (11006) once the state is set', async () => {
    const opened = await open({ rid: '5010' });
    await expect.poll(() => ids(opened)).toEqual([2]);
    const sn = await stage.producer('5010').sendState();
    await expect.poll(() => opened.messages.slice(1)).toEqual([{ id: 11006, data: { rid: '5010', sn } }]);
  });

  it('a client that connects gets the last update, and the room’s sn (11008) only if it misses no frame', async () => {
    const producer = stage.producer('5011');
    await producer.sendState();
    await producer.change(sampleBatch(1));
    await producer.change(sampleBatch(2));
    const sn = await producer.change(sampleBatch(3));
    const greeted = async (clientSn: number | null) => {
      const opened = await open({ rid: '5011', sn: clientSn });
      await expect.poll(() => opened.messages.length).toBeGreaterThan(0);
      await pause(100);
      return ids(opened);
    };
    expect(await greeted(sn)).toEqual([11002, 11008]);
    expect(await greeted(sn - 1)).toEqual([11002, 11008]);
    expect(await greeted(sn - 2)).toEqual([11002, 11008]);
    expect(await greeted(sn - 3)).toEqual([11002]);
    expect(await greeted(null)).toEqual([11002]);
    expect(await greeted(sn + 1)).toEqual([11006]);
  });

  it('RP-51: the first update after the whole state has one frame, later updates have two', async () => {
    const producer = stage.producer('5012');
    await producer.sendState();
    const opened = await open({ rid: '5012' });
    await expect.poll(() => ids(opened)).toEqual([2]);
    const sn = await producer.change(sampleBatch(1));
    await producer.change(sampleBatch(2));
    await expect.poll(() => opened.messages.length).toBe(3);
    const sns = opened.messages
      .slice(1)
      .map(({ data }) => (data as { status: { sn: number }[] }).status.map((frame) => frame.sn));
    expect(sns).toEqual([[sn], [sn, sn + 1]]);
  });
});

describe('[ROOM-09] messages of a client (RP-10, RP-57)', () => {
  it('heartbeats (msg_id 3 or 1) are answered with msg_id 2, and other messages of a client are ignored', async () => {
    const opened = await open({ rid: '5020' });
    await expect.poll(() => ids(opened)).toEqual([2]);
    for (const text of [
      writeHeartbeat(1),
      '{"msg_id":1,"seq":2,"body":{}}',
      '{"msg_id":3,"seq":3,"body":{"text":"hello"}}',
      '{"msg_id":10001,"seq":4,"body":{}}',
      '{',
      'null',
    ])
      opened.socket.send(text);
    opened.socket.send(Buffer.from([1, 2, 3]));
    opened.socket.send(writeHeartbeat(5));
    await expect.poll(() => ids(opened)).toEqual([2, 2, 2, 2]);
    expect(opened.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('a client message above 4 KiB closes the socket with 1009, and a flood of messages or pings closes it with 1008', async () => {
    const [large, flood, pings] = [await open(), await open(), await open()];
    large.socket.send('x'.repeat(4_097));
    for (let n = 0; n < 40; n += 1) flood.socket.send(writeHeartbeat(n));
    for (let n = 0; n < 40; n += 1) pings.socket.ping();
    expect(await Promise.all([large.closed, flood.closed, pings.closed])).toEqual([1009, 1008, 1008]);
  });

  it('a WebSocket frame that breaks the protocol closes only its own socket', async () => {
    const neighbour = await open();
    const ticket = stage.ticket('5001');
    const { port } = stage.gateways[0]!;
    const raw = connect(port, '127.0.0.1');
    raw.write(
      `GET /api/room/socket/?rid=5001&ticket=${ticket} HTTP/1.1\r\nHost: x\r\nOrigin: ${ORIGIN}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    await once(raw, 'data');
    // Broken frame: no mask, a reserved bit.
    raw.write(Buffer.from([0xf1, 0x01, 0x41]));
    await once(raw, 'close');
    neighbour.socket.send(writeHeartbeat(1));
    await expect.poll(() => ids(neighbour)).toContain(2);
  });
});

describe('[ROOM-09] a slow reader (RP-57)', () => {
  it('a client that reads slowly gets one reset (11006), and is closed if it stays slow; other clients get every frame', async () => {
    const producer = stage.producer('5030');
    await producer.sendState();
    const [slow, stuck, neighbour] = [
      await open({ rid: '5030' }),
      await open({ rid: '5030' }),
      await open({ rid: '5030' }),
    ];
    slow.socket.pause();
    stuck.socket.pause();
    const metric = async (name: string) => {
      const text = await (await fetch(stage.gateways[0]!.metricsUrl)).text();
      return Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`jawhara_room_${name} `))
          ?.split(' ')[1] ?? 0,
      );
    };
    const text = 'x'.repeat(60_000);
    let sent = 0;
    // The kernel and the test buffer some megabytes before bytes stay unsent here.
    for (; (await metric('slow_sockets')) < 2; sent += 1)
      await producer.change([{ cmd: 'set_many', table: 'widgets', values: { banner: `${sent}${text}` } }]);
    slow.socket.resume();
    await expect.poll(() => metric('slow_readers_total{outcome="reset"}')).toBe(1);
    await expect.poll(() => ids(slow)).toContain(11006);
    await expect.poll(() => metric('slow_readers_total{outcome="closed"}')).toBe(1);
    stuck.socket.resume();
    await stuck.closed;
    await expect.poll(() => neighbour.messages.filter(({ id }) => id === 11002).length).toBe(sent);
    await producer.change([{ cmd: 'set_many', table: 'widgets', values: { banner: 'end' } }]);
    await expect.poll(() => slow.messages.at(-1)?.id).toBe(11002);
  });
});
