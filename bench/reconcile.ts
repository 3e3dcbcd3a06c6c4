import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { financialActionsReport } from '../apps/sandbox/src/checkout-com/financial-actions-report.ts';
import { migrateDatabase } from '../apps/api/src/platform/migrate-database.ts';
import { connectPostgres } from '../apps/api/src/platform/postgres.ts';
import { AGREEING_DAY, movementsOf, ordersOf } from '../apps/api/src/reconciliation/test/agreeing-day.ts';
import { writeOrders } from '../apps/api/src/reconciliation/test/write-orders.ts';
import { asProgram } from '../tools/stack/postgres-login.ts';
import { createDatabase, dropDatabase, ensurePostgres } from '../tools/stack/postgres.ts';
import { REPOSITORY } from '../tools/stack/repository.ts';

/**
 * Shows that the memory of `ops reconcile` does not grow with its file. For each number of rows it makes a day whose books agree,
 * writes the provider's report, and runs the real command with a heap that holds only some ten thousand rows: if memory grew with
 * the file, the command would end. Prints the largest resident memory and the time.
 *
 *   node bench/reconcile.ts 5000 50000 500000
 */

const WATCH_EVERY_MS = 20;
const HEAP_MB = 64;
/** No engine listens here: the comparison does not use it. */
const NO_ENGINE = 'http://127.0.0.1:1';

interface Ran {
  readonly code: number | null;
  readonly said: string;
  readonly peakMb: number;
  readonly seconds: number;
}

function peakMbOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function reconcile(databaseUrl: string, file: string): Promise<Ran> {
  const argv = [
    `--max-old-space-size=${HEAP_MB}`,
    'apps/api/src/program/ops.ts',
    'reconcile',
    '--provider',
    '13',
    '--day',
    AGREEING_DAY,
    '--file',
    file,
  ];
  const began = performance.now();
  const child = spawn(process.execPath, argv, {
    cwd: REPOSITORY,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      RESTATE_INGRESS_URL: NO_ENGINE,
      RESTATE_ADMIN_URL: NO_ENGINE,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  let peakMb = 0;
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
  const watch = setInterval(() => (peakMb = Math.max(peakMb, peakMbOf(child.pid ?? 0))), WATCH_EVERY_MS);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(watch);
  return { code, said, peakMb, seconds: (performance.now() - began) / 1000 };
}

const postgres = await ensurePostgres();
const directory = await mkdtemp(join(tmpdir(), 'jawhara-bench-'));
const name = `jawhara_bench_reconcile_${process.pid}`;
let isWrong = false;
try {
  for (const rows of process.argv.slice(2).map(Number)) {
    const url = await createDatabase(postgres.url, name);
    const db = connectPostgres({ url, connectionsMax: 1 });
    await migrateDatabase(db);
    await writeOrders(db, ordersOf(rows));
    await db`analyze`;
    await db.end({ timeout: 5 });
    const file = join(directory, `financial-actions_${rows}.csv`);
    await pipeline(
      Readable.from(financialActionsReport(movementsOf(rows), 'BENCH')),
      createWriteStream(file),
    );
    const { code, said, peakMb, seconds } = await reconcile(asProgram(url), file);
    console.log(`${rows} rows: peak ${peakMb.toFixed(0)} MB, ${seconds.toFixed(1)} s, exit ${code}`);
    if (code !== 0) console.log(said.slice(0, 3_000));
    isWrong ||= code !== 0;
  }
} finally {
  await dropDatabase(postgres.url, name);
  await postgres.part?.stop();
  await rm(directory, { recursive: true, force: true });
}
process.exitCode = isWrong ? 1 : 0;
