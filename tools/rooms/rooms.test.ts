import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type RoomStage } from '../../apps/rooms/src/test/room-stage.ts';
import { attackGateway } from './attack-gateway.ts';
import { converge } from './converge.ts';
import { openRoomDatabase } from './room-database.ts';

/**
 * Runs `npm run rooms:load` and `npm run rooms:hostile` in small sizes, to see that both work. Only the full sizes give figures.
 */

let database: Awaited<ReturnType<typeof openRoomDatabase>>;
let stage: RoomStage;
beforeAll(async () => {
  database = await openRoomDatabase();
  stage = await openStage({ databaseUrl: database.url, env: { LOG_LEVEL: 'warn' } });
});
afterAll(async () => {
  await stage?.close();
  await database?.close();
});

const quiet = () => {};

describe('rooms under load, small', () => {
  it('hostile frames of every kind do not crash the room gateway, and do not affect other clients', async () => {
    const result = await attackGateway(stage, { frames: 4_000, clients: 5, quietMs: 200 }, quiet);
    expect(result).toMatchObject({ isAlive: true, notClosed: [], areNeighboursUnharmed: true });
    expect(result.frames).toBeGreaterThanOrEqual(4_000);
  });

  it('all clients of large and small rooms reach the producers’ state although a gateway is killed', async () => {
    const crowd = { inLargeRoom: 60, smallRooms: 5, inSmallRoom: 4, changes: 5 };
    const result = await converge(stage, crowd, quiet);
    expect(result.sockets).toBe(80);
    expect(result.onOtherMs).toBeLessThan(8_000);
  });
});
