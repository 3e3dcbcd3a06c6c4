import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { fullBucket, takeToken, type TokenBucket } from './token-bucket.ts';

/** A client may send 20 messages at once, and 5 a second after that (RP-57). */
const INBOUND = { burst: 20, perSecond: 5 };
/** A socket with more unsent bytes counts as slow (RP-57). */
export const UNSENT_BYTES_MAX = 1_048_576;

/** A client's socket. Each frame is encoded once for all sockets and bypasses `ws`, which only reads and closes. */
export interface RoomSocket {
  readonly ws: WebSocket;
  readonly connection: Duplex;
  readonly rid: string;
  readonly subject: string;
  readonly inbound: TokenBucket;
  lastInboundMs: number;
  /** When the unsent bytes exceeded the limit; null while the client reads in time. */
  slowSinceMs: number | null;
  wasSlow: boolean;
}

export function createRoomSocket(
  ws: WebSocket,
  connection: Duplex,
  { rid, subject, nowMs }: { readonly rid: string; readonly subject: string; readonly nowMs: number },
): RoomSocket {
  return {
    ws,
    connection,
    rid,
    subject,
    inbound: fullBucket(INBOUND, nowMs),
    lastInboundMs: nowMs,
    slowSinceMs: null,
    wasSlow: false,
  };
}

/** False if the client has sent more than allowed. */
export function countInbound(socket: RoomSocket, nowMs: number): boolean {
  socket.lastInboundMs = nowMs;
  return takeToken(socket.inbound, INBOUND, nowMs);
}

export function unsentBytes({ connection }: RoomSocket): number {
  return connection.writableLength;
}

/** Writes a whole frame. A closing socket gets none: a frame after its close frame breaks the protocol. */
export function writeFrame(socket: RoomSocket, frame: Buffer): void {
  if (socket.ws.readyState === socket.ws.OPEN && socket.connection.writable) socket.connection.write(frame);
}

const CLOSE_WITHIN_MS = 2_000;
const OFFENDER_CLOSE_WITHIN_MS = 500;

/** Sends the close frame with its reason, and ends the connection if the client does not answer in time. */
export function closeSocket(socket: RoomSocket, code: number, reason: string): void {
  socket.ws.close(code, reason);
  setTimeout(() => socket.ws.terminate(), CLOSE_WITHIN_MS).unref();
}

/** Closes without reading another byte, so that further data of the offender costs this process nothing. */
export function closeOffender(socket: RoomSocket, code: number, reason: string): void {
  socket.ws.close(code, reason);
  socket.connection.pause();
  setTimeout(() => socket.ws.terminate(), OFFENDER_CLOSE_WITHIN_MS).unref();
}
