import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFullStatus } from '@jawhara/room-sync';
import { openRoomDatabase, type RoomDatabase } from './test/room-database.ts';
import { isSameState, openStage, readStatus, type RoomStage } from './test/room-stage.ts';
import { sampleBatch } from './test/sample-changes.ts';

let database: RoomDatabase;
let stage: RoomStage;
beforeAll(async () => {
  database = await openRoomDatabase();
  stage = await openStage({ databaseUrl: database.url });
});
afterAll(async () => {
  await stage?.close();
  await database?.drop();
});

describe('[ROOM-09] a room on two gateways', () => {
  it('clients on two gateways all end with the room state that the producer sent', async () => {
    const producer = stage.producer('1001');
    await producer.sendState();
    const followers = Array.from({ length: 20 }, (_, i) => stage.follower('1001', i));
    for (let n = 1; n <= 60; n += 1) await producer.change(sampleBatch(n));
    for (const follower of followers)
      await expect.poll(() => isSameState(follower.view().tables, producer.tables())).toBe(true);
    for (const { url } of stage.gateways) {
      const status = readFullStatus(await readStatus(url, '1001'));
      expect(status && isSameState(status.tables, producer.tables())).toBe(true);
    }
    expect(followers.map(({ counts }) => counts.reconnects)).toEqual(followers.map(() => 0));
  });
});
