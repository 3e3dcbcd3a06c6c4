import { applyCommands } from './apply-commands.ts';
import type { FullStatus, GatewayMessage, SyncSnMessage, UpdateMessage } from './messages.ts';
import { compareTables, emptyTables, type RoomKey, type RoomTables } from './tables.ts';
import { decideUpdate } from './update-decision.ts';

/** The pause before the full status is fetched once more, because the gap is still there or the fetch failed (RP-33, RP-35). */
export const FETCH_AGAIN_MS = 1000;
/** Updates buffered during a fetch; beyond that the oldest is dropped (RP-33). */
export const MAX_BUFFERED_MESSAGES = 256;

type BufferedMessage = UpdateMessage | SyncSnMessage;

/** The fetch of the full status: at most one runs, or waits for its time. */
export type ViewFetch =
  | { readonly kind: 'none' }
  | { readonly kind: 'waiting'; readonly fetchId: number }
  /**
   * `again`: a socket was opened meanwhile, so the response may miss changes from before the open, and one more fetch follows.
   */
  | { readonly kind: 'under-way'; readonly fetchId: number; readonly again: boolean };

/** A client's copy of its room, with the fetch and the messages that are to bring it up to date. */
export interface RoomView {
  readonly rid: string;
  /**
   * The sn of the tables: the number of the last change that they contain (RP-02). Null: they match no sn of the room (RP-34).
   */
  readonly sn: number | null;
  readonly tables: RoomTables;
  readonly fetch: ViewFetch;
  readonly buffered: readonly BufferedMessage[];
  readonly lastFetchId: number;
  readonly unknownIds: readonly number[];
}

export type RoomViewEvent =
  /** A socket is open: the first one, one after a reconnect, or that of a move without an sn. `sn` is the sn in its address. */
  | { readonly type: 'opened'; readonly sn: number | null }
  | { readonly type: 'message'; readonly message: GatewayMessage }
  | { readonly type: 'fetched'; readonly fetchId: number; readonly status: FullStatus }
  | { readonly type: 'fetch-failed'; readonly fetchId: number }
  /** The time of `wait-then-fetch` has passed. */
  | { readonly type: 'waited'; readonly fetchId: number }
  | { readonly type: 'room-changed'; readonly rid: string };

export type RoomViewEffect =
  /** Answered by `fetched` or `fetch-failed`. A later fetch replaces this one; the response of this one is then dropped. */
  | { readonly type: 'fetch-full-status'; readonly fetchId: number; readonly rid: string }
  | { readonly type: 'wait-then-fetch'; readonly fetchId: number; readonly ms: number }
  /** The new state is complete: call the listeners of these keys, once each. There is one such effect per frame. */
  | { readonly type: 'notify'; readonly keys: readonly RoomKey[] }
  | { readonly type: 'pass-on'; readonly id: number; readonly data: unknown }
  | { readonly type: 'log'; readonly text: string };

export interface RoomViewStep {
  readonly state: RoomView;
  readonly effects: readonly RoomViewEffect[];
}

export function openRoomView(rid: string): RoomView {
  return {
    rid,
    sn: null,
    tables: emptyTables(),
    fetch: { kind: 'none' },
    buffered: [],
    lastFetchId: 0,
    unknownIds: [],
  };
}

type OnEvent<Event> = (state: RoomView, event: Event) => RoomViewStep;
const ON_EVENT: {
  readonly [Type in RoomViewEvent['type']]: OnEvent<Extract<RoomViewEvent, { type: Type }>>;
} = {
  opened: fetchAfterOpen,
  message: (state, { message }) =>
    'rid' in message && message.rid !== state.rid
      ? log(state, `${message.kind} of room ${message.rid} dropped`)
      : (ON_MESSAGE[message.kind] as OnEvent<GatewayMessage>)(state, message),
  fetched: (state, { fetchId, status }) =>
    isUnderWay(state, fetchId)
      ? takeFetched(state, status)
      : log(state, `full status of fetch ${fetchId} came too late`),
  'fetch-failed': (state, { fetchId }) =>
    isUnderWay(state, fetchId) ? waitThenFetch(state) : unchanged(state),
  waited: (state, { fetchId }) =>
    state.fetch.kind === 'waiting' && state.fetch.fetchId === fetchId ? startFetch(state) : unchanged(state),
  'room-changed': changeRoom,
};

const ON_MESSAGE: {
  readonly [Kind in GatewayMessage['kind']]: OnEvent<Extract<GatewayMessage, { kind: Kind }>>;
} = {
  update: judgeOrBuffer,
  'sync-sn': judgeOrBuffer,
  reset: takeReset,
  'full-status': (state, status) =>
    takeStatus(state, status, (next) => judgeThen(next, next.fetch.kind === 'none' ? startFetch : unchanged)),
  other: (state, { id, data }) => ({ state, effects: [{ type: 'pass-on', id, data }] }),
  unknown: logUnknownId,
  dropped: (state, { why }) => log(state, why),
  'heartbeat-answer': unchanged,
  move: unchanged,
};

/** Follows a room (RP-13, RP-14 and RP-30 to RP-37). */
export function reduceRoomView(state: RoomView, event: RoomViewEvent): RoomViewStep {
  return (ON_EVENT[event.type] as OnEvent<RoomViewEvent>)(state, event);
}

/**
 * A full status that is fetched after the open contains everything that was buffered before the open (RP-36). A gateway that got
 * no sn cannot report that ours is ahead, so the full status is accepted whatever its sn (RP-34).
 */
function fetchAfterOpen(before: RoomView, { sn }: { readonly sn: number | null }): RoomViewStep {
  const state: RoomView = { ...before, buffered: [], sn: sn === null ? null : before.sn };
  // A waiting fetch will begin after the open, which is enough.
  if (state.fetch.kind === 'waiting') return unchanged(state);
  // Without an sn any status is accepted, so a response from before the open must not be used.
  if (state.fetch.kind === 'none' || state.sn === null) return startFetch(state);
  return unchanged({ ...state, fetch: { ...state.fetch, again: true } });
}

function judgeOrBuffer(state: RoomView, message: BufferedMessage): RoomViewStep {
  return state.fetch.kind === 'none'
    ? judgeThen({ ...state, buffered: [message] }, startFetch)
    : unchanged(buffer(state, message));
}

/**
 * After a reset (11006) the room's sn may be lower, so the next full status is accepted whatever its sn (RP-34). Updates from
 * before the reset are dropped.
 */
function takeReset(state: RoomView): RoomViewStep {
  const next: RoomView = { ...state, sn: null, buffered: [] };
  return next.fetch.kind === 'waiting' ? unchanged(next) : startFetch(next);
}

function takeFetched(state: RoomView, status: FullStatus): RoomViewStep {
  const again = state.fetch.kind === 'under-way' && state.fetch.again;
  return takeStatus({ ...state, fetch: { kind: 'none' } }, status, (next) => {
    const judged = judgeThen(next, waitThenFetch);
    return again && judged.state.fetch.kind === 'none' ? then(judged, startFetch) : judged;
  });
}

/** Replaces the tables if the status is newer, or if the tables belong to no sn. */
function takeStatus(
  state: RoomView,
  status: FullStatus,
  next: (state: RoomView) => RoomViewStep,
): RoomViewStep {
  if (state.sn !== null && status.sn <= state.sn) return next(state);
  const { tables, changed } = compareTables(state.tables, status.tables);
  return then({ state: { ...state, sn: status.sn, tables }, effects: notify(changed) }, next);
}

/** Applies the buffered messages in order, up to the first gap; the messages after the gap stay buffered. */
function judgeThen(start: RoomView, onGap: (state: RoomView) => RoomViewStep): RoomViewStep {
  const effects: RoomViewEffect[] = [];
  let state = start;
  while (state.buffered.length > 0) {
    const [message, ...later] = state.buffered as [BufferedMessage, ...BufferedMessage[]];
    if (message.kind === 'sync-sn') {
      state = { ...state, sn: state.sn === null ? null : Math.max(state.sn, message.sn) };
    } else {
      const decision = decideUpdate(state.sn, message.frames);
      if (decision === 'gap') return then({ state, effects }, onGap);
      if (decision !== 'ignore') {
        for (const frame of decision.apply) {
          const { tables, changed, malformed } = applyCommands(state.tables, frame.commands);
          const isMalformed = malformed.length > 0;
          // After a malformed command the tables belong to no sn, and the frame must stay buffered (RP-22).
          state = { ...state, tables, sn: isMalformed ? null : frame.sn };
          effects.push(...notify(changed), ...malformed.map(logEffect));
          if (isMalformed) return then({ state, effects }, onGap);
        }
      }
    }
    state = { ...state, buffered: later };
  }
  return { state, effects };
}

/**
 * Beyond the limit the oldest messages are dropped, up to the next update. A sync sn would hide the gap if it stayed without the
 * updates before it.
 */
function buffer(state: RoomView, message: BufferedMessage): RoomView {
  const buffered = [...state.buffered, message];
  if (buffered.length <= MAX_BUFFERED_MESSAGES) return { ...state, buffered };
  const first = buffered.findIndex(({ kind }, i) => i > 0 && kind === 'update');
  return { ...state, buffered: first < 0 ? [] : buffered.slice(first) };
}

function changeRoom(state: RoomView, { rid }: { readonly rid: string }): RoomViewStep {
  const { lastFetchId, unknownIds } = state;
  const opened = { ...openRoomView(rid), lastFetchId, unknownIds };
  return { state: opened, effects: notify(compareTables(state.tables, opened.tables).changed) };
}

function startFetch(state: RoomView): RoomViewStep {
  const fetchId = state.lastFetchId + 1;
  return {
    state: { ...state, lastFetchId: fetchId, fetch: { kind: 'under-way', fetchId, again: false } },
    effects: [{ type: 'fetch-full-status', fetchId, rid: state.rid }],
  };
}

function waitThenFetch(state: RoomView): RoomViewStep {
  const fetchId = state.lastFetchId + 1;
  return {
    state: { ...state, lastFetchId: fetchId, fetch: { kind: 'waiting', fetchId } },
    effects: [{ type: 'wait-then-fetch', fetchId, ms: FETCH_AGAIN_MS }],
  };
}

function isUnderWay({ fetch }: RoomView, fetchId: number): boolean {
  return fetch.kind === 'under-way' && fetch.fetchId === fetchId;
}

function then(step: RoomViewStep, next: (state: RoomView) => RoomViewStep): RoomViewStep {
  const { state, effects } = next(step.state);
  return { state, effects: [...step.effects, ...effects] };
}

function unchanged(state: RoomView): RoomViewStep {
  return { state, effects: [] };
}

function notify(keys: readonly RoomKey[]): readonly RoomViewEffect[] {
  return keys.length === 0 ? [] : [{ type: 'notify', keys }];
}

function logEffect(text: string): RoomViewEffect {
  return { type: 'log', text };
}

function log(state: RoomView, text: string): RoomViewStep {
  return { state, effects: [logEffect(text)] };
}

function logUnknownId(state: RoomView, { id }: { readonly id: number }): RoomViewStep {
  if (state.unknownIds.includes(id)) return unchanged(state);
  return log({ ...state, unknownIds: [...state.unknownIds, id] }, `unknown message id ${id}`);
}
