import type { Logger } from '../platform/logger.ts';
import type { Db } from '../platform/postgres.ts';
import type { Redis } from '../platform/redis.ts';
import { raiseAbove, raiseForRedis, readGeneration } from './generation.store.ts';
import { LIBRARY_CODE } from './room-library.ts';

/** Redis or PostgreSQL does not answer now. The caller retries: either nothing was changed, or the batch id shows that it was. */
export class StorageAway extends Error {
  constructor(why: string, cause?: unknown) {
    super(`room storage is away: ${why}`, { cause });
    this.name = 'StorageAway';
  }
}

/** The connection to storage, together with its generation (RP-55). */
export interface StorageLink {
  readonly redis: Redis;
  /** Throws StorageAway until a new connection has been compared with the stored generation. */
  generation(): number;
  isUsable(): boolean;
  /** Raises the generation above this one, in which the sn of a room went down, so data was lost. Once for all gateways. */
  raiseAbove(generation: number): Promise<void>;
  /** Reads the generation, which other gateways may have raised. If they have found another Redis process, reconnects. */
  refresh(): Promise<void>;
  loadLibrary(): Promise<void>;
  onGeneration(listener: (generation: number) => void): void;
  stop(): void;
}

export interface StorageDeps {
  readonly redis: Redis;
  readonly db: Db;
  readonly logger: Logger;
}

interface VerifiedStorage {
  readonly generation: number;
  readonly runId: string;
}

const VERIFY_AGAIN_MS = 300;

async function readRunId(redis: Redis): Promise<string> {
  const info = await redis.info('server');
  const runId = /^run_id:(\w+)/m.exec(info)?.[1];
  if (runId === undefined) throw new Error('Redis did not tell its run_id');
  return runId;
}

async function loadLibrary(redis: Redis): Promise<void> {
  await redis.function('LOAD', 'REPLACE', LIBRARY_CODE);
}

async function verifyStorage({ redis, db, logger }: StorageDeps): Promise<VerifiedStorage> {
  const runId = await readRunId(redis);
  await loadLibrary(redis);
  const isRaised = await raiseForRedis(db, runId);
  const { generation } = await readGeneration(db);
  if (isRaised) logger.warn({ generation }, 'another Redis: the generation of rooms was raised');
  return { generation, runId };
}

export function linkStorage(deps: StorageDeps): StorageLink {
  const { redis, db, logger } = deps;
  const listeners: ((generation: number) => void)[] = [];
  let verified: VerifiedStorage | null = null;
  /** Counts connections: the verification of an earlier connection is void. */
  let connection = 0;

  function take(next: VerifiedStorage): void {
    const isNew = verified?.generation !== next.generation;
    verified = next;
    if (isNew) for (const listener of listeners) listener(next.generation);
  }

  function verify(own: number): void {
    verifyStorage(deps).then(
      (storage) => {
        if (own === connection) take(storage);
      },
      (error: unknown) => {
        logger.warn({ err: (error as Error).message }, 'room storage is not verified yet');
        setTimeout(() => {
          if (own === connection) verify(own);
        }, VERIFY_AGAIN_MS);
      },
    );
  }

  function lose(): void {
    connection += 1;
    verified = null;
  }

  redis.on('ready', () => verify(connection));
  redis.on('close', lose);

  return {
    redis,
    generation() {
      if (verified === null) throw new StorageAway('not verified');
      return verified.generation;
    },
    isUsable: () => verified !== null,
    async raiseAbove(generation) {
      const isRaised = await raiseAbove(db, generation);
      if (isRaised) logger.warn({ generation }, 'an sn has fallen: the generation of rooms was raised');
      const stored = await readGeneration(db);
      if (verified !== null) take({ ...verified, generation: stored.generation });
    },
    async refresh() {
      const stored = await readGeneration(db);
      if (verified === null) return;
      if (stored.redisRunId === verified.runId) take({ ...verified, generation: stored.generation });
      else redis.disconnect(true);
    },
    loadLibrary: () => loadLibrary(redis),
    onGeneration: (listener) => void listeners.push(listener),
    stop: lose,
  };
}
