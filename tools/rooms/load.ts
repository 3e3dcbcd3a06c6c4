import { openStage, type RoomStage } from '../../apps/rooms/src/test/room-stage.ts';
import { compareFanOut, compareMemory, measureChanges } from './beside-bare.ts';
import { converge } from './converge.ts';
import { openRoomDatabase } from './room-database.ts';

/** `npm run rooms:load [converge] [fanout] [changes] [memory]`: measures rooms in sizes that take too long for every test run. */

const startedAt = Date.now();
const say = (line: string): void =>
  console.log(`[${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s] ${line}`);

const CROWD = { inLargeRoom: 2_000, smallRooms: 200, inSmallRoom: 10, changes: 20 };
const FAN_OUT = { sockets: 1_000, messages: 60 };
const IDLE_SOCKETS = 4_000;
const ON_OTHER_MS_MAX = 8_000;
const FAN_OUT_SHARE_MIN = 0.7;
const MEMORY_RATIO_MAX = 1.5;

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** Each part returns whether its goal was reached. */
const PARTS: Readonly<Record<string, (stage: RoomStage) => Promise<boolean>>> = {
  async converge(stage) {
    const result = await converge(stage, CROWD, say);
    say(`converge: ${JSON.stringify(result)}`);
    return result.onOtherMs < ON_OTHER_MS_MAX;
  },
  async fanout(stage) {
    const { gateway, bare, share } = await compareFanOut(stage, FAN_OUT);
    say(
      `fan-out: ${gateway.cpuMicroseconds.toFixed(2)} µs of CPU a message, bare ws ${bare.cpuMicroseconds.toFixed(2)} µs: ` +
        `${(share * 100).toFixed(0)} % (at least ${FAN_OUT_SHARE_MIN * 100} %)`,
    );
    say(
      `fan-out: ${Math.round(gateway.perSecond)} messages/s by the clock, bare ws ${Math.round(bare.perSecond)}`,
    );
    return share >= FAN_OUT_SHARE_MIN;
  },
  async changes(stage) {
    const { inlet, redis } = await measureChanges(stage);
    say(`a change: ${Math.round(inlet)} µs of CPU at the gateway, ${Math.round(redis)} µs in Redis`);
    return true;
  },
  async memory(stage) {
    const { gatewayBytes, bareBytes, ratio, acceptMicroseconds } = await compareMemory(stage, IDLE_SOCKETS);
    say(
      `memory: ${kilobytes(gatewayBytes)} an idle socket, bare ws ${kilobytes(bareBytes)}: ` +
        `${ratio.toFixed(2)} times (at most ${MEMORY_RATIO_MAX})`,
    );
    say(`a socket opened: ${Math.round(acceptMicroseconds)} µs of CPU`);
    return ratio <= MEMORY_RATIO_MAX;
  },
};

const named = process.argv.slice(2);
const database = await openRoomDatabase();
try {
  for (const [name, run] of Object.entries(PARTS)) {
    if (named.length > 0 && !named.includes(name)) continue;
    const stage = await openStage({
      databaseUrl: database.url,
      env: { LOG_LEVEL: 'warn', ROOM_ACCEPTS_PER_SECOND: '5000' },
    });
    try {
      const isReached = await run(stage);
      say(`${name}: ${isReached ? 'reached' : 'NOT reached'}`);
      if (!isReached) process.exitCode = 1;
    } finally {
      await stage.close();
    }
  }
} finally {
  await database.close();
}
process.exit();
