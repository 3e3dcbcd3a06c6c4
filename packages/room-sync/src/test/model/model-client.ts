import {
  closedConnection,
  type Connection,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionTimer,
  SILENCE_REASON,
} from '../../connection.ts';
import type { JsonValue } from '../../json-value.ts';
import { isSameJson } from '../../json-value.ts';
import { createRoomListeners, type RoomListeners } from '../../listeners.ts';
import { readGatewayMessage } from '../../messages.ts';
import { reduceConnection, sendOn } from '../../reduce-connection.ts';
import { openRoomView, type RoomView, type RoomViewEffect, type RoomViewEvent } from '../../room-view.ts';
import { type MoveRules, socketAddress } from '../../socket-address.ts';
import { keyName, type RoomKey, type RoomTables, ROOM_TABLES, valueOf } from '../../tables.ts';
import type { Coverage } from './coverage.ts';
import type { ModelParts } from './model-parts.ts';
import { countConnectionStep, countViewStep } from './observe-client.ts';

/** The services that a client uses. */
export interface ClientWorld {
  readonly parts: ModelParts;
  readonly coverage: Coverage;
  readonly moveRules: MoveRules;
  readonly now: () => number;
  readonly fetchTicket: (client: ModelClient, socketId: number) => void;
  readonly openSocket: (client: ModelClient, socketId: number, url: string, address: string) => void;
  readonly sendText: (client: ModelClient, socketId: number, text: string) => void;
  readonly closeSocket: (client: ModelClient, socketId: number) => void;
  readonly fetchFullStatus: (client: ModelClient, fetchId: number, rid: string) => void;
  /** The state that belongs to an sn. */
  readonly tablesAt: (rid: string, sn: number) => RoomTables | undefined;
}

type TimerName = ConnectionTimer | 'fetch';

/** A page that follows a room: both state machines, their effects, and a screen with the values its listeners read. */
export class ModelClient {
  view: RoomView;
  connection: Connection = closedConnection();
  readonly shown = new Map<string, JsonValue | undefined>();
  private readonly timers = new Map<TimerName, { readonly due: number; readonly fire: () => void }>();
  private readonly listeners: RoomListeners;
  private readonly world: ClientWorld;

  constructor(world: ClientWorld, rid: string, keys: readonly RoomKey[]) {
    this.world = world;
    this.view = openRoomView(rid);
    this.listeners = createRoomListeners((error) => {
      throw error;
    });
    for (const at of keys) this.listeners.onKey(at, () => this.show(at));
  }

  dispatch(event: ConnectionEvent): void {
    const before = this.connection;
    const { state, effects } = reduceConnection(before, event, this.world.moveRules);
    countConnectionStep(this.world.coverage, before, event, { state, effects });
    this.connection = state;
    for (const effect of effects) this.runConnectionEffect(effect);
  }

  dispatchView(event: RoomViewEvent): void {
    const { parts, coverage } = this.world;
    const before = this.view;
    const step = parts.reduceView(before, event);
    countViewStep(coverage, before, event, step);
    parts.commit(
      step,
      (state) => {
        this.view = state;
      },
      (effect) => this.runViewEffect(effect),
    );
    if (before.sn !== null && this.view.sn !== null && this.view.sn < before.sn)
      throw new Error(`sn fell from ${before.sn} to ${this.view.sn}`);
  }

  receive(socketId: number, text: string): void {
    this.dispatch({ type: 'received', socketId, message: readGatewayMessage(text) });
  }

  receiveClose(socketId: number, code: number): void {
    this.dispatch({ type: 'socket-closed', socketId, code });
  }

  changeRoom(rid: string): void {
    this.dispatch({ type: 'stop' });
    this.dispatchView({ type: 'room-changed', rid });
    this.dispatch({ type: 'start' });
  }

  trySend(): void {
    const { state, effects, isSent } = sendOn(this.connection, {});
    if (!isSent) this.world.coverage.count('connection: send while not open');
    this.connection = state;
    for (const effect of effects) this.runConnectionEffect(effect);
  }

  /** The time of the next timer. */
  nextDue(): number {
    return Math.min(...[...this.timers.values()].map(({ due }) => due));
  }

  fireDue(): void {
    for (const [name, { due, fire }] of this.timers) {
      if (due > this.world.now()) continue;
      this.timers.delete(name);
      fire();
    }
  }

  private show(at: RoomKey): void {
    const { rid, sn, tables } = this.view;
    const value = valueOf(tables, at);
    this.shown.set(keyName(at), value);
    if (sn === null) return;
    const whole = this.world.tablesAt(rid, sn);
    if (whole === undefined) throw new Error(`a listener was called at sn ${sn}, which never was`);
    if (!isSameTables(whole, tables))
      throw new Error(`a listener of ${keyName(at)} saw a state that is not that of sn ${sn}`);
  }

  private runConnectionEffect(effect: ConnectionEffect): void {
    switch (effect.type) {
      case 'fetch-ticket':
        return this.world.fetchTicket(this, effect.socketId);
      case 'open-socket': {
        const { ticket, sn } = effect;
        const address = socketAddress(effect.url, { rid: this.view.rid, sn, ticket });
        return this.world.openSocket(this, effect.socketId, effect.url, address);
      }
      case 'send':
        return this.world.sendText(this, effect.socketId, effect.text);
      case 'close-socket':
        if (effect.reason === SILENCE_REASON) this.world.coverage.count('connection: closed for silence');
        return this.world.closeSocket(this, effect.socketId);
      case 'start-timer':
        return this.startTimer(effect.timer, effect.ms, () =>
          this.dispatch({ type: 'timer', timer: effect.timer }),
        );
      case 'stop-timer':
        this.timers.delete(effect.timer);
        return undefined;
      case 'opened':
        return this.dispatchView({ type: 'opened', sn: effect.sn });
      case 'pass-message':
        return this.dispatchView({ type: 'message', message: effect.message });
      case 'network-failed':
      case 'log':
        return undefined;
      default:
        return effect satisfies never;
    }
  }

  private runViewEffect(effect: RoomViewEffect): void {
    switch (effect.type) {
      case 'fetch-full-status':
        return this.world.fetchFullStatus(this, effect.fetchId, effect.rid);
      case 'wait-then-fetch':
        return this.startTimer('fetch', effect.ms, () =>
          this.dispatchView({ type: 'waited', fetchId: effect.fetchId }),
        );
      case 'notify':
        return this.listeners.notify(effect.keys);
      case 'pass-on':
        return this.listeners.passOn(effect.id, effect.data);
      case 'log':
        return undefined;
      default:
        return effect satisfies never;
    }
  }

  private startTimer(name: TimerName, ms: number, fire: () => void): void {
    this.timers.set(name, { due: this.world.now() + ms, fire });
  }
}

export function isSameTables(a: RoomTables, b: RoomTables): boolean {
  return ROOM_TABLES.every((table) => {
    const [rows, others] = [a[table], b[table]];
    if (rows === others) return true;
    return rows.size === others.size && [...rows].every(([key, value]) => isSameJson(value, others.get(key)));
  });
}
