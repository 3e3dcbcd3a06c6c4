import { setTimeout as pause } from 'node:timers/promises';
import { generationOf, readFullStatus } from '@jawhara/room-sync';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openRoomDatabase, type RoomDatabase } from './test/room-database.ts';
import type { RoomFollower } from './test/room-follower.ts';
import { isSameState, openStage, readStatus, type RoomStage } from './test/room-stage.ts';
import { sampleBatch } from './test/sample-changes.ts';
import type { RoomProducer } from './play/room-producer.ts';
import { keepProducing } from './test/steady-producer.ts';

let database: RoomDatabase;
let stage: RoomStage;
beforeAll(async () => {
  database = await openRoomDatabase();
});
beforeEach(async () => {
  stage = await openStage({ databaseUrl: database.url });
});
afterEach(() => stage.close());
afterAll(() => database.drop());

async function asOwner<Answer>(work: (redis: Redis) => Promise<Answer>): Promise<Answer> {
  const redis = new Redis(stage.redis.urlOf('owner'));
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

async function openRoom(
  rid: string,
  changes: number,
): Promise<{ producer: RoomProducer; followers: RoomFollower[]; sn: number }> {
  const producer = stage.producer(rid);
  let sn = await producer.sendState();
  const followers = Array.from({ length: 8 }, (_, i) => stage.follower(rid, i));
  for (let n = 1; n <= changes; n += 1) sn = await producer.change(sampleBatch(n));
  for (const follower of followers) await expect.poll(() => follower.view().sn).toBe(sn);
  return { producer, followers, sn };
}

/** Every client ends with the state that the gateway serves, and this is the state that the producer has sent. */
async function expectAgreement(
  rid: string,
  producer: RoomProducer,
  followers: readonly RoomFollower[],
): Promise<void> {
  for (const { url } of stage.gateways) {
    const status = readFullStatus(await readStatus(url, rid));
    expect(status && isSameState(status.tables, producer.tables())).toBe(true);
  }
  for (const follower of followers)
    await expect.poll(() => isSameState(follower.view().tables, producer.tables())).toBe(true);
}

async function restartRedis(): Promise<void> {
  await stage.redis.part.kill();
  await stage.redis.part.start();
  await stage.redis.part.ready();
}

describe('[ROOM-09] loss of the storage', () => {
  it('after Redis restarts empty the producer sets the room’s state again, and the room’s sn continues higher (RP-55)', async () => {
    const { producer, followers, sn } = await openRoom('3001', 30);
    await restartRedis();
    const after = await producer.change(sampleBatch(31));
    expect(generationOf(after)).toBe(generationOf(sn) + 1);
    expect(producer.counts.states).toBe(2);
    await expectAgreement('3001', producer, followers);
    for (let n = 32; n <= 40; n += 1) await producer.change(sampleBatch(n));
    await expectAgreement('3001', producer, followers);
    expect(followers.map(({ counts }) => counts.reconnects)).toEqual(followers.map(() => 0));
  });

  it('after Redis is restored from an older state and changed again, every client ends with the producer’s state', async () => {
    const producer = stage.producer('3002');
    await producer.sendState();
    const followers = Array.from({ length: 8 }, (_, i) => stage.follower('3002', i));
    for (let n = 1; n <= 40; n += 1) await producer.change(sampleBatch(n));
    await asOwner((redis) => redis.save());
    let sn = 0;
    for (let n = 41; n <= 60; n += 1) sn = await producer.change(sampleBatch(n));
    for (const follower of followers) await expect.poll(() => follower.view().sn).toBe(sn);
    await restartRedis();
    expect(Number(await asOwner((redis) => redis.hget('jawhara:room:{3002}:meta', 'sn')))).toBe(sn - 20);
    for (let n = 61; n <= 90; n += 1) await producer.change(sampleBatch(n));
    await expectAgreement('3002', producer, followers);
    expect(generationOf(followers[0]!.view().sn ?? 0)).toBe(generationOf(sn) + 1);
  });

  it('the full status of a room whose state is lost is refused until the producer sets the state again (RP-03)', async () => {
    const { producer, sn } = await openRoom('3003', 3);
    await restartRedis();
    const { url } = stage.gateways[0]!;
    await expect
      .poll(() => readStatus(url, '3003').catch((error: Error) => error.message))
      .toBe('refused with 22071');
    expect(await producer.sendState()).toBeGreaterThan(sn);
    expect(readFullStatus(await readStatus(url, '3003'))).not.toBeNull();
  });

  it('when Redis loses its keys while running, the room gets one new generation and clients reach the producer’s state (RP-55)', async () => {
    const { producer, followers, sn } = await openRoom('3004', 10);
    await asOwner((redis) => redis.flushall());
    await expect
      .poll(async () => {
        const text = await (await fetch(stage.gateways[1]!.metricsUrl)).text();
        return Number(/jawhara_room_generation (\d+)/.exec(text)?.[1]);
      })
      .toBe(generationOf(sn) + 1);
    await producer.change(sampleBatch(11));
    await expectAgreement('3004', producer, followers);
    expect(generationOf(followers[0]!.view().sn ?? 0)).toBe(generationOf(sn) + 1);
  });

  it('an update lost by Redis pub/sub is noticed by the gateways, and every client ends with the producer’s state (RP-54)', async () => {
    const { producer, followers } = await openRoom('3005', 5);
    // Pub/sub delivers at most once: a subscriber that is disconnected loses the messages of that time.
    await asOwner((redis) => redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub'));
    await producer.change(sampleBatch(6));
    await expectAgreement('3005', producer, followers);
  });

  it('while Redis hangs, sockets stay open and heartbeats are answered, and updates continue afterwards', async () => {
    const steady = keepProducing(stage.producer('3006'), 50);
    const followers = Array.from({ length: 4 }, (_, i) => stage.follower('3006', i));
    for (const follower of followers) await expect.poll(() => follower.view().sn).not.toBeNull();
    const pid = stage.redis.part.pid()!;
    process.kill(pid, 'SIGSTOP');
    await pause(4_000);
    expect((await fetch(`${stage.gateways[0]!.url}/healthz`)).status).toBe(200);
    process.kill(pid, 'SIGCONT');
    const sent = steady.sent();
    await expect.poll(() => steady.sent()).toBeGreaterThan(sent + 5);
    await steady.stop();
    await expectAgreement('3006', steady.producer, followers);
    expect(followers.map(({ counts }) => counts.reconnects)).toEqual(followers.map(() => 0));
  });
});
