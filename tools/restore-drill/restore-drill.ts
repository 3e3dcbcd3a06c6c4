/**
 * `npm run restore-drill`: loses a database and brings it back. Payers buy in a shop whose database archives its WAL; the database,
 * and the engine after its log was saved, are destroyed; a fresh cluster recovers to a time before the end, `ops order rebuild` runs
 * for every provider, twice, and then everything is counted. `--orders N`, `--seconds S` between restore point and end, `--seed S`,
 * `--port N`.
 */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PROVIDER_NUMBERS } from '@jawhara/domain';
import postgres, { type Sql } from 'postgres';
import { hasFailed } from '../../chaos/check.ts';
import { gatherOurSide, storiesOf, unfinishedFlows } from '../../chaos/gather-evidence.ts';
import { checkLines, ordersIn, storyLines } from '../../chaos/print-report.ts';
import { sandboxControls } from '../../chaos/sandbox-controls.ts';
import { shopClient } from '../../chaos/shop-client.ts';
import { whatIsOpen } from '../../chaos/what-is-open.ts';
import { postgresHome, privatePostgres } from '../stack/private-postgres.ts';
import { adminUrl } from '../stack/postgres-login.ts';
import { REPOSITORY } from '../stack/repository.ts';
import { startStack, type Stack } from '../stack/start-stack.ts';
import { waitUntil } from '../stack/wait-until.ts';
import { writeResults } from '../test/results.ts';
import { installBackups, saveEngineLog, type Backups } from './backups.ts';
import { countDrill, type RebuildCounts } from './count-drill.ts';
import { planDrill, playOrders } from './play-orders.ts';

const ORDERS = 2_000;
const SECONDS_BEFORE_END = 60;
const LANES_MAX = 40;
const TIMERS = { ASK_PROVIDER_AFTER_MS: '800', SWEEP_EVERY_MS: '500', LOG_LEVEL: 'warn' };
const BASE_PORT = 4470;
const WITHIN_MS = 10 * 60_000;
const QUIET_LOOKS = 3;

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: String(ORDERS) },
    seconds: { type: 'string', default: String(SECONDS_BEFORE_END) },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    port: { type: 'string', default: String(BASE_PORT) },
  },
});
const settings = {
  orders: Number(values.orders),
  seconds: Number(values.seconds),
  seed: Number(values.seed),
  port: Number(values.port),
  /** The time limit for all orders to be decided. Late ones take a minute; on a slow machine more orders take longer. */
  quietWithinMs: 90_000 + 100 * Number(values.orders),
};

const startedAt = Date.now();
const say = (line: string): void =>
  console.log(`[${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s] ${line}`);

async function withSql<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 2, connect_timeout: 15, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Archives WAL as a deployment's postgresql.conf does, but about six times between the restore point and the disaster. */
async function archiveWal(stack: Stack, { archiveCommand }: Backups): Promise<void> {
  const timeoutS = Math.max(1, Math.floor(settings.seconds / 6));
  await withSql(adminUrl(stack.ports.postgres), async (sql) => {
    await sql`alter system set archive_mode = on`;
    await sql.unsafe(`alter system set archive_command = '${archiveCommand}'`);
    await sql.unsafe(`alter system set archive_timeout = ${timeoutS}`);
  });
  const database = stack.part('postgres');
  await database.stop();
  await database.start();
  await database.ready();
}

/** Runs the operator's command line and returns its output. */
function ops(stack: Stack, ...args: readonly string[]): Promise<string> {
  return new Promise((done, failed) => {
    execFile(
      process.execPath,
      [join(REPOSITORY, 'apps/api/src/program/ops.ts'), ...args],
      { cwd: REPOSITORY, env: stack.env, maxBuffer: 64 * 1024 * 1024 },
      (fault, out, errors) =>
        fault === null ? done(out) : failed(new Error(`ops ${args.join(' ')}:\n${out}${errors}`)),
    );
  });
}

async function rebuild(stack: Stack, from: Date, log: string): Promise<RebuildCounts[]> {
  const counts: RebuildCounts[] = [];
  for (const provider of PROVIDER_NUMBERS) {
    const wanted = ['--provider', String(provider), '--from', from.toISOString(), '--log', log];
    const text = await ops(stack, 'order', 'rebuild', ...wanted, '--why', 'restore drill', '--yes');
    const number = (name: string): number =>
      Number(new RegExp(`${name} +(\\d+)`).exec(text)?.[1] ?? Number.NaN);
    counts.push({
      provider,
      inserted: number('inserted'),
      attempts: number('attempts added'),
      booked: number('booked as reported'),
      named: ordersIn([text.slice(text.indexOf('Not brought back'))]),
    });
  }
  return counts;
}

/** Brings the shop back after the disaster: the database, the orders made after the restore point, and the programs. */
async function restore(
  stack: Stack,
  backups: Backups,
  { target, dir }: { readonly target: Date; readonly dir: string },
): Promise<{ readonly tookMs: number; readonly rebuilt: RebuildCounts[]; readonly again: RebuildCounts[] }> {
  const lostAt = Date.now();
  const log = join(stack.dir, 'engine-log.json');
  await stack.part('api').stop();
  say(saveEngineLog(log, stack.urls.restateAdmin));
  await stack.part('restate').stop();
  rmSync(stack.restateDir, { recursive: true, force: true });

  say(await backups.run('restore', join(dir, 'data'), target.toISOString()));
  const fresh = privatePostgres({ dir, port: stack.ports.postgres });
  await stack.join(fresh);
  await withSql(stack.urls.database, (sql) =>
    waitUntil(
      'the recovery to end',
      async () => (await sql`select pg_is_in_recovery() as is`)[0]?.['is'] === false,
      WITHIN_MS,
    ),
  );
  const complaints = readFileSync(fresh.logFile, 'utf8')
    .split('\n')
    .filter((line) => /\b(ERROR|FATAL|PANIC)\b/.test(line) && !/starting up|not yet accepting/.test(line));
  if (complaints.length > 0) throw new Error(`the restored server complains:\n${complaints.join('\n')}`);
  say(`restored to ${target.toISOString()} after ${((Date.now() - lostAt) / 1000).toFixed(1)} s`);

  await stack.part('restate').start();
  await stack.part('restate').ready();
  const rebuilt = await rebuild(stack, target, log);
  const again = await rebuild(stack, target, log);
  await stack.part('api').start();
  await stack.part('api').ready();
  return { tookMs: Date.now() - lostAt, rebuilt, again };
}

/** Waits until several checks in a row find nothing undecided in the shop or at the providers. */
async function waitForQuiet(
  stack: Stack,
  sql: Sql,
  sandbox: ReturnType<typeof sandboxControls>,
): Promise<string[]> {
  const storm = { busy: async () => 0, played: () => new Map(), stop: async () => {} };
  const deadline = Date.now() + settings.quietWithinMs;
  let open: string[] = [];
  for (let quiet = 0; quiet < QUIET_LOOKS && Date.now() < deadline;) {
    await sleep(1_000);
    open = await whatIsOpen({ sql, sandbox, storm, adminUrl: stack.urls.restateAdmin });
    quiet = open.length === 0 ? quiet + 1 : 0;
  }
  return open;
}

async function main(): Promise<number> {
  const env = { ...TIMERS };
  const stack = await startStack({
    profile: 'chaos',
    parts: ['sandbox', 'api'],
    env,
    basePort: settings.port,
    say,
  });
  const backups = installBackups(join(stack.dir, 'backup'), stack.ports.postgres);
  const dir = postgresHome(join(stack.dir, 'restored'));
  try {
    return await drill(stack, backups, dir);
  } finally {
    await stack.stop();
    backups.remove();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function drill(stack: Stack, backups: Backups, dir: string): Promise<number> {
  await archiveWal(stack, backups);
  say(await backups.run('base-backup'));
  const sandbox = sandboxControls(stack.urls.sandbox, stack.env['CHECKOUT_COM_SECRET_KEY'] ?? '');
  const state = { isOver: false };
  const world = {
    shop: shopClient(stack.urls.api),
    sandbox,
    siteHost: new URL(stack.urls.site).host,
    isOver: () => state.isOver,
  };
  const lanes = Math.min(LANES_MAX, Math.ceil(settings.orders / 4));
  const payers = playOrders(world, planDrill(settings.seed, settings.orders), lanes);
  await payers.allStarted;
  const target = new Date(Date.now() - settings.seconds * 1_000);
  await withSql(adminUrl(stack.ports.postgres), (sql) =>
    waitUntil(
      'the archive to reach the restore point',
      async () => {
        const [row] = await sql<{ at: Date | null }[]>`select last_archived_time as at from pg_stat_archiver`;
        return (row?.at?.getTime() ?? 0) > target.getTime() + 1_000;
      },
      WITHIN_MS,
    ),
  );
  say(await backups.run('check-backup'));
  await stack.part('postgres').kill();
  say(`the database is gone, with ${payers.records.length} presses; restore point ${target.toISOString()}`);
  const { tookMs, rebuilt, again } = await restore(stack, backups, { target, dir });
  say(`open again after ${(tookMs / 1000).toFixed(1)} s`);
  await Promise.race([payers.allEnded, sleep(settings.quietWithinMs)]);
  say(`${payers.records.filter(({ end }) => end === 'open').length} payers still wait`);
  state.isOver = true;
  await payers.allEnded;
  const evidence = await withSql(stack.urls.database, async (sql) => {
    const open = await waitForQuiet(stack, sql, sandbox);
    if (open.length > 0) say(`still open: ${open.join(', ')}`);
    return {
      ...(await gatherOurSide(sql)),
      books: await sandbox.books(),
      payers: payers.records.map((one) => ({ ...one, orderIds: [...one.orderIds] })),
      chargedAgain: [],
      turned: [],
      turnedDown: [],
      unfinishedFlows: await unfinishedFlows(stack.urls.restateAdmin),
    };
  });

  const counted = countDrill({
    evidence,
    target,
    log: join(stack.dir, 'engine-log.json'),
    rebuilt,
    again,
    faults: payers.faults,
  });
  const stories = await withSql(stack.urls.database, (sql) =>
    storiesOf(sql, ordersIn(counted.checks.flatMap(({ breaches }) => breaches))),
  );
  const took = `  from the disaster to an open shop ${(tookMs / 1000).toFixed(1)} s`;
  const lines = ['', ...counted.lines, took, '', ...checkLines(counted.checks), ...storyLines(stories), ''];
  console.log(lines.join('\n'));
  const broken = counted.checks.filter(hasFailed).map(({ truth }) => truth);
  const failed = broken.length;
  const passed = counted.checks.length - failed;
  writeResults('restore-drill', { passed, failed, failures: broken });
  console.log(`restore drill: ${passed} passed, ${failed} failed (seed ${settings.seed})`);
  return failed;
}

const failed = await main().catch((fault: unknown) => {
  console.error(fault);
  writeResults('restore-drill', { passed: 0, failed: 1 });
  console.log(`restore drill: 0 passed, 1 failed (seed ${settings.seed})`);
  return 1;
});
process.exit(failed === 0 ? 0 : 1);
