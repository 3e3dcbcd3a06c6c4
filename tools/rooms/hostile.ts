import { openStage } from '../../apps/rooms/src/test/room-stage.ts';
import { attackGateway } from './attack-gateway.ts';
import { openRoomDatabase } from './room-database.ts';

/**
 * `npm run rooms:hostile [FRAMES]`: attacks a room gateway with 100,000 hostile frames, and measures the delays of other clients.
 */

const startedAt = Date.now();
const say = (line: string): void =>
  console.log(`[${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s] ${line}`);

const DELAY_RATIO_MAX = 1.5;
const MEMORY_GROWTH_MB_MAX = 150;

const frames = Number(process.argv[2] ?? 100_000);
const database = await openRoomDatabase();
const stage = await openStage({
  databaseUrl: database.url,
  env: { LOG_LEVEL: 'warn', ROOM_ACCEPTS_PER_SECOND: '5000' },
});
try {
  const result = await attackGateway(stage, { frames, clients: 50, quietMs: 4_000 }, say);
  const { p99Ms, rssMegabytes } = result;
  const ratio = p99Ms.attacked / Math.max(1, p99Ms.quiet);
  const growth = rssMegabytes.highest - rssMegabytes.before;
  const checks = {
    'no crash': result.isAlive,
    'offenders closed': result.notClosed.length === 0,
    'neighbours stay connected': result.areNeighboursUnharmed,
    [`p99 ${p99Ms.quiet} ms quiet, ${p99Ms.attacked} ms attacked: ${ratio.toFixed(2)} times`]:
      ratio <= DELAY_RATIO_MAX,
    [`memory ${rssMegabytes.before.toFixed(0)} MB, highest ${rssMegabytes.highest.toFixed(0)} MB, afterwards ${rssMegabytes.after.toFixed(0)} MB`]:
      growth < MEMORY_GROWTH_MB_MAX,
  };
  say(`${result.frames} frames over ${result.connections} connections`);
  if (result.notClosed.length > 0) say(`not closed: ${result.notClosed.join(', ')}`);
  for (const [name, isReached] of Object.entries(checks)) say(`${isReached ? 'ok ' : 'NOT'} ${name}`);
  if (Object.values(checks).includes(false)) process.exitCode = 1;
} finally {
  await stage.close();
  await database.close();
}
process.exit();
