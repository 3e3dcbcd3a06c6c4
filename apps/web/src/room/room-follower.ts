import {
  closedConnection,
  createRoomListeners,
  openRoomView,
  readGatewayMessage,
  reduceConnection,
  reduceRoomView,
  sendOn,
  SILENCE_REASON,
  socketAddress,
  valueOf,
  type Connection,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionStep,
  type ConnectionTimer,
  type JsonHash,
  type JsonValue,
  type RoomKey,
  type RoomListeners,
  type RoomView,
  type RoomViewEffect,
  type RoomViewEvent,
} from '@jawhara/room-sync';
import { addCount, addLine, NO_COUNTS, type RoomActivity, type RoomCounts } from './room-activity.ts';
import { roomConnectionOf, type RoomConnection, type RoomLoss } from './room-connection.ts';
import type { RoomDeps, RoomSocket } from './room-deps.ts';

type EffectRunners<Effect extends { readonly type: string }> = {
  readonly [Type in Effect['type']]: (effect: Extract<Effect, { type: Type }>) => void;
};

/** A followed room: the two state machines of room-sync with their sockets, timers and calls. */
export class RoomFollower {
  readonly #rid: string;
  readonly #deps: RoomDeps;
  readonly #sockets = new Map<number, RoomSocket>();
  readonly #timers = new Map<ConnectionTimer, () => void>();
  readonly #changeListeners = new Set<() => void>();
  readonly #listeners: RoomListeners = createRoomListeners((fault) =>
    this.#note(`a listener failed: ${String(fault)}`),
  );
  #connection: Connection = closedConnection();
  #view: RoomView;
  #counts: RoomCounts = NO_COUNTS;
  #log: readonly string[] = [];
  #loss: RoomLoss | null = null;
  #hasTables = false;
  #hasOpened = false;
  #isFollowed = false;
  #activity: RoomActivity | null = null;
  #stopWatching: (() => void) | null = null;

  constructor(rid: string, deps: RoomDeps) {
    this.#rid = rid;
    this.#deps = deps;
    this.#view = openRoomView(rid);
  }

  readonly onKey: RoomListeners['onKey'] = (at, listener) => this.#listeners.onKey(at, listener);
  readonly onMessage: RoomListeners['onMessage'] = (id, listener) => this.#listeners.onMessage(id, listener);

  onChange(listener: () => void): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  value(at: RoomKey): JsonValue | undefined {
    return valueOf(this.#view.tables, at);
  }

  get connection(): RoomConnection {
    return roomConnectionOf({
      phase: this.#connection.phase.name,
      loss: this.#loss,
      hasTables: this.#hasTables,
      isFollowed: this.#isFollowed,
    });
  }

  /** The room's activity: the same object as long as nothing changes, as React's subscriptions need it. */
  get activity(): RoomActivity {
    const { sn, tables, fetch } = this.#view;
    const [counts, log] = [this.#counts, this.#log];
    return (this.#activity ??= { sn, tables, isFetching: fetch.kind !== 'none', counts, log });
  }

  /** Connects to the room, also again after a failure, with the count of attempts at zero. */
  start(): void {
    this.#forgetNetwork();
    this.#isFollowed = true;
    this.#loss = null;
    this.#onConnection({ type: 'start' });
  }

  /** Ends the connection for good: a screen that needs the room again creates a new follower. */
  stop(): void {
    this.#forgetNetwork();
    this.#isFollowed = false;
    this.#onConnection({ type: 'stop' });
  }

  /** Sends a message. False if the socket is not open: then the message is dropped and not queued (RP-44). */
  send(body: JsonHash): boolean {
    const { isSent, ...step } = sendOn(this.#connection, body);
    this.#takeStep(step);
    return isSent;
  }

  #onConnection(event: ConnectionEvent): void {
    this.#takeStep(reduceConnection(this.#connection, event, this.#deps.moveRules));
  }

  #takeStep({ state, effects }: ConnectionStep): void {
    this.#connection = state;
    for (const effect of effects) this.#connectionEffects[effect.type](effect as never);
    this.#announceChange();
  }

  #onView(event: RoomViewEvent): void {
    const { state, effects } = reduceRoomView(this.#view, event);
    const isGap = effects.some(({ type }) => type === 'fetch-full-status' || type === 'wait-then-fetch');
    // Before the tables were read for the first time, every update leads to a read; those are not counted as gaps.
    if (isGap && this.#hasTables && mayShowGap(event)) this.#count('gaps');
    this.#view = state;
    this.#hasTables ||= state.sn !== null;
    for (const effect of effects) this.#viewEffects[effect.type](effect as never);
    this.#announceChange();
  }

  readonly #connectionEffects: EffectRunners<ConnectionEffect> = {
    'fetch-ticket': ({ socketId }) => void this.#fetchTicket(socketId),
    'open-socket': (effect) => this.#openSocket(effect),
    send: ({ socketId, text }) => {
      this.#count('sent');
      this.#sockets.get(socketId)?.send(text);
    },
    'close-socket': ({ socketId, code, reason }) => {
      if (this.#connection.phase.name === 'waiting')
        this.#loss = reason === SILENCE_REASON ? 'silence' : 'other-error';
      this.#sockets.get(socketId)?.close(code, reason);
      this.#sockets.delete(socketId);
    },
    'start-timer': ({ timer, ms }) => {
      this.#timers.get(timer)?.();
      const stop = this.#deps.startTimer(ms, () => this.#onConnection({ type: 'timer', timer }));
      this.#timers.set(timer, stop);
    },
    'stop-timer': ({ timer }) => {
      this.#timers.get(timer)?.();
      this.#timers.delete(timer);
    },
    opened: ({ sn }) => {
      this.#loss = null;
      this.#hasOpened = true;
      this.#onView({ type: 'opened', sn });
    },
    'pass-message': ({ message }) => {
      if (message.kind === 'update') this.#count('updates');
      this.#onView({ type: 'message', message });
    },
    'network-failed': () => {
      this.#stopWatching ??= this.#deps.watchNetwork(() => this.start());
    },
    log: ({ text }) => this.#note(text),
  };

  readonly #viewEffects: EffectRunners<RoomViewEffect> = {
    'fetch-full-status': ({ fetchId }) => void this.#fetchFullStatus(fetchId),
    'wait-then-fetch': ({ fetchId, ms }) => {
      this.#deps.startTimer(ms, () => {
        // After `stop` the room's status is not read again.
        if (this.#isFollowed) this.#onView({ type: 'waited', fetchId });
      });
    },
    notify: ({ keys }) => this.#listeners.notify(keys),
    'pass-on': ({ id, data }) => this.#listeners.passOn(id, data),
    log: ({ text }) => this.#note(text),
  };

  async #fetchTicket(socketId: number): Promise<void> {
    const issued = await this.#deps.fetchTicket(this.#rid);
    if (issued === null) this.#onConnection({ type: 'ticket-failed', socketId });
    else this.#onConnection({ type: 'ticket', socketId, ...issued, sn: this.#view.sn });
  }

  async #fetchFullStatus(fetchId: number): Promise<void> {
    this.#count('fullReads');
    const status = await this.#deps.fetchFullStatus(this.#rid);
    this.#onView(status === null ? { type: 'fetch-failed', fetchId } : { type: 'fetched', fetchId, status });
  }

  #openSocket({ socketId, url, ...query }: Extract<ConnectionEffect, { type: 'open-socket' }>): void {
    const address = socketAddress(url, { rid: this.#rid, ...query });
    const socket = this.#deps.openSocket(address, {
      onOpen: () => {
        this.#countOpen(socketId);
        this.#onConnection({ type: 'socket-opened', socketId });
      },
      onMessage: (text) =>
        this.#onConnection({ type: 'received', socketId, message: readGatewayMessage(text) }),
      onError: () => this.#onConnection({ type: 'socket-error', socketId }),
      onClose: (code) => {
        this.#onConnection({ type: 'socket-closed', socketId, code });
        this.#sockets.delete(socketId);
      },
    });
    this.#sockets.set(socketId, socket);
  }

  #countOpen(socketId: number): void {
    const { phase } = this.#connection;
    if (phase.name === 'open' && phase.move?.socketId === socketId) this.#count('moves');
    if (phase.name === 'connecting' && this.#hasOpened) this.#count('reconnects');
  }

  #forgetNetwork(): void {
    this.#stopWatching?.();
    this.#stopWatching = null;
  }

  #count(name: keyof RoomCounts): void {
    this.#counts = addCount(this.#counts, name);
  }

  #note(line: string): void {
    this.#log = addLine(this.#log, line);
  }

  #announceChange(): void {
    this.#activity = null;
    for (const listener of this.#changeListeners) listener();
  }
}

function mayShowGap(event: RoomViewEvent): boolean {
  return event.type === 'fetched' || (event.type === 'message' && event.message.kind === 'update');
}
