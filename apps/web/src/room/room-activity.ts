import type { RoomTables } from '@jawhara/room-sync';

const LOG_LINES_MAX = 20;

/** Everything the test page shows of a followed room. A new object for every change. */
export interface RoomActivity {
  readonly sn: number | null;
  readonly tables: RoomTables;
  readonly isFetching: boolean;
  readonly counts: RoomCounts;
  /** Newest last. */
  readonly log: readonly string[];
}

export interface RoomCounts {
  /** Received updates (messages 11002). */
  readonly updates: number;
  /** Updates that revealed a missing one (RP-33). */
  readonly gaps: number;
  readonly fullReads: number;
  /** Sockets opened after the first one; a move (10072) is counted as a move. */
  readonly reconnects: number;
  readonly moves: number;
  /** Heartbeats sent, the only messages of a page (RP-10). */
  readonly sent: number;
}

export const NO_COUNTS: RoomCounts = {
  updates: 0,
  gaps: 0,
  fullReads: 0,
  reconnects: 0,
  moves: 0,
  sent: 0,
};

export function addCount(counts: RoomCounts, name: keyof RoomCounts): RoomCounts {
  return { ...counts, [name]: counts[name] + 1 };
}

export function addLine(log: readonly string[], line: string): readonly string[] {
  return [...log, line].slice(-LOG_LINES_MAX);
}
