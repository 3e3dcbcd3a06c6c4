import type { IssuedRoomTicket } from '@jawhara/contract';
import type { FullStatus, MoveRules } from '@jawhara/room-sync';

export interface RoomSocket {
  readonly send: (text: string) => void;
  readonly close: (code: number, reason: string) => void;
}

export interface SocketListener {
  readonly onOpen: () => void;
  readonly onMessage: (text: string) => void;
  readonly onError: () => void;
  readonly onClose: (code: number) => void;
}

/** Network and time of a followed room. Tests pass their own. */
export interface RoomDeps {
  /** Null if no ticket was issued. */
  readonly fetchTicket: (rid: string) => Promise<IssuedRoomTicket | null>;
  readonly fetchFullStatus: (rid: string) => Promise<FullStatus | null>;
  readonly openSocket: (address: string, listener: SocketListener) => RoomSocket;
  /** Calls back once after the time; returns a function that stops the timer. */
  readonly startTimer: (ms: number, onTime: () => void) => () => void;
  /** Calls back when the network or the page's visibility returns; returns a function that stops watching. */
  readonly watchNetwork: (onBack: () => void) => () => void;
  readonly moveRules: MoveRules;
}
