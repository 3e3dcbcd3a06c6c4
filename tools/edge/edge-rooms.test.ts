import { connect, type TLSSocket } from 'node:tls';
import { afterEach, expect, it } from 'vitest';
import { freePorts } from '../stack/ports.ts';
import { sendRaw } from './test/raw-request.ts';
import { patientApi, startSmallEdge, type SmallEdge } from './test/small-edge.ts';
import { startSmallGateway, type SmallGateway } from './test/small-gateway.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function gateway(): Promise<SmallGateway> {
  const started = await startSmallGateway();
  stops.push(started.stop);
  return started;
}

async function edgeBefore(urls: readonly string[], env: Record<string, string> = {}): Promise<SmallEdge> {
  const edge = await startSmallEdge({ api: patientApi(), env: { ROOMS_URL: urls.join(','), ...env } });
  stops.push(edge.stop);
  return edge;
}

const TICKET = 'ticket-4713';
const HANDSHAKE =
  `GET /api/room/socket/?rid=88002&ticket=${TICKET}&sn=7 HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://127.0.0.1\r\n` +
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n' +
  'Sec-WebSocket-Version: 13\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n';

interface OpenSocket {
  /** All bytes received so far. */
  received(): string;
  send(text: string): void;
  end(): void;
}

function openSocket({ port }: SmallEdge): Promise<OpenSocket> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket: TLSSocket = connect(
      { host: '127.0.0.1', port, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] },
      () => socket.write(HANDSHAKE),
    );
    socket.once('error', reject);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\r\n\r\n'))
        resolve({
          received: () => text,
          send: (more) => socket.write(more),
          end: () => socket.destroy(),
        });
    });
  });
}

it('messages on a room socket pass the edge in both directions, and the ticket that opened it is in no log', async () => {
  const rooms = await gateway();
  const edge = await edgeBefore([rooms.url]);
  const socket = await openSocket(edge);
  expect(socket.received()).toMatch(/^HTTP\/1\.1 101 /);
  for (const piece of ['one', 'two', 'three']) {
    socket.send(piece);
    await expect.poll(() => socket.received()).toMatch(new RegExp(`${piece}$`));
  }
  expect(rooms.upgrades).toMatchObject([
    {
      path: `/api/room/socket/?rid=88002&ticket=${TICKET}&sn=7`,
      headers: {
        host: '127.0.0.1',
        origin: 'https://127.0.0.1',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
      },
    },
  ]);
  socket.end();
  await expect.poll(() => edge.logs()).toContain('/api/room/socket/ 101');
  expect(edge.logs()).not.toMatch(/4713|rid=/);
});

it('the edge skips a room gateway that is down or draining, for sockets and for reads of the full status', async () => {
  const [gone, draining, well] = [(await freePorts(1))[0] ?? 0, await gateway(), await gateway()];
  draining.drain();
  const edge = await edgeBefore([`http://127.0.0.1:${gone}`, draining.url, well.url]);
  const text = 'GET /api/room/full_status/?rid=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n';
  for (let time = 0; time < 6; time += 1) {
    const socket = await openSocket(edge);
    expect(socket.received()).toMatch(/^HTTP\/1\.1 101 /);
    socket.end();
    expect((await sendRaw({ port: edge.port, text })).status).toBe(200);
  }
  expect(well.upgrades).toHaveLength(6);
});

it('the edge sends a batch of room changes to one gateway, and not again when it is refused', async () => {
  const [first, second] = [await gateway(), await gateway()];
  first.drain();
  second.drain();
  const edge = await edgeBefore([first.url, second.url]);
  const text = `POST /api/room/inlet/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`;
  expect((await sendRaw({ port: edge.port, text })).status).toBe(503);
  expect([...first.calls, ...second.calls]).toEqual(['POST /api/room/inlet/']);
});

it('room sockets above the limit of an address are refused, and pages are served with many sockets open', async () => {
  const rooms = await gateway();
  const edge = await edgeBefore([rooms.url], {
    EDGE_SOCKETS_PER_ADDRESS: '5',
    EDGE_CONNECTIONS_PER_ADDRESS: '3',
  });
  const open = await Promise.all([1, 2, 3, 4, 5].map(() => openSocket(edge)));
  expect(open.map((socket) => socket.received().slice(0, 12))).toEqual(Array(5).fill('HTTP/1.1 101'));
  expect((await openSocket(edge)).received()).toMatch(/^HTTP\/1\.1 429 /);
  const page = 'GET /pay HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n';
  expect((await sendRaw({ port: edge.port, text: page })).status).toBe(200);
  for (const socket of open) socket.end();
  await expect
    .poll(async () => {
      const again = await openSocket(edge);
      again.end();
      return again.received().slice(0, 12);
    })
    .toBe('HTTP/1.1 101');
});
