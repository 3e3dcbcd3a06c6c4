import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

/**
 * The baseline for a room gateway: a server made of the library `ws` alone. It accepts every socket and sends the body of a POST
 * to all of them, as often as a header says. Started as `node bare-gateway.ts PORT`.
 */
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts);
    if (body.length > 0) for (const socket of sockets.clients) socket.send(body, { binary: false });
    response.end();
  });
});
server.on('upgrade', (request, connection, head) => {
  sockets.handleUpgrade(request, connection, head, (socket) => {
    socket.on('message', () => {});
    socket.on('error', () => {});
  });
});
server.listen(Number(process.argv[2]), '127.0.0.1');
