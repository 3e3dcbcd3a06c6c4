import {
  CLEAN_CLOSE_CODE,
  type Connection,
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionStep,
  type ConnectionTimer,
  HEARTBEAT_MS,
  MAX_RECONNECTS,
  OTHER_ERROR,
  RECONNECT_MS,
  SILENCE_CLOSE_CODE,
  SILENCE_MS,
  SILENCE_REASON,
} from './connection.ts';
import type { JsonHash } from './json-value.ts';
import { writeClientMessage } from './messages.ts';
import { isMoveAllowed, type MoveRules } from './socket-address.ts';

const START_HEARTBEAT: ConnectionEffect = { type: 'start-timer', timer: 'heartbeat', ms: HEARTBEAT_MS };
const START_SILENCE: ConnectionEffect = { type: 'start-timer', timer: 'silence', ms: SILENCE_MS };
const STOP_SOCKET_TIMERS: readonly ConnectionEffect[] = [
  { type: 'stop-timer', timer: 'heartbeat' },
  { type: 'stop-timer', timer: 'silence' },
];

type OnEvent<Event> = (state: Connection, event: Event, rules: MoveRules) => ConnectionStep;
const ON_EVENT: {
  readonly [Type in ConnectionEvent['type']]: OnEvent<Extract<ConnectionEvent, { type: Type }>>;
} = {
  start,
  stop,
  ticket: openWithTicket,
  'ticket-failed': (state, { socketId }) => lose(state, socketId, 'no ticket'),
  'socket-opened': takeOpened,
  'socket-error': (state, { socketId }) => lose(state, socketId, OTHER_ERROR),
  'socket-closed': takeClosed,
  received: takeMessage,
  timer: (state, { timer }) => ON_TIMER[timer](state),
};

/** Keeps a socket to a gateway open (RP-40 to RP-45). Events of sockets that were given up are ignored. */
export function reduceConnection(
  state: Connection,
  event: ConnectionEvent,
  rules: MoveRules,
): ConnectionStep {
  return (ON_EVENT[event.type] as OnEvent<ConnectionEvent>)(state, event, rules);
}

/** Sends if the socket is open; otherwise `isSent` is false and nothing is queued (RP-44). */
export function sendOn(state: Connection, body: JsonHash): ConnectionStep & { readonly isSent: boolean } {
  const { phase } = state;
  if (phase.name !== 'open') return { state, effects: [], isSent: false };
  const seq = phase.seq + 1;
  const text = writeClientMessage(seq, body);
  return {
    state: { ...state, phase: { ...phase, seq } },
    effects: [{ type: 'send', socketId: phase.socketId, text }, START_HEARTBEAT],
    isSent: true,
  };
}

const ON_TIMER: Readonly<Record<ConnectionTimer, (state: Connection) => ConnectionStep>> = {
  heartbeat: (state) => sendOn(state, {}),
  silence: (state) =>
    state.phase.name === 'open' || state.phase.name === 'connecting'
      ? lose(state, state.phase.socketId, SILENCE_REASON)
      : unchanged(state),
  reconnect: (state) => (state.phase.name === 'waiting' ? connect(state) : unchanged(state)),
};

function start(state: Connection): ConnectionStep {
  const isIdle = state.phase.name === 'closed' || state.phase.name === 'failed';
  return isIdle ? connect({ ...state, attempts: 0 }) : unchanged(state);
}

function stop(state: Connection): ConnectionStep {
  const { phase } = state;
  const closing = socketsOf(state).map((socketId) => close(socketId, CLEAN_CLOSE_CODE, 'left'));
  const timers: readonly ConnectionEffect[] =
    phase.name === 'waiting' ? [{ type: 'stop-timer', timer: 'reconnect' }] : STOP_SOCKET_TIMERS;
  return { state: { ...state, phase: { name: 'closed' } }, effects: [...closing, ...timers] };
}

function connect(state: Connection): ConnectionStep {
  const socketId = state.lastSocketId + 1;
  return {
    state: { ...state, lastSocketId: socketId, phase: { name: 'connecting', socketId, url: null, sn: null } },
    effects: [{ type: 'fetch-ticket', socketId }],
  };
}

function openWithTicket(
  state: Connection,
  { socketId, ticket, url, sn }: Extract<ConnectionEvent, { type: 'ticket' }>,
): ConnectionStep {
  const { phase } = state;
  if (phase.name === 'connecting' && phase.socketId === socketId) {
    const open: ConnectionEffect = { type: 'open-socket', socketId, url: phase.url ?? url, ticket, sn };
    return { state: { ...state, phase: { ...phase, sn } }, effects: [open, START_SILENCE] };
  }
  if (phase.name === 'open' && phase.move?.socketId === socketId) {
    const open: ConnectionEffect = { type: 'open-socket', socketId, url: phase.move.url ?? url, ticket, sn };
    return { state: { ...state, phase: { ...phase, move: { ...phase.move, sn } } }, effects: [open] };
  }
  return unchanged(state);
}

function takeOpened(state: Connection, { socketId }: { readonly socketId: number }): ConnectionStep {
  const { phase } = state;
  const opened: Connection = { ...state, phase: { name: 'open', socketId, seq: 0, move: null } };
  const begin = (sn: number | null): readonly ConnectionEffect[] => [
    START_HEARTBEAT,
    START_SILENCE,
    { type: 'opened', sn },
  ];
  if (phase.name === 'connecting' && phase.socketId === socketId)
    return { state: opened, effects: begin(phase.sn) };
  if (phase.name === 'open' && phase.move?.socketId === socketId) {
    const leave = close(phase.socketId, CLEAN_CLOSE_CODE, 'moved');
    // If the address had an sn, the gateway's first message shows what was missed (RP-52), so no full status is fetched after a
    // move.
    const start = phase.move.sn === null ? begin(null) : [START_HEARTBEAT, START_SILENCE];
    return { state: opened, effects: [leave, ...start] };
  }
  return { state, effects: [close(socketId, CLEAN_CLOSE_CODE, 'not needed')] };
}

function takeClosed(
  state: Connection,
  { socketId, code }: { readonly socketId: number; readonly code: number },
): ConnectionStep {
  const { phase } = state;
  const isClean = code === CLEAN_CLOSE_CODE;
  if (isClean && phase.name === 'open' && phase.socketId === socketId && phase.move === null)
    return { state: { ...state, phase: { name: 'closed' } }, effects: STOP_SOCKET_TIMERS };
  if (isClean && phase.name === 'connecting' && phase.socketId === socketId)
    return { state: { ...state, phase: { name: 'closed' } }, effects: STOP_SOCKET_TIMERS };
  return lose(state, socketId, `${OTHER_ERROR}: closed with ${code}`);
}

/** Gives up a socket that was lost or never opened. Its close event may come much later or never, so it is not waited for. */
function lose(state: Connection, socketId: number, why: string): ConnectionStep {
  const { phase } = state;
  const code = why === SILENCE_REASON ? SILENCE_CLOSE_CODE : CLEAN_CLOSE_CODE;
  const closing: readonly ConnectionEffect[] = [close(socketId, code, why), { type: 'log', text: why }];
  if (phase.name === 'open' && phase.move?.socketId === socketId)
    return { state: { ...state, phase: { ...phase, move: null } }, effects: closing };
  if (phase.name === 'open' && phase.socketId === socketId && phase.move !== null) {
    // The old socket was closed before the move was complete: the new socket becomes the connection.
    const next: Connection = { ...state, phase: { name: 'connecting', ...phase.move } };
    return { state: next, effects: [...closing, { type: 'stop-timer', timer: 'heartbeat' }, START_SILENCE] };
  }
  const isCurrent = (phase.name === 'open' || phase.name === 'connecting') && phase.socketId === socketId;
  if (!isCurrent) return unchanged(state);
  const effects = [...closing, ...STOP_SOCKET_TIMERS];
  if (state.attempts >= MAX_RECONNECTS)
    return {
      state: { ...state, phase: { name: 'failed' } },
      effects: [...effects, { type: 'network-failed' }],
    };
  return {
    state: { ...state, attempts: state.attempts + 1, phase: { name: 'waiting' } },
    effects: [...effects, { type: 'start-timer', timer: 'reconnect', ms: RECONNECT_MS }],
  };
}

function takeMessage(
  state: Connection,
  { socketId, message }: Extract<ConnectionEvent, { type: 'received' }>,
  rules: MoveRules,
): ConnectionStep {
  const { phase } = state;
  if (phase.name !== 'open' || phase.socketId !== socketId) return unchanged(state);
  const received: Connection = { ...state, attempts: 0 };
  if (message.kind !== 'move')
    return { state: received, effects: [START_SILENCE, { type: 'pass-message', message }] };
  const refusal = refusalOfMove(message.url, phase.move !== null, rules);
  if (refusal !== null) return { state: received, effects: [START_SILENCE, { type: 'log', text: refusal }] };
  const move = { socketId: state.lastSocketId + 1, url: message.url, sn: null };
  return {
    state: { ...received, lastSocketId: move.socketId, phase: { ...phase, move } },
    effects: [START_SILENCE, { type: 'fetch-ticket', socketId: move.socketId }],
  };
}

function refusalOfMove(url: string, isMoving: boolean, rules: MoveRules): string | null {
  if (!isMoveAllowed(url, rules)) return `move to ${url.slice(0, 200)} refused`;
  return isMoving ? 'a move is under way already' : null;
}

function socketsOf({ phase }: Connection): readonly number[] {
  if (phase.name === 'connecting') return [phase.socketId];
  if (phase.name !== 'open') return [];
  return phase.move === null ? [phase.socketId] : [phase.socketId, phase.move.socketId];
}

function close(socketId: number, code: number, reason: string): ConnectionEffect {
  return { type: 'close-socket', socketId, code, reason };
}

function unchanged(state: Connection): ConnectionStep {
  return { state, effects: [] };
}
