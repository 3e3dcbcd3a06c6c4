import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands in for a room gateway: upgrades and echoes all messages, or drains and answers 503. */
export interface SmallGateway {
  readonly url: string;
  readonly upgrades: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  readonly calls: readonly string[];
  drain(): void;
  stop(): void;
}

export async function startSmallGateway(): Promise<SmallGateway> {
  const upgrades: { path: string; headers: IncomingHttpHeaders }[] = [];
  const calls: string[] = [];
  let isDraining = false;
  const server: Server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    request.resume();
    request.once('end', () => response.writeHead(isDraining ? 503 : 200).end('{"result":0}'));
  });
  server.on('upgrade', (request, socket) => {
    socket.on('error', () => socket.destroy());
    if (isDraining) return socket.end('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n');
    upgrades.push({ path: request.url ?? '', headers: request.headers });
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    return socket.pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    upgrades,
    calls,
    drain: () => (isDraining = true),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
