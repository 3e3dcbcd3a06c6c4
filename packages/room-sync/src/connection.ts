import type { GatewayMessage } from './messages.ts';

/** A heartbeat is sent this long after the last message was sent (RP-41). */
export const HEARTBEAT_MS = 15_000;
/** The socket is closed after this time without an inbound message (RP-41). */
export const SILENCE_MS = 121_000;
export const RECONNECT_MS = 1000;
export const MAX_RECONNECTS = 8;
export const SILENCE_REASON = 'no room message received in time';
export const OTHER_ERROR = 'other error';
export const CLEAN_CLOSE_CODE = 1000;
/** A browser may close only with 1000 or with a code from 3000 to 4999. */
export const SILENCE_CLOSE_CODE = 4000;

export type ConnectionTimer = 'heartbeat' | 'silence' | 'reconnect';

/**
 * A socket that is being opened: its ticket is fetched first. `url`: the address to which the gateway moves this client; null:
 * the address comes with the ticket.
 */
interface PendingSocket {
  readonly socketId: number;
  readonly url: string | null;
  /** The sn of the room view, which the socket's address contains. */
  readonly sn: number | null;
}

export type ConnectionPhase =
  /** Not started, closed by us, or closed cleanly by the gateway. */
  | { readonly name: 'closed' }
  | ({ readonly name: 'connecting' } & PendingSocket)
  | {
      readonly name: 'open';
      readonly socketId: number;
      /** The last seq sent on this socket. */
      readonly seq: number;
      readonly move: PendingSocket | null;
    }
  | { readonly name: 'waiting' }
  /** All reconnects failed. The event `start` connects again. */
  | { readonly name: 'failed' };

export interface Connection {
  readonly phase: ConnectionPhase;
  /** Reconnects since the last inbound message. */
  readonly attempts: number;
  readonly lastSocketId: number;
}

export type ConnectionEvent =
  | { readonly type: 'start' }
  | { readonly type: 'stop' }
  /** `sn` is the sn of the room view at this moment. */
  | {
      readonly type: 'ticket';
      readonly socketId: number;
      readonly ticket: string;
      readonly url: string;
      readonly sn: number | null;
    }
  | { readonly type: 'ticket-failed'; readonly socketId: number }
  | { readonly type: 'socket-opened'; readonly socketId: number }
  | { readonly type: 'socket-error'; readonly socketId: number }
  | { readonly type: 'socket-closed'; readonly socketId: number; readonly code: number }
  | { readonly type: 'received'; readonly socketId: number; readonly message: GatewayMessage }
  | { readonly type: 'timer'; readonly timer: ConnectionTimer };

export type ConnectionEffect =
  /** Answered by `ticket` or `ticket-failed` with the same socketId. */
  | { readonly type: 'fetch-ticket'; readonly socketId: number }
  /** Opens the address `socketAddress(url, { rid, ticket, sn })`. */
  | {
      readonly type: 'open-socket';
      readonly socketId: number;
      readonly url: string;
      readonly ticket: string;
      readonly sn: number | null;
    }
  | { readonly type: 'send'; readonly socketId: number; readonly text: string }
  /** The socket may be closed already, or may never have been opened. */
  | {
      readonly type: 'close-socket';
      readonly socketId: number;
      readonly code: number;
      readonly reason: string;
    }
  /** Starting a running timer restarts it. */
  | { readonly type: 'start-timer'; readonly timer: ConnectionTimer; readonly ms: number }
  | { readonly type: 'stop-timer'; readonly timer: ConnectionTimer }
  /**
   * Passed to the room view as its event `opened`. Not after a move whose address had an sn: there the gateway's first message
   * shows a gap (RP-36).
   */
  | { readonly type: 'opened'; readonly sn: number | null }
  /** Passed to the room view as its event `message`. */
  | { readonly type: 'pass-message'; readonly message: GatewayMessage }
  /** Reports to the page that the network has failed (RP-42). */
  | { readonly type: 'network-failed' }
  | { readonly type: 'log'; readonly text: string };

export interface ConnectionStep {
  readonly state: Connection;
  readonly effects: readonly ConnectionEffect[];
}

export function closedConnection(): Connection {
  return { phase: { name: 'closed' }, attempts: 0, lastSocketId: 0 };
}
