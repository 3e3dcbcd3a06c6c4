/**
 * `npm run chaos:rolling`: for two minutes every process is stopped and started, one after the other, while payers pay and
 * visitors read through the edge. Every response must be our own envelope, and none may be wrong. `--seconds N`
 * changes the duration; every process is stopped at least once. `--from DIR` begins with the processes of an earlier checkout, with
 * its packages installed, and releases this one in their place.
 */
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import postgres, { type Sql } from 'postgres';
import { nginxPart } from '../tools/edge/nginx-part.ts';
import { FIRST_BUILD, webPart } from '../tools/stack/machines.ts';
import type { Part } from '../tools/stack/part.ts';
import { freePorts } from '../tools/stack/ports.ts';
import { httpUrl } from '../tools/stack/profiles.ts';
import { REPOSITORY, STATE_DIR } from '../tools/stack/repository.ts';
import { runOnce } from '../tools/stack/run-once.ts';
import { isSiteBuilt } from '../tools/stack/site-build.ts';
import { startStack, type Stack } from '../tools/stack/start-stack.ts';
import { answersOk, waitUntil } from '../tools/stack/wait-until.ts';
import { hasFailed, type Check } from './check.ts';
import { planProbe } from './plan-orders.ts';
import { checkLines } from './print-report.ts';
import { releasesOf } from './releases.ts';
import { sandboxControls, type SandboxControls } from './sandbox-controls.ts';
import { stopsInTime, type Stop } from './stops.ts';
import { shopClient, type ObservedCall, type ShopClient } from './shop-client.ts';

const MACHINES = ['web-1', 'web-2', 'worker-1', 'worker-2'] as const;
const PARTS = ['sandbox', 'balancer', ...MACHINES] as const;
const LASTS_SECONDS = 120;
const READY_WITHIN_MS = 60_000;
const PAYERS = 8;
const READERS = 4;
/** The interval at which a page polls its order. */
const LOOK_EVERY_MS = 500;
const READ_EVERY_MS = 60;
const SETTLED_WITHIN_MS = 60_000;
/** How long orders run on the earlier build before this one is released. */
const OLD_FOR_MS = 10_000;
/** Long enough for the balancer to notice a restarted process: its health checks are half a second apart. */
const SEEN_BY_BALANCER_MS = 1_000;

interface Notes {
  readonly foreign: string[];
  /** Payers who gave up without an order. */
  readonly unserved: string[];
  readonly payerResults: { readonly orderId: string; readonly end: 'paid' | 'not-paid' }[];
  readonly orderIds: Set<string>;
  readonly stops: Stop[];
  answers: number;
  refusals: number;
}

const startedAt = Date.now();
const say = (line: string): void =>
  console.log(`[${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s] ${line}`);

/** The edge (nginx) with the generated configuration, as in a deployment. */
async function startEdge(stack: Stack): Promise<{ url: string; stop: () => Promise<void> }> {
  const [port = 0] = await freePorts(1);
  const url = httpUrl(port);
  const nginx = nginxPart({
    dir: join(stack.dir, 'edge'),
    siteDir: join(REPOSITORY, 'apps/web/dist'),
    port,
    env: { ...stack.env, SITE_URL: url },
  });
  await nginx.start();
  await nginx.ready();
  return { url, stop: () => nginx.stop() };
}

function listen(notes: Notes): (observedCall: ObservedCall) => void {
  return ({ path, status, result }) => {
    notes.answers += 1;
    if (result === null) notes.foreign.push(`${path} answered ${status ?? 'nothing'}`);
    else if (result !== 0) notes.refusals += 1;
  };
}

async function pay(shop: ShopClient, sandbox: SandboxControls, notes: Notes, name: string): Promise<void> {
  const order = {
    ...planProbe(1),
    name,
    device: randomUUID().replaceAll('-', '').repeat(2),
    recipientId: 1001,
  };
  const card = await sandbox.card(order.provider, 'approve');
  let reply = await shop.buy(order, name, card);
  // A call without a response is repeated with the same request id, as the page does.
  for (let tries = 0; reply.kind !== 'answered' && tries < 20; tries += 1) {
    await sleep(LOOK_EVERY_MS);
    reply = await shop.buy(order, name, card);
  }
  if (reply.kind !== 'answered') {
    notes.unserved.push(`${name}: ${reply.kind === 'refused' ? reply.refusal : reply.kind}`);
    return;
  }
  const { orderId } = reply.value;
  notes.orderIds.add(orderId);
  for (;;) {
    const status = await shop.status(order, orderId);
    if (status.kind === 'answered' && status.value.result === 1) {
      notes.payerResults.push({ orderId, end: 'not-paid' });
      return;
    }
    if (status.kind === 'answered' && status.value.creditedAt !== null) {
      notes.payerResults.push({ orderId, end: 'paid' });
      return;
    }
    await sleep(LOOK_EVERY_MS);
  }
}

async function restartAll(machines: readonly Part[], notes: Notes): Promise<void> {
  for (const part of machines) {
    const { name } = part;
    const beganAt = Date.now();
    await part.stop();
    notes.stops.push({ name, tookMs: Date.now() - beganAt });
    await part.start();
    await part.ready();
    await sleep(SEEN_BY_BALANCER_MS);
  }
}

const NEXT_BUILD = 'next';

/** Follows deploy/release.md: new workers in the other lane, then each web process in turn, then the old build is drained. */
async function releaseThis(stack: Stack, notes: Notes): Promise<Part[]> {
  const { machinesFrom: _earlier, ...here } = stack;
  const releases = releasesOf(stack);
  const stop = async (part: Part): Promise<void> => {
    const beganAt = Date.now();
    await part.stop();
    notes.stops.push({ name: part.name, tookMs: Date.now() - beganAt });
  };
  const workers = await releases.startLane('lane_b', NEXT_BUILD, REPOSITORY);
  await releases.register(NEXT_BUILD);
  say('the new workers have the new orders');
  const webs: Part[] = [];
  for (const number of [1, 2] as const) {
    await stop(stack.part(`web-${number}`));
    const web = webPart(here, number);
    await stack.join(web);
    webs.push(web);
    await sleep(SEEN_BY_BALANCER_MS);
  }
  say('both web processes are new; draining the old build');
  await releases.drainAndRemove(FIRST_BUILD);
  for (const number of [1, 2] as const) await stop(stack.part(`worker-${number}`));
  say('the old build is gone');
  return [...webs, ...workers];
}

async function underLoad(
  stack: Stack,
  url: string,
  sandbox: SandboxControls,
  notes: Notes,
  seconds: number,
): Promise<void> {
  const shop = shopClient(url, listen(notes));
  const untilMs = Date.now() + seconds * 1000;
  const isOver = (): boolean => Date.now() >= untilMs;
  const payer = async (number: number): Promise<void> => {
    for (let turn = 1; !isOver(); turn += 1)
      await pay(shop, sandbox, notes, `rolling-${number}-${turn}-${randomUUID()}`);
  };
  const reader = async (): Promise<void> => {
    while (!isOver()) {
      await shop.packs('c'.repeat(64));
      await sleep(READ_EVERY_MS);
    }
  };
  const restarter = async (): Promise<void> => {
    const machines =
      stack.machinesFrom === undefined
        ? MACHINES.map((name) => stack.part(name))
        : await sleep(OLD_FOR_MS).then(() => releaseThis(stack, notes));
    while (!isOver()) {
      await restartAll(machines, notes);
      say(`${notes.stops.length} stops, ${notes.orderIds.size} orders, ${notes.answers} answers`);
    }
  };
  await Promise.all([
    restarter(),
    ...Array.from({ length: PAYERS }, (_nothing, number) => payer(number + 1)),
    ...Array.from({ length: READERS }, reader),
  ]);
}

async function judge(sql: Sql, sandbox: SandboxControls, notes: Notes): Promise<Check[]> {
  await waitUntil(
    'every order to end',
    async () =>
      (await sql`select from orders where state not in ('delivered', 'refused', 'cancelled', 'expired')`)
        .length === 0,
    SETTLED_WITHIN_MS,
  ).catch(() => undefined);
  const orders = await sql<{ id: string; state: string }[]>`select id, state from orders`;
  const books = (await sandbox.books()).filter(({ captured }) => captured > 0);
  const charges = new Map<string, number>();
  for (const { reference } of books) {
    const orderId = reference ?? 'nobody';
    charges.set(orderId, (charges.get(orderId) ?? 0) + 1);
  }
  const failedButPaid = notes.payerResults.filter(
    ({ orderId, end }) => end === 'not-paid' && charges.has(orderId),
  );
  return [
    { truth: 'every answer was our own', counted: notes.answers, breaches: notes.foreign },
    { truth: 'everybody who pressed pay got an order', counted: orders.length, breaches: notes.unserved },
    {
      truth: 'nobody was told "failed" for an order that was paid',
      counted: notes.payerResults.length,
      breaches: failedButPaid.map(({ orderId }) => orderId),
    },
    {
      truth: 'every charge was delivered, and once',
      counted: orders.length,
      breaches: orders
        .filter(({ id, state }) => (charges.get(id) ?? 0) !== (state === 'delivered' ? 1 : 0))
        .map(({ id, state }) => `${id} is ${state}, charged ${charges.get(id) ?? 0} times`),
    },
    stopsInTime(notes.stops),
  ];
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, seconds: { type: 'string', default: String(LASTS_SECONDS) } },
  });
  if (!isSiteBuilt()) {
    say('building the site');
    await runOnce(
      'apps/web/build/build.ts',
      { PATH: process.env['PATH'] ?? '' },
      join(STATE_DIR, 'build.log'),
    );
  }
  const stack = await startStack({
    profile: 'chaos',
    parts: PARTS,
    ...(values.from !== undefined && { machinesFrom: resolve(values.from) }),
    env: { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn', GUARD_FACTOR: '1000' },
    say,
  });
  const sql = postgres(stack.urls.database, { max: 2, onnotice: () => {} });
  const sandbox = sandboxControls(stack.urls.sandbox, stack.env['CHECKOUT_COM_SECRET_KEY'] ?? '');
  const notes: Notes = {
    foreign: [],
    unserved: [],
    payerResults: [],
    orderIds: new Set(),
    stops: [],
    answers: 0,
    refusals: 0,
  };
  const edge = await startEdge(stack);
  try {
    await releasesOf(stack).register(FIRST_BUILD);
    await waitUntil('somebody to be ready', () => answersOk(`${stack.urls.api}/readyz`), READY_WITHIN_MS);
    await underLoad(stack, edge.url, sandbox, notes, Number(values.seconds));
    const checks = await judge(sql, sandbox, notes);
    const longest = Math.max(...notes.stops.map(({ tookMs }) => tookMs));
    say(`${notes.refusals} answers were refusals in our own words; the longest stop took ${longest} ms`);
    console.log(checkLines(checks).join('\n'));
    return checks.filter(hasFailed).length;
  } finally {
    await sql.end({ timeout: 1 });
    await edge.stop();
    await stack.stop();
  }
}

process.exit((await main()) === 0 ? 0 : 1);
