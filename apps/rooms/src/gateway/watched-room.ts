import {
  greetingOf,
  maySyncSn,
  positionAfterUpdate,
  positionAtOpen,
  writeHeartbeatAnswer,
  writeReset,
  writeSyncSn,
  writeUpdate,
  type Frame,
  type RoomLog,
  type UpdateFrames,
} from '@jawhara/room-sync';
import type { PublishedMessage } from '../storage/published-message.ts';
import { UNSENT_BYTES_MAX, unsentBytes, writeFrame, type RoomSocket } from './room-socket.ts';
import { textFrame } from './text-frame.ts';

export const HEARTBEAT_ANSWER = textFrame(writeHeartbeatAnswer());

export interface RecentUpdate {
  readonly sn: number;
  readonly frameCount: number;
  readonly frame: Buffer;
}

/** A client that is behind by at most this many changes, as during a move, gets each of them instead of fetching everything. */
const RECENT_MAX = 32;
const RECENT_BYTES_MAX = 262_144;

/** A room with sockets on this gateway: its last known state, and the sockets that get the next frame. */
export interface WatchedRoom {
  readonly rid: string;
  readonly sockets: Set<RoomSocket>;
  /** The number of the last change that this gateway has seen; 0 before the first. */
  sn: number;
  /** False until the app's server has set the whole state in this generation, that is, since Redis last lost data. */
  isLive: boolean;
  /** The last updates in the form sent to sockets, without a gap between them; empty after a whole state. */
  recent: readonly RecentUpdate[];
  /** Resolves when the room is subscribed to and was read. */
  ready: Promise<void>;
  emptySinceMs: number | null;
}

export function openWatchedRoom(rid: string, nowMs: number): WatchedRoom {
  return {
    rid,
    sockets: new Set(),
    sn: 0,
    isLive: false,
    recent: [],
    ready: Promise.resolve(),
    emptySinceMs: nowMs,
  };
}

/** Takes over the sn and the last update read from storage, unless the channel has already brought a later sn. */
export function takeLog(room: WatchedRoom, log: RoomLog): void {
  if (!log.isLive || log.sn < room.sn) return;
  room.isLive = true;
  room.sn = log.sn;
  if (log.sn === room.recent.at(-1)?.sn) return;
  const frame = log.last && textFrame(writeUpdate(room.rid, log.last));
  room.recent = frame === null ? [] : [{ sn: log.sn, frameCount: log.last?.length ?? 0, frame }];
}

/** The frame to send to every socket, or null if the message is not new. */
export function takePublished(room: WatchedRoom, message: PublishedMessage): Buffer | null {
  if (message.sn <= room.sn) return null;
  const frame = textFrame(message.text);
  const { sn, frameCount } = message;
  const isNext = room.sn === sn - 1;
  room.recent =
    message.kind === 'reset' ? [] : shorten([...(isNext ? room.recent : []), { sn, frameCount, frame }]);
  room.sn = sn;
  room.isLive = true;
  return frame;
}

/** Drops the oldest updates beyond the limits; the last one stays, however large it is. */
function shorten(updates: readonly RecentUpdate[]): readonly RecentUpdate[] {
  let bytes = 0;
  const tooMany = updates.findLastIndex(({ frame }, i) => {
    bytes += frame.length;
    return i < updates.length - 1 && (bytes > RECENT_BYTES_MAX || updates.length - i > RECENT_MAX);
  });
  return updates.slice(tooMany + 1);
}

export const resetFrame = ({ rid, sn }: Pick<WatchedRoom, 'rid' | 'sn'>): Buffer =>
  textFrame(writeReset(rid, sn));

/** Sends a frame to every socket that reads in time; returns their number. */
export function broadcast(room: WatchedRoom, frame: Buffer, nowMs: number): number {
  let sent = 0;
  for (const socket of room.sockets) {
    if (socket.slowSinceMs !== null) continue;
    if (unsentBytes(socket) > UNSENT_BYTES_MAX) {
      socket.slowSinceMs = nowMs;
      continue;
    }
    writeFrame(socket, frame);
    sent += 1;
  }
  return sent;
}

/** The frames of an update without their commands: which updates a client still lacks depends on the sn alone. */
function positionsOf({ sn, frameCount }: RecentUpdate): UpdateFrames {
  const last: Frame = { sn, commands: [] };
  return frameCount === 1 ? [last] : [{ sn: sn - 1, commands: [] }, last];
}

/** The updates that lead a client from its sn to the room's; only the last one if they do not reach back far enough. */
function updatesAfter({ recent }: WatchedRoom, clientSn: number | null): readonly RecentUpdate[] {
  const [oldest] = recent;
  const isCovered = clientSn !== null && oldest !== undefined && oldest.sn - oldest.frameCount <= clientSn;
  const missing = isCovered ? recent.filter(({ sn }) => sn > clientSn) : [];
  return missing.length > 0 ? missing : recent.slice(-1);
}

/** Adds a socket and sends its first frame without waiting in between, so that the socket misses no frame (RP-52, RP-53). */
export function join(room: WatchedRoom, socket: RoomSocket, clientSn: number | null): void {
  room.sockets.add(socket);
  room.emptySinceMs = null;
  const { rid, sn, isLive } = room;
  const last = room.recent.at(-1);
  const log = { rid, sn, isLive, last: last === undefined ? null : positionsOf(last) };
  const greeting = isLive ? greetingOf(log, clientSn) : ({ kind: 'heartbeat-answer' } as const);
  if (greeting.kind === 'reset') return writeFrame(socket, resetFrame(room));
  if (greeting.kind === 'heartbeat-answer') writeFrame(socket, HEARTBEAT_ANSWER);
  if (!isLive) return;
  let position = positionAtOpen(clientSn);
  for (const update of updatesAfter(room, clientSn)) {
    writeFrame(socket, update.frame);
    position = positionAfterUpdate(position, positionsOf(update));
  }
  if (maySyncSn(position, sn)) writeFrame(socket, textFrame(writeSyncSn(rid, sn)));
}
