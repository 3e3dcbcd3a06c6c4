import { COMMAND_ROWS } from './command-rows.ts';

const PROTOCOL_ROWS = [
  'update: one frame applied',
  'update: second of two frames applied',
  'update: both frames applied',
  'update: ignored',
  'update: gap',
  'update: buffered during a fetch',
  'update: of another room dropped',
  'update: with a malformed command',
  'buffered: overflow drops the oldest',
  'buffered: judged without a gap',
  'buffered: show a gap again',
  'sync sn: taken',
  'sync sn: buffered during a fetch',
  'sync sn: withheld from a socket',
  'reset: taken',
  'reset: during a fetch',
  'reset: with a lower sn',
  'full status: taken without a current',
  'full status: taken as higher',
  'full status: not higher, refused',
  'full status: older than a buffered update',
  'full status: fetch failed',
  'full status: answer too late, dropped',
  'full status: room not live',
  'full status: one more after an open',
  '11000: taken without a current',
  '11000: taken as higher',
  '11000: not higher, refused',
  '11000: during a fetch',
  'other message passed on',
  'unknown id',
  'unreadable text dropped',
  'greeting: update',
  'greeting: reset',
  'greeting: heartbeat answer',
  'connection: first open',
  'connection: reconnected',
  'connection: ticket failed',
  'connection: socket refused',
  'connection: heartbeat answered',
  'connection: closed for silence',
  'connection: network failed',
  'connection: closed cleanly by the gateway',
  'connection: left by the client',
  'connection: send while not open',
  'move: done',
  'move: new socket failed, old stays',
  'move: old socket closed first',
  'move: to a foreign host refused',
  'drain: rest closed with 1012',
  'room changed',
  'server: whole state set',
  'server: batch refused',
  'server: storage restored older',
  'server: generation raised',
  'server: state lost',
  'gateway: killed',
  'gateway: gap in its feed',
  'gateway: behind, last update sent',
  'gateway: behind, reset sent',
  'feed: message lost',
  'feed: message doubled',
  'feed: messages reordered',
  'link: message lost',
  'link: message doubled',
  'link: messages reordered',
  'link: broken',
  'link: broken without notice',
] as const;

export type CoverageRow = (typeof PROTOCOL_ROWS)[number] | (typeof COMMAND_ROWS)[number];

/** How often each case of the protocol occurred. */
export interface Coverage {
  readonly count: (row: CoverageRow) => void;
  readonly missing: () => readonly CoverageRow[];
  readonly table: () => string;
}

export function createCoverage(): Coverage {
  const rows: readonly CoverageRow[] = [...COMMAND_ROWS, ...PROTOCOL_ROWS];
  const counts = new Map(rows.map((row) => [row, 0]));
  return {
    count: (row) => counts.set(row, (counts.get(row) ?? 0) + 1),
    missing: () => rows.filter((row) => counts.get(row) === 0),
    table: () => rows.map((row) => `${String(counts.get(row)).padStart(9)}  ${row}`).join('\n'),
  };
}
