import { socketAddress } from '@jawhara/room-sync';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ORIGIN } from './test/gateway-process.ts';
import { openRoomDatabase, type RoomDatabase } from './test/room-database.ts';
import type { RoomFollower } from './test/room-follower.ts';
import { isSameState, openStage, type RoomStage } from './test/room-stage.ts';
import { sampleBatch } from './test/sample-changes.ts';
import { keepProducing } from './test/steady-producer.ts';

const DRAIN_SECONDS = 3;

let database: RoomDatabase;
let stage: RoomStage;
beforeAll(async () => {
  database = await openRoomDatabase();
});
beforeEach(async () => {
  stage = await openStage({ databaseUrl: database.url, drainSeconds: DRAIN_SECONDS });
});
afterEach(() => stage.close());
afterAll(() => database.drop());

async function followersAt(rid: string, count: number, gateway?: number): Promise<RoomFollower[]> {
  const followers = Array.from({ length: count }, (_, i) => stage.follower(rid, gateway ?? i));
  for (const follower of followers) await expect.poll(() => follower.view().sn).not.toBeNull();
  return followers;
}

describe('[ROOM-09] a gateway killed or drained', () => {
  it('clients of a killed gateway connect to another gateway within 8 s and end with the producer’s state', async () => {
    const steady = keepProducing(stage.producer('2001'), 50);
    const followers = await followersAt('2001', 16);
    const killedAtMs = Date.now();
    await stage.gateways[0]!.part.kill();
    for (const follower of followers.filter((_, i) => i % 2 === 0))
      await expect.poll(() => follower.openedAtMs.filter((at) => at >= killedAtMs)).not.toEqual([]);
    const slowest = Math.max(...followers.flatMap(({ openedAtMs }) => openedAtMs)) - killedAtMs;
    expect(slowest).toBeLessThan(8_000);
    await steady.stop();
    for (const follower of followers)
      await expect.poll(() => isSameState(follower.view().tables, steady.producer.tables())).toBe(true);
    expect(followers.map(({ counts }) => counts.networkFailures)).toEqual(followers.map(() => 0));
  });

  it('clients of a draining gateway are moved away little by little and miss no frame (RP-58)', async () => {
    const steady = keepProducing(stage.producer('2002'), 50);
    // The room has sockets on the other gateway too, as a large room has.
    await followersAt('2002', 2, 1);
    const followers = await followersAt('2002', 30, 0);
    const fetchesBefore = followers.map(({ counts }) => counts.fetches);
    const began = Date.now();
    await stage.gateways[0]!.part.stop();
    const tookMs = Date.now() - began;
    await steady.stop();
    for (const follower of followers)
      await expect.poll(() => isSameState(follower.view().tables, steady.producer.tables())).toBe(true);
    // A client that missed a frame would have seen a gap and fetched the full status.
    expect(followers.map(({ counts }) => counts.fetches)).toEqual(fetchesBefore);
    expect(followers.map(({ counts: { moves, reconnects } }) => [moves, reconnects])).toEqual(
      followers.map(() => [1, 0]),
    );
    const movedAtMs = followers.map(({ openedAtMs }) => openedAtMs.at(-1) ?? 0).toSorted((a, b) => a - b);
    const [first = 0, last = 0] = [movedAtMs[0], movedAtMs.at(-1)];
    const quarter = (last - first) / 4;
    expect(last - first).toBeGreaterThan((DRAIN_SECONDS * 1000) / 2);
    for (const n of [0, 1, 2, 3]) {
      const moved = movedAtMs.filter((at) => at >= first + n * quarter && at <= first + (n + 1) * quarter);
      expect(moved.length).toBeGreaterThan(2);
      expect(moved.length).toBeLessThan(15);
    }
    expect(tookMs).toBeLessThan(DRAIN_SECONDS * 1000 + 3_000);
  });

  it('a draining gateway accepts no new socket, still sends frames, and closes its last sockets with code 1012', async () => {
    const producer = stage.producer('2003');
    await producer.sendState();
    const { part, url, socketUrl } = stage.gateways[0]!;
    const address = () => socketAddress(socketUrl, { rid: '2003', ticket: stage.ticket('2003'), sn: null });
    const socket = new WebSocket(address(), { origin: ORIGIN });
    const texts: string[] = [];
    socket.on('message', (data: Buffer) => texts.push(data.toString()));
    const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)));
    await expect.poll(() => texts.length).toBe(1);
    const stopped = part.stop();
    await expect.poll(() => texts.at(-1)).toContain('10072');
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    const late = new WebSocket(address(), { origin: ORIGIN });
    const refused = new Promise<string>((resolve) => late.on('error', (error) => resolve(error.message)));
    expect(await refused).toContain('503');
    await producer.change(sampleBatch(1));
    await expect.poll(() => texts.at(-1)).toContain('11002');
    expect(await closed).toBe(1012);
    await stopped;
  });
});
