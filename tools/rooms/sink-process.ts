import { createHash, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { makeTicket } from '../../apps/rooms/src/test/room-stage.ts';
import { ORIGIN } from '../../apps/rooms/src/test/gateway-process.ts';

/**
 * Opens many sockets that only count bytes, because a client that parses messages would use more CPU than the measured server.
 * Runs in its own process, controlled by messages of the parent.
 */
export type SinkOrder =
  | { readonly type: 'open'; readonly port: number; readonly rid: string; readonly count: number }
  | { readonly type: 'count' }
  | { readonly type: 'close' };
export type SinkReport =
  | { readonly type: 'opened'; readonly refused: number }
  | { readonly type: 'counted'; readonly bytes: number };

const AT_ONCE = 100;
const HEAD_END = '\r\n\r\n';

const sockets: Socket[] = [];
let bytes = 0;

function openSink(port: number, rid: string): Promise<boolean> {
  const ticket = makeTicket(
    rid,
    createHash('sha256').update(randomBytes(8)).digest('base64url').slice(0, 22),
  );
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  socket.write(
    `GET /api/room/socket/?rid=${rid}&ticket=${ticket} HTTP/1.1\r\nHost: gateway\r\nOrigin: ${ORIGIN}\r\nConnection: Upgrade\r\n` +
      `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}${HEAD_END}`,
  );
  return new Promise((resolve) => {
    socket.once('error', () => resolve(false));
    socket.once('data', (first: Buffer) => {
      const end = first.indexOf(HEAD_END);
      const isOpen = first.toString('latin1', 0, 12) === 'HTTP/1.1 101';
      bytes += first.length - end - HEAD_END.length;
      socket.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      socket.on('error', () => {});
      if (isOpen) sockets.push(socket);
      resolve(isOpen);
    });
  });
}

async function openSinks(port: number, rid: string, count: number): Promise<number> {
  let refused = 0;
  for (let opened = 0; opened < count;) {
    const lot = Math.min(AT_ONCE, count - opened);
    const results = await Promise.all(Array.from({ length: lot }, () => openSink(port, rid)));
    const good = results.filter(Boolean).length;
    refused += lot - good;
    opened += good;
    if (good < lot) await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return refused;
}

function report(message: SinkReport): void {
  process.send?.(message);
}

process.on('message', (order: SinkOrder) => {
  if (order.type === 'open')
    void openSinks(order.port, order.rid, order.count).then((refused) => report({ type: 'opened', refused }));
  if (order.type === 'count') report({ type: 'counted', bytes });
  if (order.type === 'close') {
    for (const socket of sockets.splice(0)) socket.destroy();
    bytes = 0;
    report({ type: 'opened', refused: 0 });
  }
});
process.on('disconnect', () => process.exit());
