import { generationOf, snOf, type Frame, type RoomLog, type UpdateFrames } from '@jawhara/room-sync';
import { keysOf } from './room-keys.ts';
import { CHANGE_ROOM, READ_ROOM, ROOM_LIFE_S } from './room-library.ts';
import { StorageAway, type StorageLink } from './storage-link.ts';

/** A gateway's queries and changes of rooms in Redis. */
export interface RoomStore {
  /** The stored sn of each room, 0 for none, whatever its generation. */
  readSns(rids: readonly string[]): Promise<readonly number[]>;
  readLog(rid: string): Promise<RoomLog>;
  /** Sn and last update, whether the batch was answered before, and the values of these fields (null: absent). */
  readForChange(rid: string, batchId: string, fields: readonly string[]): Promise<ReadRoom>;
  /** Sn and every value at one moment; null when the room is not live. */
  readAll(
    rid: string,
  ): Promise<{ readonly sn: number; readonly values: Readonly<Record<string, string>> } | null>;
  change(rid: string, change: RoomChange): Promise<ChangeAnswer>;
  /** Renews the expiry of rooms with sockets, so that their age does not remove them. */
  keep(rids: readonly string[]): Promise<void>;
}

export interface ReadRoom {
  readonly log: RoomLog;
  readonly isAnswered: boolean;
  readonly values: readonly (string | null)[];
}

export interface RoomChange {
  readonly kind: 'batch' | 'state';
  readonly generation: number;
  readonly seenSn: number;
  readonly newSn: number;
  readonly batchId: string;
  /** The time at which the caller signed it, in seconds. */
  readonly calledAtS: number;
  readonly frame: string;
  readonly message: string;
  /** Fields and values in turn; an empty value removes the field. */
  readonly fields: readonly string[];
}

export type ChangeAnswer =
  | { readonly kind: 'applied'; readonly sn: number }
  | { readonly kind: 'state-lost' | 'stale' | 'newer-generation' | 'older-than-state' | 'too-large' };

function framesOf(previous: string | null, last: string | null): UpdateFrames | null {
  if (last === null) return null;
  const frame = JSON.parse(last) as Frame;
  return previous === null ? [frame] : [JSON.parse(previous) as Frame, frame];
}

type AskStorage = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

/** A lost connection or a late answer is thrown as StorageAway: the caller tries again. An error of Redis itself is a fault. */
function askStorage(link: StorageLink): AskStorage {
  return async (work) => {
    link.generation();
    try {
      return await work();
    } catch (error) {
      const { message } = error as Error;
      if (/^(NOPERM|WRONGTYPE|ERR)/.test(message)) throw error;
      throw new StorageAway(message, error);
    }
  };
}

function logReader(link: StorageLink) {
  return (rid: string, [sn, previous, last]: readonly (string | null | undefined)[]): RoomLog => {
    const generation = link.generation();
    const stored = Number(sn ?? 0);
    const isLive = generationOf(stored) === generation && stored > snOf(generation, 0);
    return { rid, sn: stored, isLive, last: isLive ? framesOf(previous ?? null, last ?? null) : null };
  };
}

/** Loads the functions again if they were flushed while Redis kept running. */
async function withLibrary<Answer>(link: StorageLink, run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (!/Function not found/.test((error as Error).message)) throw error;
    await link.loadLibrary();
    return run();
  }
}

const META_FIELDS = ['sn', 'previous', 'frame'] as const;

function readers(link: StorageLink, ask: AskStorage): Omit<RoomStore, 'change' | 'keep'> {
  const { redis } = link;
  const logOf = logReader(link);
  return {
    readSns: (rids) =>
      ask(async () => {
        const sns = await Promise.all(rids.map((rid) => redis.hget(keysOf(rid).meta, 'sn')));
        return sns.map((sn) => Number(sn ?? 0));
      }),
    readLog: (rid) => ask(async () => logOf(rid, await redis.hmget(keysOf(rid).meta, ...META_FIELDS))),
    readForChange: (rid, batchId, fields) =>
      ask(async () => {
        const { meta, values, batches } = keysOf(rid);
        const [kind, sn, frame, ...read] = await withLibrary(
          link,
          () => redis.fcall_ro(READ_ROOM, 3, meta, values, batches, batchId, ...fields) as Promise<string[]>,
        );
        return {
          log: logOf(rid, [sn, null, frame || null]),
          isAnswered: kind === 'answered',
          values: read.map((value) => (value === '' ? null : value)),
        };
      }),
    readAll: (rid) =>
      ask(async () => {
        const { meta, values } = keysOf(rid);
        const answers = await redis.multi().hget(meta, 'sn').hgetall(values).exec();
        const [sn, all] = (answers ?? []).map(([error, value]) => {
          if (error) throw error;
          return value;
        }) as [string | null, Record<string, string>];
        const log = logOf(rid, [sn]);
        return log.isLive ? { sn: log.sn, values: all } : null;
      }),
  };
}

async function callChange(link: StorageLink, rid: string, change: RoomChange): Promise<string[]> {
  const { meta, values, batches, batchTimes, channel } = keysOf(rid);
  const { kind, generation, seenSn, newSn, batchId, calledAtS, frame, message, fields } = change;
  const keys = [meta, values, batches, batchTimes];
  const args = [kind, snOf(generation, 0), seenSn, newSn, batchId, calledAtS, frame, channel, message];
  return withLibrary(
    link,
    () => link.redis.fcall(CHANGE_ROOM, keys.length, ...keys, ...args, ...fields) as Promise<string[]>,
  );
}

export function createRoomStore(link: StorageLink): RoomStore {
  const ask = askStorage(link);
  return {
    ...readers(link, ask),
    change: (rid, change) =>
      ask(async () => {
        if (link.generation() !== change.generation) return { kind: 'stale' };
        const [kind = '', sn = ''] = await callChange(link, rid, change);
        return kind === 'applied'
          ? { kind, sn: Number(sn) }
          : { kind: kind as Exclude<ChangeAnswer['kind'], 'applied'> };
      }),
    keep: (rids) =>
      ask(async () => {
        const keys = rids.map(keysOf).flatMap((of) => [of.meta, of.values, of.batches, of.batchTimes]);
        await Promise.all(keys.map((key) => link.redis.expire(key, ROOM_LIFE_S)));
      }),
  };
}
