import { setTimeout as sleep } from 'node:timers/promises';
import { PROVIDER_NUMBERS } from '@jawhara/domain';
import postgres, { type Sql } from 'postgres';
import { startStack, type Stack } from '../tools/stack/start-stack.ts';
import { answersOk, waitUntil } from '../tools/stack/wait-until.ts';
import { FIRST_BUILD } from '../tools/stack/machines.ts';
import { writeResults } from '../tools/test/results.ts';
import { hasFailed } from './check.ts';
import { countTheMails, crashesCame, mailLines } from './count-the-mails.ts';
import { countTheMoney } from './count-the-money.ts';
import type { Evidence, MailEvidence } from './evidence.ts';
import { engineFaultsOf, faultsOf } from './faults.ts';
import {
  countStories,
  endsOf,
  gatherMails,
  gatherOurSide,
  mismatchedFlows,
  storiesOf,
  unfinishedFlows,
} from './gather-evidence.ts';
import { runUndelivered } from './mail-crashes.ts';
import { startOperators } from './operators.ts';
import type { ConsentRecord, PayerRecord } from './payer-world.ts';
import { planAftermaths } from './plan-aftermath.ts';
import { LARGE_WAVE, planOrders } from './plan-orders.ts';
import { playPayer } from './play-payer.ts';
import {
  checkLines,
  countLines,
  ordersIn,
  providerLines,
  recoveryLines,
  storyLines,
  troubleLines,
} from './print-report.ts';
import { readArguments } from './read-arguments.ts';
import { releasesOf, type Releases } from './releases.ts';
import { runLateCrowd } from './run-late-crowd.ts';
import { runWave, type WaveStory, type WaveWorld } from './run-wave.ts';
import { sandboxControls, type SandboxControls } from './sandbox-controls.ts';
import { CANCEL_REASON, shopClient } from './shop-client.ts';
import { stopLine, stopsInTime, type Stop } from './stops.ts';
import { startStorm, type Storm } from './storm.ts';
import { sum } from './sum.ts';
import { countTroubles, troublesWerePlayed, type TroubleCounts } from './trouble-counts.ts';
import { whatIsOpen } from './what-is-open.ts';

/** The lifetime of an unpaid order, short so that a run takes minutes. With more than 100 orders a wave it is longer. */
const EXPIRES_AFTER_MS = 30_000;
const ORDERS_IN_TIME = 100;
const EXPIRES_LATER_BY_MS_AN_ORDER = 100;
const TIMERS = {
  ASK_PROVIDER_AFTER_MS: '800',
  SWEEP_EVERY_MS: '500',
  LOG_LEVEL: 'warn',
};
const LOOK_EVERY_MS = 1_000;
const QUIET_LOOKS = 3;
const QUIET_AFTER_EXPIRY_WITHIN_MS = 60_000;
const STANDSTILL_MS = 30_000;
const STILL_MOVING_WITHIN_MS = 8 * 60_000;
/** The least count of every kind of trouble in a large run; in a small one each must occur at least once. */
const TROUBLE_AT_LEAST = 20;

const PARTS = ['sandbox', 'balancer', 'web-1', 'web-2', 'worker-1', 'worker-2'] as const;
const READY_WITHIN_MS = 60_000;

const startedAt = Date.now();
const say = (line: string): void => {
  console.log(`[${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s] ${line}`);
};

const { orders, seed, engines } = readArguments(process.argv.slice(2), Math.random);
const expiresAfterMs = EXPIRES_AFTER_MS + Math.max(0, orders - ORDERS_IN_TIME) * EXPIRES_LATER_BY_MS_AN_ORDER;
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
  const stack = await startStack({ profile: 'chaos', parts: PARTS, engines, env, say });
  const releases = releasesOf(stack);
  await releases.register(FIRST_BUILD);
  await waitUntil('somebody to be ready', () => answersOk(`${stack.urls.api}/readyz`), READY_WITHIN_MS);
  const sql = postgres(stack.urls.database, { max: 3, connect_timeout: 15, onnotice: () => {} });
  try {
    return await chaos(stack, releases, sql);
  } finally {
    await sql.end({ timeout: 1 });
    await stack.stop();
  }
}

/** The results that the payers report during the run. */
interface Notes {
  readonly payerRecords: PayerRecord[];
  readonly consents: ConsentRecord[];
  readonly chargedAgain: string[];
  readonly turned: string[];
  readonly turnedDown: string[];
  readonly trouble: string[];
  readonly mismatched: string[];
  playing: number;
  isOver: boolean;
}

async function chaos(stack: Stack, releases: Releases, sql: Sql): Promise<number> {
  const sandbox = sandboxControls(stack.urls.sandbox, stack.env['CHECKOUT_COM_SECRET_KEY'] ?? '');
  const stops: Stop[] = [];
  const faults = (engines === 3 ? engineFaultsOf : faultsOf)({
    stack,
    sandbox,
    sql,
    say,
    releases,
    stopped: (name, tookMs) => void stops.push({ name, tookMs }),
  });
  const troubles = faults.map(({ trouble }) => trouble);
  const plan = planOrders(seed, troubles, orders);
  const notes: Notes = {
    payerRecords: [],
    consents: [],
    chargedAgain: [],
    turned: [],
    turnedDown: [],
    trouble: [],
    mismatched: [],
    playing: 0,
    isOver: false,
  };
  const world = waveWorld(stack, sql, sandbox, notes);

  const undelivered = await runUndelivered({ ...world, stack }, plan.undelivered);
  const lateUntil = await runLateCrowd(world, plan.late, expiresAfterMs);
  const storm = startStorm({
    sql,
    returns: sandbox.returns,
    books: sandbox.books,
    deck: planAftermaths(seed),
    trouble: (fault) => void notes.trouble.push(messageOf(fault)),
  });
  const operators = startOperators({
    stack,
    sql,
    seed,
    trouble: (fault) => void notes.trouble.push(messageOf(fault)),
  });
  const stories: WaveStory[] = [];
  for (const [index, fault] of faults.entries()) {
    const wave = plan.waves[index];
    if (wave) stories.push(await runWave(world, fault, index + 1, wave));
  }

  await operators.stop();
  say('no more faults; waiting until nothing is open');
  await waitForQuiet(stack, sql, sandbox, storm, Math.max(lateUntil - Date.now(), 0) + expiresAfterMs);
  // Payers of held orders poll without end; all others should have a result by now.
  await waitUntil('the payers', () => notes.playing <= heldPayers(notes.payerRecords), 4_000).catch(() => {});
  notes.isOver = true;
  await waitUntil('the payers to leave', () => notes.playing === 0, 35_000);

  const evidence: Evidence & MailEvidence = {
    ...(await gatherOurSide(sql)),
    books: await sandbox.books(),
    payers: notes.payerRecords.map((one) => ({ ...one, orderIds: [...one.orderIds] })),
    chargedAgain: notes.chargedAgain,
    turned: notes.turned,
    turnedDown: notes.turnedDown,
    unfinishedFlows: await unfinishedFlows(stack.urls.restateAdmin),
    consents: notes.consents,
    inbox: await sandbox.mail.accepted(),
    ...(await gatherMails(sql, undelivered)),
  };
  const counts = countTroubles(evidence, {
    played: new Map([...storm.played(), ...operators.played()]),
    stories: await countStories(sql, CANCEL_REASON),
    turnedAway: await turnedAway(sandbox),
  });
  return report({
    evidence,
    stories,
    counts,
    sql,
    webhooks: await sandbox.webhookCounts(),
    trouble: notes.trouble,
    mismatched: notes.mismatched,
    stops,
  });
}

function waveWorld(stack: Stack, sql: Sql, sandbox: SandboxControls, notes: Notes): WaveWorld {
  const world: WaveWorld = {
    sql,
    say,
    shop: shopClient(stack.urls.api),
    siteHost: new URL(stack.urls.site).host,
    sandbox,
    isOver: () => notes.isOver,
    async waveSettled() {
      notes.mismatched.push(...(await mismatchedFlows(stack.urls.restateAdmin)));
    },
    tell: (one) => void notes.payerRecords.push(one),
    agreed: (consent) => void notes.consents.push(consent),
    chargedAgain: (orderId) => void notes.chargedAgain.push(orderId),
    turned: (orderId) => void notes.turned.push(orderId),
    turnedDown: (orderId) => void notes.turnedDown.push(orderId),
    play(order) {
      notes.playing += 1;
      playPayer(world, order)
        .catch((fault: unknown) => notes.trouble.push(messageOf(fault)))
        .finally(() => (notes.playing -= 1));
    },
  };
  return world;
}

/**
 * Waits until no work is open. Then it stops the storm (refunds and disputes that start at providers and banks) and waits until
 * the work of its last events is done too.
 */
async function waitForQuiet(
  stack: Stack,
  sql: Sql,
  sandbox: SandboxControls,
  storm: Storm,
  longestMs: number,
): Promise<void> {
  const open = (): Promise<string[]> =>
    whatIsOpen({ sql, sandbox, storm, adminUrl: stack.urls.restateAdmin });
  const quiet = async (withinMs: number): Promise<void> => {
    const began = Date.now();
    let looks = 0;
    let left = '';
    let movedAt = began;
    for (;;) {
      const now = (await open()).join(', ');
      if (now !== left) movedAt = Date.now();
      left = now;
      looks = left === '' ? looks + 1 : 0;
      if (looks >= QUIET_LOOKS) return;
      // On a slow machine the shop may need longer than `withinMs`: the wait goes on while the open work changes, up to a limit.
      const overMs = Date.now() - began - withinMs;
      if (overMs > STILL_MOVING_WITHIN_MS || (overMs > 0 && Date.now() - movedAt > STANDSTILL_MS)) break;
      await sleep(LOOK_EVERY_MS);
    }
    say(`still open: ${left}`);
  };
  await quiet(longestMs + QUIET_AFTER_EXPIRY_WITHIN_MS);
  await storm.stop();
  await quiet(QUIET_AFTER_EXPIRY_WITHIN_MS);
}

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

function heldPayers(payerRecords: readonly PayerRecord[]): number {
  return payerRecords.filter(({ end, orderIds }) => end === 'open' && orderIds.size > 0).length;
}

async function turnedAway(sandbox: SandboxControls): Promise<{ revokedKey: number; tooMany: number }> {
  const all = await Promise.all(PROVIDER_NUMBERS.map((provider) => sandbox.turnedAway(provider)));
  return {
    revokedKey: sum(all.map(({ revokedKey }) => revokedKey)),
    tooMany: sum(all.map(({ tooMany }) => tooMany)),
  };
}

async function report(seen: {
  readonly evidence: Evidence & MailEvidence;
  readonly stories: readonly WaveStory[];
  readonly counts: TroubleCounts;
  readonly sql: Sql;
  readonly webhooks: Parameters<typeof countLines>[1];
  readonly trouble: readonly string[];
  readonly mismatched: readonly string[];
  readonly stops: readonly Stop[];
}): Promise<number> {
  const { evidence, stories, counts, sql, webhooks, trouble, mismatched, stops } = seen;
  const checks = [
    ...countTheMoney(evidence),
    ...countTheMails(evidence),
    { truth: 'no payer met something that cannot be', counted: evidence.payers.length, breaches: trouble },
    { truth: 'every flow ended with the steps it began with', counted: stories.length, breaches: mismatched },
    // The run with three engines stops no process.
    ...(engines === 3 ? [] : [stopsInTime(stops), crashesCame(evidence)]),
    // A run with three engines has only one wave, so each kind of trouble must occur only once.
    troublesWerePlayed(counts, orders >= LARGE_WAVE && engines === 1 ? TROUBLE_AT_LEAST : 1),
  ];
  const ends = await Promise.all(
    stories.map(async (story) => ({ story, ends: await endsOf(sql, story.inFlight) })),
  );
  const parts = [
    countLines(evidence, webhooks),
    providerLines(evidence),
    troubleLines(counts),
    mailLines(evidence),
    recoveryLines(ends),
    stops.map(stopLine),
    checkLines(checks),
    storyLines(await storiesOf(sql, ordersIn(checks.flatMap(({ breaches }) => breaches)))),
  ];
  console.log(['', ...parts.flatMap((lines) => [...lines, ''])].join('\n'));
  const broken = checks.filter(hasFailed).map(({ truth }) => truth);
  const failures = broken.length;
  writeResults('chaos', { passed: checks.length - failures, failed: failures, failures: broken });
  console.log(`chaos: ${checks.length - failures} passed, ${failures} failed (seed ${seed})`);
  return failures;
}
