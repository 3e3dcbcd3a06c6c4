import { isJsonHash, isJsonList, type JsonHash, type JsonValue, parseJson } from './json-value.ts';
import { isKnownMessageId, ROOM_MESSAGE_IDS } from './message-ids.ts';
import { isRoomId } from './room-id.ts';
import { isSn } from './sn.ts';
import { readTables, type RoomTables, tablesAsJson } from './tables.ts';
import type { Frame, UpdateFrames } from './update-decision.ts';

const UPDATE_TYPE = 2;
const SYNC_SN_TYPE = 3;

export interface FullStatus {
  readonly sn: number;
  readonly tables: RoomTables;
}

export interface UpdateMessage {
  readonly kind: 'update';
  readonly rid: string;
  readonly frames: UpdateFrames;
}

export interface SyncSnMessage {
  readonly kind: 'sync-sn';
  readonly rid: string;
  readonly sn: number;
}

export interface ResetMessage {
  readonly kind: 'reset';
  readonly rid: string;
  readonly sn: number;
}

export interface FullStatusMessage extends FullStatus {
  readonly kind: 'full-status';
  readonly rid: string;
}

export interface MoveMessage {
  readonly kind: 'move';
  readonly url: string;
}

/** A message that is ignored (RP-11); `why` is for the log. */
export interface DroppedMessage {
  readonly kind: 'dropped';
  readonly why: string;
}

/** The meaning of a text from a gateway. */
export type GatewayMessage =
  | { readonly kind: 'heartbeat-answer' }
  | UpdateMessage
  | SyncSnMessage
  | ResetMessage
  | FullStatusMessage
  | MoveMessage
  /** A message with a known id that changes no table. It is passed to the listeners of that id (RP-13). */
  | { readonly kind: 'other'; readonly id: number; readonly data: unknown }
  | { readonly kind: 'unknown'; readonly id: number }
  | DroppedMessage;

/** The meaning of a text from a client. */
export type ClientMessage = { readonly kind: 'heartbeat'; readonly seq: number } | DroppedMessage;

type DataReader = (data: JsonHash) => GatewayMessage | null;

const READERS: ReadonlyMap<number, DataReader> = new Map<number, DataReader>([
  [ROOM_MESSAGE_IDS.heartbeatAnswer, () => ({ kind: 'heartbeat-answer' })],
  [ROOM_MESSAGE_IDS.increment, readUpdate],
  [ROOM_MESSAGE_IDS.syncSn, (data) => readPosition('sync-sn', data, data['type'] === SYNC_SN_TYPE)],
  [ROOM_MESSAGE_IDS.resetSn, (data) => readPosition('reset', data, true)],
  [ROOM_MESSAGE_IDS.fullStatus, readFullStatusMessage],
  [ROOM_MESSAGE_IDS.socketUrlChange, ({ url }) => (typeof url === 'string' ? { kind: 'move', url } : null)],
]);

export function readGatewayMessage(text: string): GatewayMessage {
  const message = parseJson(text);
  if (!isJsonHash(message)) return dropped('the text is not a message');
  const { msg_id: id } = message;
  if (typeof id !== 'number') return dropped('the message has no msg_id');
  const body = parsedIfText(message['body']);
  if (!isJsonHash(body)) return dropped(`message ${id}: the body cannot be read`);
  if (body['result'] !== 0) return dropped(`message ${id}: result ${JSON.stringify(body['result'])}`);
  if (!isKnownMessageId(id)) return { kind: 'unknown', id };
  const data = parsedIfText(body['data']);
  const reader = READERS.get(id);
  if (reader === undefined) return { kind: 'other', id, data };
  return (isJsonHash(data) ? reader(data) : null) ?? dropped(`message ${id}: the data cannot be read`);
}

export function readClientMessage(text: string): ClientMessage {
  const message = parseJson(text);
  if (!isJsonHash(message)) return dropped('the text is not a message');
  const { msg_id: id, seq, body } = message;
  const isHeartbeat =
    (id === ROOM_MESSAGE_IDS.clientMessage || id === ROOM_MESSAGE_IDS.heartbeat) &&
    isJsonHash(body) &&
    Object.keys(body).length === 0;
  return isHeartbeat
    ? { kind: 'heartbeat', seq: Number.isSafeInteger(seq) ? (seq as number) : 0 }
    : dropped('the message is not a heartbeat');
}

/** Reads `{sn, room_status: "<JSON>"}`, as in the full-status response and in message 11000. */
export function readFullStatus(data: unknown): FullStatus | null {
  if (!isJsonHash(data) || !isSn(data['sn'])) return null;
  const status = parsedIfText(data['room_status']);
  return isJsonHash(status) ? { sn: data['sn'], tables: readTables(status).tables } : null;
}

/** Writes a client's message (RP-10). */
export function writeClientMessage(seq: number, body: JsonHash): string {
  return JSON.stringify({ msg_id: ROOM_MESSAGE_IDS.clientMessage, seq, body });
}

export function writeHeartbeat(seq: number): string {
  return writeClientMessage(seq, {});
}

export function writeHeartbeatAnswer(): string {
  return writeGatewayMessage(ROOM_MESSAGE_IDS.heartbeatAnswer, {});
}

export function writeUpdate(rid: string, frames: UpdateFrames): string {
  const { sn } = frames[1] ?? frames[0];
  return writeGatewayMessage(ROOM_MESSAGE_IDS.increment, { type: UPDATE_TYPE, rid, status: frames, sn });
}

export function writeSyncSn(rid: string, sn: number): string {
  return writeGatewayMessage(ROOM_MESSAGE_IDS.syncSn, { type: SYNC_SN_TYPE, rid, sn });
}

export function writeReset(rid: string, sn: number): string {
  return writeGatewayMessage(ROOM_MESSAGE_IDS.resetSn, { rid, sn });
}

export function writeFullStatus(rid: string, status: FullStatus): string {
  return writeGatewayMessage(ROOM_MESSAGE_IDS.fullStatus, { rid, ...fullStatusData(status) });
}

export function writeMove(url: string): string {
  return writeGatewayMessage(ROOM_MESSAGE_IDS.socketUrlChange, { url });
}

/** The data of a full status, for the HTTP response and for the message 11000. */
export function fullStatusData({ sn, tables }: FullStatus): {
  readonly sn: number;
  readonly room_status: string;
} {
  return { sn, room_status: JSON.stringify(tablesAsJson(tables)) };
}

/** Writes a message of any id, such as a comment that the app's servers send through a gateway. */
export function writeGatewayMessage(id: number, data: unknown): string {
  return JSON.stringify({ msg_id: id, body: { result: 0, message: '', data: JSON.stringify(data) } });
}

function readUpdate(data: JsonHash): UpdateMessage | null {
  const { type, rid, status, sn } = data;
  if (type !== UPDATE_TYPE || !isRoomId(rid) || !isJsonList(status)) return null;
  const [first, second, ...others] = status.map(readFrame);
  if (first === undefined || first === null || second === null || others.length > 0) return null;
  const frames: UpdateFrames = second === undefined ? [first] : [first, second];
  return sn === (second ?? first).sn ? { kind: 'update', rid, frames } : null;
}

function readFrame(value: JsonValue): Frame | null {
  if (!isJsonHash(value)) return null;
  const { sn, commands } = value;
  return isSn(sn) && isJsonList(commands) ? { sn, commands } : null;
}

function readPosition<Kind extends 'sync-sn' | 'reset'>(
  kind: Kind,
  { rid, sn }: JsonHash,
  isRightType: boolean,
): { readonly kind: Kind; readonly rid: string; readonly sn: number } | null {
  return isRightType && isRoomId(rid) && isSn(sn) ? { kind, rid, sn } : null;
}

function readFullStatusMessage(data: JsonHash): FullStatusMessage | null {
  const status = readFullStatus(data);
  return status !== null && isRoomId(data['rid'])
    ? { kind: 'full-status', rid: data['rid'], ...status }
    : null;
}

/** Body and data come as a value or as a JSON text, depending on the server. */
function parsedIfText(value: unknown): unknown {
  return typeof value === 'string' ? parseJson(value) : value;
}

function dropped(why: string): DroppedMessage {
  return { kind: 'dropped', why };
}
