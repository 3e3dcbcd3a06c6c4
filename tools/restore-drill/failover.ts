/**
 * `npm run failover-drill`: plays load on a primary with a synchronous standby. First the primary is killed and its standby
 * promoted; then the new primary is demoted while it runs, as an operator does before maintenance. No acknowledged order may be
 * lost, and the programs must leave the demoted server within 30 s.
 */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import postgres, { type Sql } from 'postgres';
import { hasFailed, type Check } from '../../chaos/check.ts';
import { countTheMoney } from '../../chaos/count-the-money.ts';
import { gatherOurSide, storiesOf, unfinishedFlows } from '../../chaos/gather-evidence.ts';
import { checkLines, ordersIn, storyLines } from '../../chaos/print-report.ts';
import { sandboxControls } from '../../chaos/sandbox-controls.ts';
import { shopClient } from '../../chaos/shop-client.ts';
import { whatIsOpen } from '../../chaos/what-is-open.ts';
import type { Part } from '../stack/part.ts';
import { HOST } from '../stack/ports.ts';
import { adminUrl } from '../stack/postgres-login.ts';
import { findPostgresBin, postgresHome, postgresUser, privatePostgres } from '../stack/private-postgres.ts';
import { startStack, type Stack } from '../stack/start-stack.ts';
import { waitUntil } from '../stack/wait-until.ts';
import { writeResults } from '../test/results.ts';
import { planDrill, playOrders, type Payers } from './play-orders.ts';

const TIMERS = {
  ASK_PROVIDER_AFTER_MS: '800',
  SWEEP_EVERY_MS: '500',
  LOG_LEVEL: 'warn',
  // A card in transit lies in a table that no standby has: its order is never sent to the provider, and expires.
  ORDER_EXPIRES_AFTER_MS: '30000',
};
const WITHIN_MS = 120_000;
const LEFT_WITHIN_MS = 30_000;
const LANES_MAX = 12;
const QUIET_LOOKS = 3;

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '400' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    port: { type: 'string', default: '5170' },
  },
});
const orders = Number(values.orders);
const basePort = Number(values.port);
const standbyPort = basePort + 32;
const quietWithinMs = 90_000 + 100 * orders;

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

const at = (stack: Stack, port: number): string => {
  const url = new URL(stack.urls.database);
  url.port = String(port);
  return url.href;
};

/**
 * Adds a standby by the steps of docs/operations/failover.md, from a base backup; the primary then waits for it at every commit.
 */
async function addStandby(primaryPort: number, dir: string, port: number): Promise<Part> {
  const home = postgresHome(dir);
  rmSync(join(home, 'data'), { recursive: true, force: true });
  const args = [
    '-h',
    HOST,
    '-p',
    String(primaryPort),
    '-U',
    'postgres',
    '-D',
    join(home, 'data'),
    '-R',
    '-X',
    'stream',
  ];
  const user = postgresUser();
  await promisify(execFile)(join(findPostgresBin(), 'pg_basebackup'), [...args, '--checkpoint=fast'], {
    cwd: home,
    ...user,
  });
  const standby = privatePostgres({ dir, port });
  await standby.start();
  await standby.ready();
  await withSql(adminUrl(primaryPort), async (sql) => {
    await sql`alter system set synchronous_standby_names = '*'`;
    await sql`select pg_reload_conf()`;
    await waitUntil(
      'a synchronous standby',
      async () => (await sql`select 1 from pg_stat_replication where sync_state = 'sync'`).length === 1,
      WITHIN_MS,
    );
  });
  return standby;
}

/** Promotes the standby and lets its commits wait for no other server, because it then runs alone. */
const promote = (port: number): Promise<void> =>
  withSql(adminUrl(port), async (sql) => {
    await sql`select pg_promote()`;
    await sql`alter system reset synchronous_standby_names`;
    await sql`select pg_reload_conf()`;
  });

const ordersAt = (stack: Stack, port: number): Promise<number> =>
  withSql(at(stack, port), async (sql) =>
    Number((await sql`select count(*) as count from orders`)[0]?.['count']),
  );

const acknowledged = ({ records }: Payers): string[] => records.flatMap(({ orderIds }) => [...orderIds]);

async function untilAcknowledged(payers: Payers, count: number): Promise<void> {
  await waitUntil(`${count} orders`, () => acknowledged(payers).length >= count, WITHIN_MS);
}

interface Times {
  readonly killedMs: number;
  readonly demotedMs: number;
}

async function playFailures(stack: Stack, payers: Payers, parts: Part[]): Promise<Times> {
  const primaryPort = stack.ports.postgres;
  const dirs = { first: join(stack.dir, 'failover-a'), second: join(stack.dir, 'failover-b') };
  parts.push(await addStandby(primaryPort, dirs.first, standbyPort));
  say('a synchronous standby follows');
  await untilAcknowledged(payers, Math.floor(orders / 5));

  await stack.part('postgres').kill();
  const killedAt = Date.now();
  const seen = acknowledged(payers).length;
  await promote(standbyPort);
  say(`primary killed with ${seen} orders acknowledged, standby promoted`);
  await untilAcknowledged(payers, seen + 3);
  const killedMs = Date.now() - killedAt;
  say(`orders are placed again after ${(killedMs / 1000).toFixed(1)} s`);

  parts.push(await addStandby(standbyPort, dirs.second, primaryPort));
  say('the old primary’s address has a new standby');
  await untilAcknowledged(payers, Math.floor((orders * 3) / 5));
  await withSql(adminUrl(standbyPort), async (sql) => {
    await sql`alter system set default_transaction_read_only = on`;
    await sql`select pg_reload_conf()`;
  });
  const demotedAt = Date.now();
  await promote(primaryPort);
  const before = await ordersAt(stack, primaryPort);
  say(`primary demoted while it runs, standby promoted with ${before} orders`);
  await waitUntil('an order', async () => (await ordersAt(stack, primaryPort)) > before, WITHIN_MS, 250);
  const connected = await withSql(
    adminUrl(standbyPort),
    (sql) => sql`select 1 from pg_stat_activity where application_name = 'jawhara-api'`,
  );
  const demotedMs = Date.now() - demotedAt;
  say(`left after ${(demotedMs / 1000).toFixed(1)} s, ${connected.length} connections stayed`);
  return { killedMs, demotedMs };
}

async function waitForQuiet(stack: Stack, sql: Sql): Promise<void> {
  const sandbox = sandboxControls(stack.urls.sandbox, stack.env['CHECKOUT_COM_SECRET_KEY'] ?? '');
  const storm = { busy: async () => 0, played: () => new Map(), stop: async () => {} };
  const deadline = Date.now() + quietWithinMs;
  let open: string[] = [];
  for (let quiet = 0; quiet < QUIET_LOOKS && Date.now() < deadline;) {
    await sleep(1_000);
    open = await whatIsOpen({ sql, sandbox, storm, adminUrl: stack.urls.restateAdmin });
    quiet = open.length === 0 ? quiet + 1 : 0;
  }
  if (open.length > 0) say(`still open: ${open.join(', ')}`);
}

async function count(stack: Stack, payers: Payers, times: Times): Promise<readonly Check[]> {
  const sandbox = sandboxControls(stack.urls.sandbox, stack.env['CHECKOUT_COM_SECRET_KEY'] ?? '');
  return withSql(at(stack, stack.ports.postgres), async (sql) => {
    await waitForQuiet(stack, sql);
    const evidence = {
      ...(await gatherOurSide(sql)),
      books: await sandbox.books(),
      payers: payers.records.map((one) => ({ ...one, orderIds: [...one.orderIds] })),
      chargedAgain: [],
      turned: [],
      turnedDown: [],
      unfinishedFlows: await unfinishedFlows(stack.urls.restateAdmin),
    };
    const stored = new Set<string>(evidence.orders.map(({ id }) => id));
    const seen = acknowledged(payers);
    const checks: Check[] = [
      {
        truth: 'every acknowledged order is there after two promotions',
        counted: seen.length,
        breaches: seen.filter((id) => !stored.has(id)),
      },
      {
        truth: 'a demoted primary is left within 30 s',
        counted: 1,
        breaches: times.demotedMs <= LEFT_WITHIN_MS ? [] : [`${times.demotedMs} ms`],
      },
      {
        truth: 'no payer met something that cannot be',
        counted: payers.records.length,
        breaches: payers.faults,
      },
      ...countTheMoney(evidence).filter(({ counted, breaches }) => counted > 0 || breaches.length > 0),
    ];
    const stories = await storiesOf(sql, ordersIn(checks.flatMap(({ breaches }) => breaches)));
    console.log(['', ...checkLines(checks), ...storyLines(stories), ''].join('\n'));
    return checks;
  });
}

async function main(): Promise<readonly Check[]> {
  const env = { ...TIMERS, DATABASE_STANDBYS: `${HOST}:${standbyPort}` };
  const stack = await startStack({ profile: 'chaos', parts: ['sandbox', 'api'], env, basePort, say });
  const parts: Part[] = [];
  const state = { isOver: false };
  try {
    const world = {
      shop: shopClient(stack.urls.api),
      sandbox: sandboxControls(stack.urls.sandbox, stack.env['CHECKOUT_COM_SECRET_KEY'] ?? ''),
      siteHost: new URL(stack.urls.site).host,
      isOver: () => state.isOver,
    };
    const lanes = Math.min(LANES_MAX, Math.ceil(orders / 4));
    const payers = playOrders(world, planDrill(Number(values.seed), orders), lanes);
    const times = await playFailures(stack, payers, parts);
    await Promise.race([payers.allEnded, sleep(quietWithinMs)]);
    state.isOver = true;
    await payers.allEnded;
    return await count(stack, payers, times);
  } finally {
    state.isOver = true;
    for (const part of parts) await part.stop();
    await stack.stop();
    for (const name of ['failover-a', 'failover-b'])
      rmSync(postgresHome(join(stack.dir, name)), { recursive: true, force: true });
  }
}

const checks = await main().catch((fault: unknown) => {
  console.error(fault);
  return [{ truth: String(fault), counted: 1, breaches: ['did not end'] }] satisfies Check[];
});
const failures = checks.filter(hasFailed).map(({ truth }) => truth);
const passed = checks.length - failures.length;
writeResults('failover-drill', { passed, failed: failures.length, failures });
console.log(`failover drill: ${passed} passed, ${failures.length} failed (seed ${values.seed})`);
process.exit(failures.length === 0 ? 0 : 1);
