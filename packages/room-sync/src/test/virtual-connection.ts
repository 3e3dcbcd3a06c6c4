import {
  closedConnection,
  type Connection,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionTimer,
} from '../connection.ts';
import type { JsonHash } from '../json-value.ts';
import { readClientMessage, readGatewayMessage, writeHeartbeatAnswer } from '../messages.ts';
import { reduceConnection, sendOn } from '../reduce-connection.ts';

export interface GatewayBehaviour {
  readonly hasTickets: boolean;
  readonly accepts: boolean;
  readonly answersHeartbeats: boolean;
}

const GOOD: GatewayBehaviour = { hasTickets: true, accepts: true, answersHeartbeats: true };
const RULES = { hosts: ['a.example', 'b.example'], allowsPlainSocket: false };

/** The connection state machine on a virtual clock, with a gateway that follows the protocol unless `behaviour` says otherwise. */
export class VirtualConnection {
  state: Connection = closedConnection();
  behaviour: GatewayBehaviour = GOOD;
  now = 0;
  /** Effects so far, each with its millisecond. */
  readonly log: { readonly at: number; readonly effect: ConnectionEffect }[] = [];
  private readonly timers = new Map<ConnectionTimer, number>();

  dispatch(event: ConnectionEvent): void {
    const { state, effects } = reduceConnection(this.state, event, RULES);
    this.state = state;
    for (const effect of effects) this.run(effect);
  }

  send(body: JsonHash): boolean {
    const { state, effects, isSent } = sendOn(this.state, body);
    this.state = state;
    for (const effect of effects) this.run(effect);
    return isSent;
  }

  receive(text: string, socketId = this.socketId): void {
    this.dispatch({ type: 'received', socketId, message: readGatewayMessage(text) });
  }

  /** The id of the newest socket. */
  get socketId(): number {
    return this.state.lastSocketId;
  }

  advance(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const [next] = [...this.timers].toSorted(([, a], [, b]) => a - b);
      if (next === undefined || next[1] > end) break;
      this.timers.delete(next[0]);
      this.now = next[1];
      this.dispatch({ type: 'timer', timer: next[0] });
    }
    this.now = end;
  }

  /** The times of the effects of this type. */
  timesOf(type: ConnectionEffect['type']): number[] {
    return this.log.filter(({ effect }) => effect.type === type).map(({ at }) => at);
  }

  effectsOf<Type extends ConnectionEffect['type']>(type: Type): Extract<ConnectionEffect, { type: Type }>[] {
    return this.log.flatMap(({ effect }) =>
      effect.type === type ? [effect as Extract<ConnectionEffect, { type: Type }>] : [],
    );
  }

  private run(effect: ConnectionEffect): void {
    this.log.push({ at: this.now, effect });
    if (effect.type === 'start-timer') this.timers.set(effect.timer, this.now + effect.ms);
    else if (effect.type === 'stop-timer') this.timers.delete(effect.timer);
    else if (effect.type === 'fetch-ticket') this.answerTicket(effect.socketId);
    else if (effect.type === 'open-socket')
      this.dispatch({
        type: this.behaviour.accepts ? 'socket-opened' : 'socket-error',
        socketId: effect.socketId,
      });
    else if (effect.type === 'send' && this.behaviour.answersHeartbeats) this.answerHeartbeat(effect.text);
  }

  private answerTicket(socketId: number): void {
    const url = 'wss://a.example/';
    this.dispatch(
      this.behaviour.hasTickets
        ? { type: 'ticket', socketId, ticket: 't', url, sn: 7 }
        : { type: 'ticket-failed', socketId },
    );
  }

  private answerHeartbeat(text: string): void {
    if (readClientMessage(text).kind === 'heartbeat') this.receive(writeHeartbeatAnswer());
  }
}
