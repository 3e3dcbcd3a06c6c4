import { setTimeout as pause } from 'node:timers/promises';
import {
  applyToValues,
  nextUpdate,
  openRoomLog,
  parseJson,
  ROOM_TABLES,
  setWholeState,
  touchedKeys,
  writeReset,
  writeUpdate,
  type JsonValue,
  type RoomEntry,
  type RoomKey,
  type RoomLog,
  type RoomTables,
} from '@jawhara/room-sync';
import type { Clock } from '../platform/clock.ts';
import { writePublished } from '../storage/published-message.ts';
import { fieldOf } from '../storage/room-keys.ts';
import type { ChangeAnswer, ReadRoom, RoomChange, RoomStore } from '../storage/room-store.ts';
import { StorageAway, type StorageLink } from '../storage/storage-link.ts';
import type { InletCallHeaders } from './inlet-signature.ts';
import type { InletRequest } from './read-inlet-body.ts';

export interface ChangeDeps {
  readonly store: RoomStore;
  readonly link: StorageLink;
  readonly now: Clock;
}

/** The answer to the app's server (RP-62). `state-lost`: the server must send the room's whole state. */
export type InletAnswer =
  | { readonly result: 'applied'; readonly sn: number }
  | { readonly result: 'state-lost' }
  | { readonly result: 'refused'; readonly why: string };

/** The largest frame that a batch of commands may produce (RP-57). */
const FRAME_BYTES_MAX = 65_536;
/** Several gateways may change the same room at the same moment: in each try one of them succeeds, the others try again. */
const TRIES_MAX = 30;
const TRY_AGAIN_MS = 3;

type Prepared = Pick<RoomChange, 'newSn' | 'frame' | 'message' | 'fields'> | { readonly why: string };

const LOST: Prepared = { newSn: 0, frame: '', message: '', fields: [] };

function prepareBatch(
  log: RoomLog,
  commands: Extract<InletRequest, { kind: 'batch' }>['commands'],
  entries: readonly RoomEntry[],
  nowMs: number,
): Prepared {
  const { changed, malformed } = applyToValues(entries, commands);
  const [problem] = malformed;
  if (problem !== undefined) return { why: problem };
  const { log: next, update } = nextUpdate(log, commands);
  const frame = JSON.stringify(update.frames.at(-1));
  if (Buffer.byteLength(frame) > FRAME_BYTES_MAX)
    return { why: `a frame of more than ${FRAME_BYTES_MAX} bytes` };
  const head = {
    kind: 'update',
    sn: next.sn,
    frameCount: update.frames.length,
    publishedAtMs: nowMs,
  } as const;
  return {
    newSn: next.sn,
    frame,
    message: writePublished(head, writeUpdate(log.rid, update.frames)),
    fields: changed.flatMap(({ table, key, value }) => [
      fieldOf(table, key),
      value === undefined ? '' : JSON.stringify(value),
    ]),
  };
}

function prepareState(log: RoomLog, generation: number, tables: RoomTables, nowMs: number): Prepared {
  const { rid, sn } = setWholeState(log.isLive ? log : openRoomLog(log.rid, generation));
  const head = { kind: 'reset', sn, frameCount: 0, publishedAtMs: nowMs } as const;
  return {
    newSn: sn,
    frame: '',
    message: writePublished(head, writeReset(rid, sn)),
    fields: ROOM_TABLES.flatMap((table) =>
      [...tables[table]].flatMap(([key, value]) => [fieldOf(table, key), JSON.stringify(value)]),
    ),
  };
}

/** The answer for each result of Redis. Null: the room or the generation has changed meanwhile, so try again. */
const ANSWERS = {
  'state-lost': { result: 'state-lost' },
  'too-large': { result: 'refused', why: 'the state would be larger than 1 MiB' },
  'older-than-state': { result: 'refused', why: 'signed before the state that the room has' },
  stale: null,
  'newer-generation': null,
} as const satisfies Record<Exclude<ChangeAnswer['kind'], 'applied'>, InletAnswer | null>;

function answerOf(answer: ChangeAnswer): InletAnswer | null {
  return answer.kind === 'applied' ? { result: 'applied', sn: answer.sn } : ANSWERS[answer.kind];
}

interface SeenRoom {
  readonly generation: number;
  readonly room: ReadRoom;
  readonly keys: readonly RoomKey[];
  readonly nowMs: number;
}

function prepare(request: InletRequest, { generation, room, keys, nowMs }: SeenRoom): Prepared {
  const { log, isAnswered, values } = room;
  // Redis has stored the answer to this batch and returns it, so the new result does not matter.
  if (isAnswered) return LOST;
  if (request.kind === 'state') return prepareState(log, generation, request.tables, nowMs);
  if (!log.isLive) return LOST;
  const entries = keys.map((at, i) => ({ ...at, value: valueOf(values[i]) }));
  return prepareBatch(log, request.commands, entries, nowMs);
}

function valueOf(text: string | null | undefined): JsonValue | undefined {
  return text === null || text === undefined ? undefined : (parseJson(text) as JsonValue);
}

/** Reads the room, computes the change and stores it, again if the room has changed meanwhile (RP-63). Throws StorageAway. */
export async function changeRoom(
  { store, link, now }: ChangeDeps,
  request: InletRequest,
  { id: batchId, timestamp: calledAtS }: InletCallHeaders,
): Promise<InletAnswer> {
  const { rid, kind } = request;
  const keys = kind === 'batch' ? touchedKeys(request.commands) : [];
  const fields = keys.map(({ table, key }) => fieldOf(table, key));
  // Another gateway may have raised the generation: a state must not be set in an old one.
  if (kind === 'state') await link.refresh();
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    const generation = link.generation();
    const room = await store.readForChange(rid, batchId, fields);
    const prepared = prepare(request, { generation, room, keys, nowMs: now().getTime() });
    if ('why' in prepared) return { result: 'refused', why: prepared.why };
    const seenSn = room.log.sn;
    const stored = await store.change(rid, { ...prepared, kind, generation, seenSn, batchId, calledAtS });
    const answer = answerOf(stored);
    if (answer !== null) return answer;
    if (stored.kind === 'newer-generation') await link.refresh();
    await pause(TRY_AGAIN_MS * Math.min(tried, 10));
  }
  throw new StorageAway('the room changes faster than this batch could be applied');
}
