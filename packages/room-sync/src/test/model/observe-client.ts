import type { Connection, ConnectionEvent, ConnectionStep } from '../../connection.ts';
import type { GatewayMessage } from '../../messages.ts';
import {
  MAX_BUFFERED_MESSAGES,
  type RoomView,
  type RoomViewEvent,
  type RoomViewStep,
} from '../../room-view.ts';
import { decideUpdate } from '../../update-decision.ts';
import type { Coverage, CoverageRow } from './coverage.ts';

/** Counts the cases of the protocol that a step of the view covers. */
export function countViewStep(
  coverage: Coverage,
  before: RoomView,
  event: RoomViewEvent,
  step: RoomViewStep,
): void {
  for (const row of viewRows(before, event, step)) coverage.count(row);
}

function viewRows(before: RoomView, event: RoomViewEvent, step: RoomViewStep): readonly CoverageRow[] {
  switch (event.type) {
    case 'message':
      return messageRows(before, event.message, step);
    case 'fetched':
      return fetchedRows(before, event, step);
    case 'fetch-failed':
      return ['full status: fetch failed'];
    case 'opened':
      return [
        before.sn === null ? 'connection: first open' : 'connection: reconnected',
        ...rowIf(before.fetch.kind === 'under-way', 'full status: one more after an open'),
      ];
    case 'room-changed':
      return ['room changed'];
    default:
      return [];
  }
}

function messageRows(
  before: RoomView,
  message: GatewayMessage,
  { state, effects }: RoomViewStep,
): readonly CoverageRow[] {
  const isFetching = before.fetch.kind !== 'none';
  if ('rid' in message && message.rid !== before.rid) return ['update: of another room dropped'];
  switch (message.kind) {
    case 'update':
      if (isFetching)
        return [
          'update: buffered during a fetch',
          ...rowIf(before.buffered.length === MAX_BUFFERED_MESSAGES, 'buffered: overflow drops the oldest'),
        ];
      return updateRows(before.sn, message.frames, state);
    case 'sync-sn':
      return [isFetching ? 'sync sn: buffered during a fetch' : 'sync sn: taken'];
    case 'reset':
      return [
        'reset: taken',
        ...rowIf(isFetching, 'reset: during a fetch'),
        ...rowIf(before.sn !== null && message.sn < before.sn, 'reset: with a lower sn'),
      ];
    case 'full-status':
      return [
        ...rowIf(isFetching, '11000: during a fetch'),
        before.sn === null
          ? '11000: taken without a current'
          : message.sn > before.sn
            ? '11000: taken as higher'
            : '11000: not higher, refused',
      ];
    case 'other':
      return ['other message passed on'];
    case 'unknown':
      return rowIf(effects.length > 0, 'unknown id');
    case 'dropped':
      return ['unreadable text dropped'];
    default:
      return [];
  }
}

function updateRows(
  sn: number | null,
  frames: Parameters<typeof decideUpdate>[1],
  after: RoomView,
): readonly CoverageRow[] {
  const decision = decideUpdate(sn, frames);
  if (decision === 'gap') return ['update: gap'];
  if (decision === 'ignore') return ['update: ignored'];
  if (after.sn === null) return ['update: with a malformed command'];
  if (frames.length === 1) return ['update: one frame applied'];
  return [
    decision.apply.length === 2 ? 'update: both frames applied' : 'update: second of two frames applied',
  ];
}

function fetchedRows(
  before: RoomView,
  { fetchId, status }: Extract<RoomViewEvent, { type: 'fetched' }>,
  { state }: RoomViewStep,
): readonly CoverageRow[] {
  if (before.fetch.kind !== 'under-way' || before.fetch.fetchId !== fetchId)
    return ['full status: answer too late, dropped'];
  const isOlder = before.buffered.some(
    (message) => message.kind === 'update' && message.frames[0].sn > status.sn,
  );
  return [
    before.sn === null
      ? 'full status: taken without a current'
      : status.sn > before.sn
        ? 'full status: taken as higher'
        : 'full status: not higher, refused',
    ...rowIf(isOlder, 'full status: older than a buffered update'),
    ...rowIf(before.buffered.length > 0 && state.buffered.length === 0, 'buffered: judged without a gap'),
    ...rowIf(state.buffered.length > 0, 'buffered: show a gap again'),
  ];
}

/** Counts the cases of the protocol that a step of the connection covers. */
export function countConnectionStep(
  coverage: Coverage,
  { phase }: Connection,
  event: ConnectionEvent,
  { state, effects }: ConnectionStep,
): void {
  const count = (is: boolean, row: CoverageRow) => {
    if (is) coverage.count(row);
  };
  const socketId = 'socketId' in event ? event.socketId : null;
  const isMoving = phase.name === 'open' && phase.move !== null;
  const isOfMove = isMoving && phase.move?.socketId === socketId;
  const isFailure =
    event.type === 'socket-closed' || event.type === 'socket-error' || event.type === 'ticket-failed';
  count(event.type === 'ticket-failed' && effects.length > 0, 'connection: ticket failed');
  count(event.type === 'socket-error' && effects.length > 0, 'connection: socket refused');
  count(
    effects.some(({ type }) => type === 'network-failed'),
    'connection: network failed',
  );
  count(
    event.type === 'socket-closed' && phase.name !== 'closed' && state.phase.name === 'closed',
    'connection: closed cleanly by the gateway',
  );
  count(event.type === 'stop', 'connection: left by the client');
  count(event.type === 'socket-opened' && isOfMove, 'move: done');
  count(isFailure && isOfMove, 'move: new socket failed, old stays');
  count(isMoving && state.phase.name === 'connecting', 'move: old socket closed first');
  count(
    effects.some((effect) => effect.type === 'log' && effect.text.startsWith('move to')),
    'move: to a foreign host refused',
  );
}

function rowIf(is: boolean, row: CoverageRow): readonly CoverageRow[] {
  return is ? [row] : [];
}
