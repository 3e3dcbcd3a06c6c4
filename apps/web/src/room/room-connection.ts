import type { Connection } from '@jawhara/room-sync';
import type { WordId } from '../words/word-id.ts';

/** How the last socket was lost; the specification treats the two differently. */
export type RoomLoss = 'silence' | 'other-error';

/** A room's connection as a screen shows it. `text` is a sentence for the visitor. */
export type RoomConnection =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'reconnecting'; readonly text: WordId }
  | { readonly kind: 'failed'; readonly text: WordId };

export interface ConnectionFacts {
  readonly phase: Connection['phase']['name'];
  /** How the connection was lost. Null before the first loss, and once a socket has opened again. */
  readonly loss: RoomLoss | null;
  /** The full status was read, so tables are shown. */
  readonly hasTables: boolean;
  /** A screen follows the room, so a closed connection was closed by the gateway. */
  readonly isFollowed: boolean;
}

export const CONNECTING: RoomConnection = { kind: 'connecting' };
const LIVE: RoomConnection = { kind: 'live' };
const LOST = {
  silence: { kind: 'reconnecting', text: 'room.lost' },
  'other-error': { kind: 'reconnecting', text: 'room.error' },
} as const satisfies Record<RoomLoss, RoomConnection>;
const FAILED: RoomConnection = { kind: 'failed', text: 'room.failed' };
/** RP-43: a clean close by the gateway is not answered with a reconnect. */
const ENDED: RoomConnection = { kind: 'failed', text: 'room.error' };

const BY_PHASE = {
  closed: ({ isFollowed }) => (isFollowed ? ENDED : CONNECTING),
  connecting: ({ loss }) => (loss === null ? CONNECTING : LOST[loss]),
  waiting: ({ loss }) => LOST[loss ?? 'other-error'],
  open: ({ hasTables }) => (hasTables ? LIVE : CONNECTING),
  failed: () => FAILED,
} as const satisfies Record<ConnectionFacts['phase'], (facts: ConnectionFacts) => RoomConnection>;

/** Returns the same object for the same state, so that a screen renders only on a change. */
export function roomConnectionOf(facts: ConnectionFacts): RoomConnection {
  return BY_PHASE[facts.phase](facts);
}
