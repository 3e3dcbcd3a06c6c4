import type { Duplex } from 'node:stream';
import { readClientMessage } from '@jawhara/room-sync';
import type { RawData, WebSocket } from 'ws';
import type { CloseReason } from '../platform/metrics.ts';
import type { HubDeps, RoomHub } from './room-hub.ts';
import {
  closeOffender,
  closeSocket,
  countInbound,
  createRoomSocket,
  unsentBytes,
  writeFrame,
  type RoomSocket,
} from './room-socket.ts';
import { HEARTBEAT_ANSWER, resetFrame } from './watched-room.ts';

/** A client sends a heartbeat every 15 s, in a hidden page once a minute. A socket without a message for this time is closed. */
const SILENT_MS = 121_000;
/** A socket that stays slow for longer than this is closed (RP-57). */
const SLOW_MS = 5_000;

/** An accepted client. */
export interface Admission {
  readonly rid: string;
  readonly subject: string;
  readonly sn: number | null;
}

/** The sockets of this gateway, from open to close. */
export interface SocketKeeper {
  readonly count: number;
  all(): Iterable<RoomSocket>;
  socketsOf(subject: string): number;
  accept(ws: WebSocket, connection: Duplex, admission: Admission): void;
  close(socket: RoomSocket, why: CloseReason): void;
  /** Closes silent sockets, and resets or closes slow ones (RP-57). */
  sweep(): void;
}

const CLOSES = {
  left: [1000, 'left'],
  flood: [1008, 'too many messages'],
  silent: [1001, 'no message received in time'],
  slow: [1013, 'too slow'],
  drained: [1012, 'the gateway stops'],
  moved: [1000, 'moved'],
  'storage-away': [1013, 'try again'],
} as const satisfies Record<CloseReason, readonly [code: number, reason: string]>;

/** A slow socket that catches up within 5 s gets a reset (11006); after 5 s, or if it is slow again, it is closed (RP-57). */
function slowOutcome(socket: RoomSocket, sinceMs: number, nowMs: number): 'reset' | 'closed' | 'wait' {
  if (socket.wasSlow || nowMs - sinceMs > SLOW_MS) return 'closed';
  return unsentBytes(socket) === 0 ? 'reset' : 'wait';
}

function countSubjects() {
  const counts = new Map<string, number>();
  return {
    of: (subject: string): number => counts.get(subject) ?? 0,
    add(subject: string, step: 1 | -1): void {
      const count = (counts.get(subject) ?? 0) + step;
      if (count > 0) counts.set(subject, count);
      else counts.delete(subject);
    },
  };
}

/** Shares its functions among all sockets, to save memory: `ws` calls a listener with the socket as `this`. */
function listenWith(
  sockets: ReadonlyMap<WebSocket, RoomSocket>,
  receive: (socket: RoomSocket, data: RawData | null, isBinary: boolean) => void,
  closed: (socket: RoomSocket) => void,
): (ws: WebSocket) => void {
  function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
    const socket = sockets.get(this);
    if (socket !== undefined) receive(socket, data, isBinary);
  }
  function onPing(this: WebSocket): void {
    const socket = sockets.get(this);
    if (socket !== undefined) receive(socket, null, false);
  }
  function onClose(this: WebSocket): void {
    const socket = sockets.get(this);
    if (socket !== undefined) closed(socket);
  }
  /** Nothing to do: on a frame that breaks the protocol `ws` closes the socket itself. */
  function onError(): void {}
  return (ws) => {
    ws.on('message', onMessage);
    ws.on('ping', onPing);
    ws.on('pong', onPing);
    ws.on('error', onError);
    ws.on('close', onClose);
  };
}

export function keepSockets(
  { metrics, logger, now }: Pick<HubDeps, 'metrics' | 'logger' | 'now'>,
  hub: RoomHub,
): SocketKeeper {
  const sockets = new Map<WebSocket, RoomSocket>();
  const subjects = countSubjects();

  function close(socket: RoomSocket, why: CloseReason): void {
    if (socket.ws.readyState !== socket.ws.OPEN) return;
    metrics.closed(why);
    hub.leave(socket);
    const [code, reason] = CLOSES[why];
    if (why === 'flood') closeOffender(socket, code, reason);
    else closeSocket(socket, code, reason);
  }

  function receive(socket: RoomSocket, data: RawData | null, isBinary: boolean): void {
    if (socket.ws.readyState !== socket.ws.OPEN) return;
    if (!countInbound(socket, now().getTime())) return close(socket, 'flood');
    if (data === null) return;
    const message = isBinary ? null : readClientMessage((data as Buffer).toString('utf8'));
    const isHeartbeat = message?.kind === 'heartbeat';
    metrics.received(isHeartbeat ? 'heartbeat' : 'ignored');
    // A socket that does not read gets no heartbeat answers either: they would be queued without end.
    if (isHeartbeat && socket.slowSinceMs === null) writeFrame(socket, HEARTBEAT_ANSWER);
  }

  function judgeSlow(socket: RoomSocket, sinceMs: number, nowMs: number): void {
    const outcome = slowOutcome(socket, sinceMs, nowMs);
    if (outcome === 'wait') return;
    metrics.slowReader(outcome);
    if (outcome === 'closed') return close(socket, 'slow');
    socket.slowSinceMs = null;
    socket.wasSlow = true;
    const room = hub.rooms.get(socket.rid);
    if (room?.isLive) writeFrame(socket, resetFrame(room));
  }

  const listen = listenWith(sockets, receive, (socket) => {
    sockets.delete(socket.ws);
    subjects.add(socket.subject, -1);
    hub.leave(socket);
  });

  return {
    get count() {
      return sockets.size;
    },
    all: () => sockets.values(),
    socketsOf: (subject) => subjects.of(subject),
    close,
    accept(ws, connection, { rid, subject, sn }) {
      const socket = createRoomSocket(ws, connection, { rid, subject, nowMs: now().getTime() });
      sockets.set(ws, socket);
      subjects.add(subject, 1);
      listen(ws);
      hub.enter(socket, sn).catch((error: unknown) => {
        logger.warn({ err: (error as Error).message }, 'a room could not be entered');
        close(socket, 'storage-away');
      });
    },
    sweep() {
      const nowMs = now().getTime();
      for (const socket of sockets.values()) {
        if (nowMs - socket.lastInboundMs > SILENT_MS) close(socket, 'silent');
        else if (socket.slowSinceMs !== null) judgeSlow(socket, socket.slowSinceMs, nowMs);
      }
    },
  };
}
