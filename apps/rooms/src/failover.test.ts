import { join } from 'node:path';
import { generationOf, readFullStatus } from '@jawhara/room-sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFailover, type RedisFailover } from './test/redis-failover.ts';
import { openRoomDatabase, type RoomDatabase } from './test/room-database.ts';
import { isSameState, openStage, readStatus, type RoomStage } from './test/room-stage.ts';
import { keepProducing } from './test/steady-producer.ts';

let database: RoomDatabase;
let stage: RoomStage;
let failover: RedisFailover | undefined;
beforeAll(async () => {
  database = await openRoomDatabase();
  stage = await openStage({
    databaseUrl: database.url,
    async prepareRedis(redis, dir) {
      failover = await startFailover(redis, join(dir, 'redis'), dir);
      return failover.env;
    },
  });
});
afterAll(async () => {
  await stage?.close();
  await failover?.stop();
  await database?.drop();
});

describe('[ROOM-09] a failover by Redis Sentinel', () => {
  it('after a failover of the Redis primary the room continues, and every client ends with the producer’s state', async () => {
    const steady = keepProducing(stage.producer('6001'), 30);
    const followers = Array.from({ length: 10 }, (_, i) => stage.follower('6001', i));
    for (const follower of followers) await expect.poll(() => follower.view().sn).not.toBeNull();
    const before = steady.sn();
    await stage.redis.part.kill();
    const sent = steady.sent();
    await expect.poll(() => steady.sent()).toBeGreaterThan(sent + 10);
    await steady.stop();
    expect(generationOf(steady.sn())).toBe(generationOf(before) + 1);
    for (const { url } of stage.gateways) {
      const status = readFullStatus(await readStatus(url, '6001'));
      expect(status && isSameState(status.tables, steady.producer.tables())).toBe(true);
    }
    for (const follower of followers)
      await expect.poll(() => isSameState(follower.view().tables, steady.producer.tables())).toBe(true);
    expect(followers.map(({ counts }) => counts.reconnects)).toEqual(followers.map(() => 0));
  });
});
