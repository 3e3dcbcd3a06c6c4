import postgres, { type Sql } from 'postgres';
import { startStack, type Stack } from '../tools/stack/start-stack.ts';
import { waitUntil } from '../tools/stack/wait-until.ts';
import { writeResults } from '../tools/test/results.ts';
import { hasFailed } from './check.ts';
import { countTheMoney } from './count-the-money.ts';
import type { Evidence } from './evidence.ts';
import { faultsOf } from './faults.ts';
import {
  endsOf,
  gatherOurSide,
  undecidedOrders,
  unfinishedFlows,
  unfinishedWork,
} from './gather-evidence.ts';
import { planOrders } from './plan-orders.ts';
import { playPayer, type Told } from './play-payer.ts';
import { checkLines, countLines, providerLines, recoveryLines } from './print-report.ts';
import { readArguments } from './read-arguments.ts';
import { runWave, type WaveStory, type WaveWorld } from './run-wave.ts';
import { sandboxControls } from './sandbox-controls.ts';
import { shopClient } from './shop-client.ts';

/** Short, so that minutes show what would take an hour. A larger crowd needs longer until all of it has been heard. */
const EXPIRES_AFTER_MS = 30_000;
const EXPIRES_LATER_BY_MS_AN_ORDER = 100;
const ORDERS_OF_A_SMALL_CROWD = 100;
const TIMERS = {
  ASK_PROVIDER_AFTER_MS: '800',
  SWEEP_EVERY_MS: '500',
  LOG_LEVEL: 'warn',
};
const LOOK_EVERY_MS = 1_000;
const QUIET_AFTER_EXPIRY_WITHIN_MS = 45_000;

const startedAt = Date.now();
const say = (line: string): void => {
  console.log(`[${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s] ${line}`);
};

const { orders, seed } = readArguments(process.argv.slice(2), Math.random);
const expiresAfterMs =
  EXPIRES_AFTER_MS + Math.max(0, orders - ORDERS_OF_A_SMALL_CROWD) * EXPIRES_LATER_BY_MS_AN_ORDER;
say(`chaos with ${orders} orders in flight for each fault, seed ${seed}`);
const failed = await main().catch((fault: unknown) => {
  console.error(fault);
  writeResults('chaos', { passed: 0, failed: 1 });
  console.log(`chaos: 0 passed, 1 failed (seed ${seed})`);
  return 1;
});
process.exit(failed === 0 ? 0 : 1);

async function main(): Promise<number> {
  const env = { ...TIMERS, ORDER_EXPIRES_AFTER_MS: String(expiresAfterMs) };
  const stack = await startStack({ profile: 'chaos', parts: ['sandbox', 'api'], env, say });
  const sql = postgres(stack.urls.database, { max: 3, connect_timeout: 2, onnotice: () => {} });
  try {
    return await chaos(stack, sql);
  } finally {
    await sql.end({ timeout: 1 });
    await stack.stop();
  }
}

async function chaos(stack: Stack, sql: Sql): Promise<number> {
  const sandbox = sandboxControls(stack.urls.sandbox, stack.env['CHECKOUT_COM_SECRET_KEY'] ?? '');
  const faults = faultsOf(stack, sandbox);
  const plan = planOrders(
    seed,
    faults.map(({ trouble }) => trouble),
    orders,
  );
  const told: Told[] = [];
  const chargedAgain: string[] = [];
  const turned: string[] = [];
  const trouble: string[] = [];
  let isOver = false;
  let playing = 0;
  const world: WaveWorld = {
    sql,
    say,
    shop: shopClient(stack.urls.api),
    sandbox,
    isOver: () => isOver,
    tell: (one) => void told.push(one),
    chargedAgain: (orderId) => void chargedAgain.push(orderId),
    turned: (orderId) => void turned.push(orderId),
    play(order) {
      playing += 1;
      playPayer(world, order)
        .catch((fault: unknown) => trouble.push(fault instanceof Error ? fault.message : String(fault)))
        .finally(() => (playing -= 1));
    },
  };

  const stories: WaveStory[] = [];
  for (const [index, fault] of faults.entries()) {
    const wave = plan.waves[index];
    if (wave) stories.push(await runWave(world, fault, index + 1, wave));
  }

  say('no more faults; waiting until nothing is open');
  const open = async (): Promise<string[]> => {
    const undecided = await undecidedOrders(sql);
    const { notifications, refunds, rivals } = await unfinishedWork(sql);
    const { held, waiting } = await sandbox.webhookCounts();
    const flows = await unfinishedFlows(stack.urls.restateAdmin);
    const counts = {
      orders: undecided.length,
      notifications,
      refunds,
      rivals,
      webhooks: held + waiting,
      flows: flows.length,
    };
    return Object.entries(counts).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []));
  };
  const quietWithinMs = expiresAfterMs + QUIET_AFTER_EXPIRY_WITHIN_MS;
  await waitUntil('quiet', async () => (await open()).length === 0, quietWithinMs, LOOK_EVERY_MS).catch(
    async () => say(`still open: ${(await open()).join(', ')}`),
  );
  // A payer with a held order watches for ever; the others have heard by now.
  await waitUntil('the payers', () => playing <= heldPayers(told), 4_000).catch(() => {});
  isOver = true;
  await waitUntil('the payers to leave', () => playing === 0, 35_000);

  const evidence: Evidence = {
    ...(await gatherOurSide(sql)),
    books: await sandbox.books(),
    told: told.map((one) => ({ ...one, orderIds: [...one.orderIds] })),
    chargedAgain,
    turned,
    unfinishedFlows: await unfinishedFlows(stack.urls.restateAdmin),
  };
  return report(evidence, stories, sql, await sandbox.webhookCounts(), trouble);
}

function heldPayers(told: readonly Told[]): number {
  return told.filter(({ end, orderIds }) => end === 'open' && orderIds.size > 0).length;
}

async function report(
  evidence: Evidence,
  stories: readonly WaveStory[],
  sql: Sql,
  webhooks: Parameters<typeof countLines>[1],
  trouble: readonly string[],
): Promise<number> {
  const checks = [
    ...countTheMoney(evidence),
    { truth: 'no payer met something that cannot be', counted: evidence.told.length, breaches: trouble },
  ];
  const ends = await Promise.all(
    stories.map(async (story) => ({ story, ends: await endsOf(sql, story.inFlight) })),
  );
  const parts = [
    countLines(evidence, webhooks),
    providerLines(evidence),
    recoveryLines(ends),
    checkLines(checks),
  ];
  console.log(['', ...parts.flatMap((lines) => [...lines, ''])].join('\n'));
  const failed = checks.filter(hasFailed).length;
  writeResults('chaos', { passed: checks.length - failed, failed });
  console.log(`chaos: ${checks.length - failed} passed, ${failed} failed (seed ${seed})`);
  return failed;
}
