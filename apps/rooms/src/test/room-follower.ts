import {
  closedConnection,
  openRoomView,
  readFullStatus,
  readGatewayMessage,
  reduceConnection,
  reduceRoomView,
  socketAddress,
  type Connection,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionStep,
  type FullStatus,
  type MoveRules,
  type RoomView,
  type RoomViewEffect,
  type RoomViewEvent,
} from '@jawhara/room-sync';
import { WebSocket } from 'ws';

export interface FollowerDeps {
  readonly rid: string;
  readonly origin: string;
  readonly moveRules: MoveRules;
  readonly fetchTicket: () => Promise<{ readonly ticket: string; readonly url: string }>;
  /** The data of a full status, or null if it cannot be fetched. */
  readonly fetchStatus: (rid: string) => Promise<unknown>;
  readonly onMessage?: (text: string, atMs: number) => void;
}

/** A client as in a page: the state machines of room-sync on real sockets and timers. */
export interface RoomFollower {
  view(): RoomView;
  connection(): Connection;
  readonly counts: {
    fetches: number;
    reconnects: number;
    moves: number;
    networkFailures: number;
    messages: number;
  };
  /** Times at which a socket was opened, in milliseconds since 1970. */
  readonly openedAtMs: number[];
  stop(): void;
}

type OpenSocket = Extract<ConnectionEffect, { type: 'open-socket' }>;

export function followRoom(deps: FollowerDeps): RoomFollower {
  const counts = { fetches: 0, reconnects: 0, moves: 0, networkFailures: 0, messages: 0 };
  const openedAtMs: number[] = [];
  const sockets = new Map<number, WebSocket>();
  const timers = new Map<string, NodeJS.Timeout>();
  let view = openRoomView(deps.rid);
  let connection = closedConnection();
  let isStopped = false;

  function onView(event: RoomViewEvent): void {
    const step = reduceRoomView(view, event);
    view = step.state;
    for (const effect of step.effects) runView(effect);
  }

  function onConnection(event: ConnectionEvent): void {
    take(reduceConnection(connection, event, deps.moveRules));
  }

  function take(step: ConnectionStep): void {
    connection = step.state;
    for (const effect of step.effects) runConnection(effect);
  }

  function runView(effect: RoomViewEffect): void {
    if (effect.type === 'fetch-full-status') void fetchStatus(effect.fetchId, effect.rid);
    if (effect.type === 'wait-then-fetch')
      startTimer('fetch', effect.ms, () => onView({ type: 'waited', fetchId: effect.fetchId }));
  }

  async function fetchStatus(fetchId: number, rid: string): Promise<void> {
    counts.fetches += 1;
    const status: FullStatus | null = readFullStatus(await deps.fetchStatus(rid).catch(() => null));
    if (!isStopped) onView(status ? { type: 'fetched', fetchId, status } : { type: 'fetch-failed', fetchId });
  }

  function startTimer(name: string, ms: number, fire: () => void): void {
    clearTimeout(timers.get(name));
    timers.set(name, setTimeout(fire, ms));
  }

  async function fetchTicket(socketId: number): Promise<void> {
    try {
      const { ticket, url } = await deps.fetchTicket();
      if (!isStopped) onConnection({ type: 'ticket', socketId, ticket, url, sn: view.sn });
    } catch {
      if (!isStopped) onConnection({ type: 'ticket-failed', socketId });
    }
  }

  function openSocket({ socketId, url, ticket, sn }: OpenSocket): void {
    const address = socketAddress(url, { rid: deps.rid, ticket, sn });
    const socket = new WebSocket(address, { origin: deps.origin, perMessageDeflate: false });
    sockets.set(socketId, socket);
    socket.on('open', () => {
      openedAtMs.push(Date.now());
      onConnection({ type: 'socket-opened', socketId });
    });
    socket.on('message', (data: Buffer) => {
      const text = data.toString('utf8');
      counts.messages += 1;
      deps.onMessage?.(text, Date.now());
      onConnection({ type: 'received', socketId, message: readGatewayMessage(text) });
    });
    socket.on('error', () => onConnection({ type: 'socket-error', socketId }));
    socket.on('close', (code) => {
      sockets.delete(socketId);
      onConnection({ type: 'socket-closed', socketId, code });
    });
  }

  const RUN: {
    readonly [Type in ConnectionEffect['type']]: (effect: Extract<ConnectionEffect, { type: Type }>) => void;
  } = {
    'fetch-ticket': ({ socketId }) => void fetchTicket(socketId),
    'open-socket': openSocket,
    send: ({ socketId, text }) => sockets.get(socketId)?.send(text),
    'close-socket'({ socketId, code, reason }) {
      if (reason === 'moved') counts.moves += 1;
      sockets.get(socketId)?.close(code, reason);
    },
    'start-timer'({ timer, ms }) {
      if (timer === 'reconnect') counts.reconnects += 1;
      startTimer(timer, ms, () => onConnection({ type: 'timer', timer }));
    },
    'stop-timer': ({ timer }) => clearTimeout(timers.get(timer)),
    opened: ({ sn }) => onView({ type: 'opened', sn }),
    'pass-message': ({ message }) => onView({ type: 'message', message }),
    'network-failed'() {
      counts.networkFailures += 1;
    },
    log: () => {},
  };

  function runConnection(effect: ConnectionEffect): void {
    (RUN[effect.type] as (effect: ConnectionEffect) => void)(effect);
  }

  onConnection({ type: 'start' });
  return {
    view: () => view,
    connection: () => connection,
    counts,
    openedAtMs,
    stop() {
      isStopped = true;
      onConnection({ type: 'stop' });
      for (const timer of timers.values()) clearTimeout(timer);
      for (const socket of sockets.values()) socket.terminate();
    },
  };
}
