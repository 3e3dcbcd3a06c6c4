import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  addEvent,
  findRecipient,
  listGemPacks,
  listSavedCards,
  readOrder,
  readOrderStatus,
  readPosition,
  readSiteConfig,
  runBatch,
  type Endpoint,
} from '@jawhara/contract';
import { accountId, type DisplayId, type OrderId } from '@jawhara/domain';
import postgres from 'postgres';
import { visitor, type Visitor } from '../apps/api/src/test/visitor.ts';
import { releasesOf } from '../chaos/releases.ts';
import { DEVELOPMENT_ENGINE_TOKENS } from '../tools/stack/engine-tokens.ts';
import { FIRST_BUILD } from '../tools/stack/machines.ts';
import { HOST } from '../tools/stack/ports.ts';
import { ensurePostgres } from '../tools/stack/postgres.ts';
import { asProgram } from '../tools/stack/postgres-login.ts';
import { placeOf } from '../tools/stack/profiles.ts';
import { startStack, type Stack } from '../tools/stack/start-stack.ts';
import { answersOk, waitUntil } from '../tools/stack/wait-until.ts';
import { PRODUCTION_LIMITS, tryOverload } from './overload.ts';
import { profileOptions } from './profile-options.ts';
import { countStatements, isFraming, type StatementCounts } from './count-statements.ts';

/**
 * Limits of what one order costs, counted and not timed, so that they hold on every machine: on one web process and one worker,
 * at production's log level, with nine HTTP calls and two webhooks an order.
 */
const LIMITS = [
  { name: 'statements', unit: '', most: 45, because: 'measured 44.0; 106.2 before reads were shared' },
  {
    name: 'beginnings and ends of transactions',
    unit: '',
    most: 18,
    because: 'measured 17.0; 23.6 before webhooks were one transaction',
  },
  { name: 'invocations', unit: '', most: 3, because: 'the press and two webhooks' },
  { name: 'journal entries', unit: '', most: 18, because: 'measured 18.0; 30.0 before steps were joined' },
  { name: 'log', unit: ' bytes', most: 2_700, because: 'measured 2,586; 7,515 with two lines a request' },
] as const;
type Figure = (typeof LIMITS)[number]['name'];
export type OrderCost = Readonly<Record<Figure, number>>;

const PARTS = ['sandbox', 'balancer', 'web-1', 'worker-1'] as const;
const MACHINES = ['web-1', 'worker-1'] as const;
const COUNTER_PORT_ABOVE = 35;
const IDLE_MS = 6_000;
const EVENTS_PER_BATCH = 3;
const CALLS_AN_ORDER = 9;
const WEBHOOKS_AN_ORDER = 2;
/** A statement executed less often than this per order is taken to come from a timer, and is not counted. */
const OWN_SHARE = 0.5;
const TICK_MS = 10;

interface CostOptions {
  readonly orders: number;
  readonly say: (line: string) => void;
  /** The folder of another checkout, whose programs are measured instead of this one's. */
  readonly machinesFrom?: string;
  readonly basePort?: number;
}

export interface CostStack {
  readonly stack: Stack;
  readonly statements: () => StatementCounts;
  stop(): Promise<void>;
}

/** Starts the shop with the statement counter between it and PostgreSQL. */
export async function startCostStack(options: Omit<CostOptions, 'orders'>): Promise<CostStack> {
  const { basePort, machinesFrom, say } = options;
  const server = await ensurePostgres();
  const place = placeOf('bench', basePort);
  const counter = await countStatements(place.ports.site + COUNTER_PORT_ABOVE, server.url);
  const address = new URL(server.url);
  address.host = `${HOST}:${place.ports.site + COUNTER_PORT_ABOVE}`;
  address.pathname = place.database;
  const stack = await startStack({
    profile: 'bench',
    parts: PARTS,
    env: {
      ...PRODUCTION_LIMITS,
      ...profileOptions(),
      LOG_LEVEL: 'info',
      DATABASE_URL: asProgram(address.href),
    },
    ...(basePort !== undefined && { basePort }),
    ...(machinesFrom !== undefined && { machinesFrom }),
    say,
  });
  await releasesOf(stack).register(FIRST_BUILD);
  await waitUntil('the shop', () => answersOk(`${stack.urls.api}/readyz`), 60_000);
  return {
    stack,
    statements: counter.counts,
    stop: async () => {
      await stack.stop();
      await counter.stop();
      await server.part?.stop();
    },
  };
}

function partOf<Request>(
  endpoint: Pick<Endpoint<Request>, 'methods' | 'path' | 'request'>,
  request: Request,
) {
  return {
    method: endpoint.methods[0] ?? 'POST',
    path: endpoint.path,
    requestId: randomUUID(),
    params: endpoint.request.write(request) as Record<string, string>,
    headers: {},
  };
}

const together = (payer: Visitor, parts: readonly ReturnType<typeof partOf>[]) =>
  payer.call(runBatch, { isParallel: true, timeoutMs: 10_000, headers: {}, parts });

const pageEvents = (name: string) =>
  Array.from({ length: EVENTS_PER_BATCH }, () =>
    partOf(addEvent, {
      name,
      deviceUuid: randomUUID(),
      version: '1.0.0',
      texts: [JSON.stringify({ page: '/recharge-list', step: 'pay' }), '', '', ''],
      numbers: [1, null, null, null],
    }),
  );

/** Plays all calls of one purchase. Its payer is a new device, so no purchase repeats another and needs confirmation. */
export async function playMix({ urls }: Stack, nth: number): Promise<OrderId> {
  const payer = visitor(urls.api, async (scenario) => {
    const answer = await fetch(`${urls.sandbox}/_control/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scenario }),
    });
    return ((await answer.json()) as { token: string }).token;
  });
  const recipientId = 1001 + (nth % 6);
  await together(payer, [partOf(readSiteConfig, {}), partOf(readPosition, {}), partOf(listSavedCards, {})]);
  await payer.call(findRecipient, { displayId: '5048213' as DisplayId });
  await payer.call(listGemPacks, { recipientId: accountId(recipientId) });
  await together(payer, pageEvents('pack-chosen'));
  const placed = await payer.buy('approve', { recipientId, repeatOf: null });
  if (placed.value === null) throw new Error(`the order was refused: ${placed.refusal}`);
  const { orderId } = placed.value;
  await payer.call(readOrderStatus, { orderId });
  await payer.call(readOrderStatus, { orderId });
  await payer.call(readOrder, { orderId });
  await together(payer, pageEvents('order-paid'));
  return orderId;
}

async function askEngine(stack: Stack, query: string): Promise<Record<string, number>[]> {
  const answer = await fetch(`${stack.urls.restateAdmin}/query`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${DEVELOPMENT_ENGINE_TOKENS.admin}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify({ query }),
  });
  if (!answer.ok) throw new Error(`the engine: ${await answer.text()}`);
  return ((await answer.json()) as { rows: Record<string, number>[] }).rows;
}

/** The CPU time that the shop's web process and worker have used so far, in milliseconds. */
function cpuMs(stack: Stack): number {
  const ofPart = (name: (typeof MACHINES)[number]): number => {
    const stat = readFileSync(`/proc/${stack.part(name).pid()}/stat`, 'utf8').split(') ')[1] ?? '';
    const fields = stat.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  };
  return MACHINES.reduce((sum, name) => sum + ofPart(name), 0);
}

const logBytes = (stack: Stack): number =>
  MACHINES.reduce((sum, name) => sum + statSync(stack.part(name).logFile).size, 0);

const NOT_ALIVE = "target_service_name not like '%-alive'";
const INVOCATIONS = `select count(*) as n from sys_invocation where ${NOT_ALIVE}`;
const ENTRIES = `select count(*) as n from sys_journal j join sys_invocation i on i.id = j.id where ${NOT_ALIVE}`;

interface Reading {
  readonly atMs: number;
  readonly statements: StatementCounts;
  readonly invocations: number;
  readonly entries: number;
  readonly logBytes: number;
  readonly cpuMs: number;
}

async function read({ stack, statements }: CostStack): Promise<Reading> {
  const [invocations] = await askEngine(stack, INVOCATIONS);
  const [entries] = await askEngine(stack, ENTRIES);
  return {
    atMs: performance.now(),
    statements: statements(),
    invocations: invocations?.['n'] ?? 0,
    entries: entries?.['n'] ?? 0,
    logBytes: logBytes(stack),
    cpuMs: cpuMs(stack),
  };
}

/** Waits until every webhook of these orders has come and is processed, and their flows have ended. */
async function settled(stack: Stack, orders: number): Promise<void> {
  const sql = postgres(stack.urls.database, { max: 1, onnotice: () => {} });
  try {
    await waitUntil(
      'the webhooks',
      async () => {
        const [row] = await sql<{ n: number }[]>`
          select count(*)::int as n from notifications where processed_at is not null`;
        const running = await askEngine(
          stack,
          `select count(*) as n from sys_invocation where status <> 'completed' and ${NOT_ALIVE}`,
        );
        return row?.n === orders * WEBHOOKS_AN_ORDER && running[0]?.['n'] === 0;
      },
      60_000,
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Executions of each statement text per order, less those that timers caused meanwhile. */
function ownStatements(idle: readonly [Reading, Reading], busy: readonly [Reading, Reading], orders: number) {
  const between = ([before, after]: readonly [Reading, Reading], text: string): number =>
    (after.statements.get(text) ?? 0) - (before.statements.get(text) ?? 0);
  const passedMs = ([before, after]: readonly [Reading, Reading]): number => after.atMs - before.atMs;
  const share = passedMs(busy) / passedMs(idle);
  return [...busy[1].statements.keys()]
    .map((text) => ({
      text,
      each: (between(busy, text) - (isFraming(text) ? 0 : between(idle, text) * share)) / orders,
    }))
    .filter(({ each }) => each >= OWN_SHARE)
    .toSorted((one, other) => other.each - one.each);
}

export interface MeasuredCost {
  readonly cost: OrderCost;
  readonly cpuMsAnOrder: number;
  readonly idleStatementsASecond: number;
  readonly statements: readonly { readonly text: string; readonly each: number }[];
}

export async function measureCost(
  shop: CostStack,
  orders: number,
  firstNth = 0,
  lanes = 1,
): Promise<MeasuredCost> {
  const atRest = await read(shop);
  await sleep(IDLE_MS);
  const before = await read(shop);
  await playMixes(shop.stack, { firstNth, orders, lanes });
  await settled(shop.stack, firstNth + orders);
  const after = await read(shop);
  const idle = [atRest, before] as const;
  const busy = [before, after] as const;
  const statements = ownStatements(idle, busy, orders);
  const sum = (isOne: (text: string) => boolean): number =>
    statements.filter(({ text }) => isOne(text)).reduce((total, { each }) => total + each, 0);
  const perOrder = (key: 'invocations' | 'entries' | 'logBytes'): number =>
    (after[key] - before[key]) / orders;
  const idleCount = [...before.statements].reduce(
    (total, [text, count]) => total + count - (atRest.statements.get(text) ?? 0),
    0,
  );
  const idleShare = (after.atMs - before.atMs) / (before.atMs - atRest.atMs);
  return {
    cost: {
      statements: sum((text) => !isFraming(text)),
      'beginnings and ends of transactions': sum(isFraming),
      invocations: perOrder('invocations'),
      'journal entries': perOrder('entries'),
      log: perOrder('logBytes'),
    },
    cpuMsAnOrder: (after.cpuMs - before.cpuMs - (before.cpuMs - atRest.cpuMs) * idleShare) / orders,
    idleStatementsASecond: (idleCount * 1000) / (before.atMs - atRest.atMs),
    statements,
  };
}

async function playMixes(
  stack: Stack,
  { firstNth, orders, lanes }: { readonly firstNth: number; readonly orders: number; readonly lanes: number },
): Promise<void> {
  const queue = Array.from({ length: orders }, (_, index) => firstNth + index).values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const nth of queue) await playMix(stack, nth);
    }),
  );
}

const WARM_UP_ORDERS = 4;
const ROUNDS = 5;
/** Node compiles what it runs often: the first hundred orders cost several times what the thousandth does. */
const WARM_UP_ROUNDS = 4;
const LANES = 6;
const OTHER_BASE_PORT = 4700;

/**
 * Compares the CPU time of an order in this and another checkout, by turns within one run. The programs of both use the tables
 * that this checkout creates.
 */
export async function compareCost(
  machinesFrom: string,
  { orders, say }: Pick<CostOptions, 'orders' | 'say'>,
): Promise<void> {
  const shops = [
    await startCostStack({ say }),
    await startCostStack({ say, machinesFrom, basePort: OTHER_BASE_PORT }),
  ];
  try {
    const rounds: number[][] = [];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
      const costs: number[] = [];
      for (const shop of shops)
        costs.push((await measureCost(shop, orders, round * orders, LANES)).cpuMsAnOrder);
      if (round >= WARM_UP_ROUNDS) rounds.push(costs);
      say(`CPU an order, here and there: ${costs.map((cost) => cost.toFixed(1)).join(' and ')} ms`);
    }
    const ratios = rounds.map(([here = 0, there = 1]) => here / there).toSorted((one, other) => one - other);
    console.log(
      `CPU here is ${((ratios[Math.floor(ROUNDS / 2)] ?? 0) * 100).toFixed(0)} % of theirs (rounds ${ratios.map((ratio) => (ratio * 100).toFixed(0)).join(', ')})`,
    );
  } finally {
    for (const shop of shops) await shop.stop();
  }
}

/** The limits are 10 % higher in the short run: with few orders, the statements that timers send meanwhile weigh more. */
const SMOKE_FACTOR = 1.1;

/** Measures the cost of an order; true when a figure is above its limit. */
export async function judgeCost({
  orders,
  isSmoke,
  say,
}: {
  orders: number;
  /** Whether only few orders are counted, and an overload follows on the same stack, to save starting another one. */
  isSmoke: boolean;
  say: (line: string) => void;
}): Promise<boolean> {
  const shop = await startCostStack({ say });
  try {
    for (let nth = 0; nth < WARM_UP_ORDERS; nth += 1) await playMix(shop.stack, nth);
    await settled(shop.stack, WARM_UP_ORDERS);
    const measured = await measureCost(shop, orders, WARM_UP_ORDERS);
    const above = LIMITS.filter(
      ({ name, most }) => measured.cost[name] > most * (isSmoke ? SMOKE_FACTOR : 1),
    );
    console.log(
      `  an order of ${CALLS_AN_ORDER} calls and ${WEBHOOKS_AN_ORDER} webhooks, over ${orders} orders`,
    );
    for (const { name, unit, most, because } of LIMITS)
      console.log(
        `  ${name.padEnd(36)} ${measured.cost[name].toFixed(1).padStart(8)}${unit}, at most ${most}: ${because}`,
      );
    console.log(
      `  CPU of web and worker ${measured.cpuMsAnOrder.toFixed(1)} ms an order; ${measured.idleStatementsASecond.toFixed(1)} statements a second when idle`,
    );
    if (process.argv.includes('--statements'))
      for (const { text, each } of measured.statements)
        console.log(`  ${each.toFixed(2).padStart(6)} ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 150)}`);
    console.log(
      `cost: ${LIMITS.length - above.length} of ${LIMITS.length} within their limits${above.length === 0 ? '' : `; above: ${above.map(({ name }) => name).join(', ')}`}`,
    );
    const isOverloaded = isSmoke && (await tryOverload(shop.stack, say));
    return above.length > 0 || isOverloaded;
  } finally {
    await shop.stop();
  }
}
