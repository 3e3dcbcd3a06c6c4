/**
 * `npm run watch:drill`: Debian's Prometheus, with the files of deploy/watch, reads the metrics of a shop with payers. Every
 * panel must show something, and every rule must find its metrics. Then parts of the shop fail in turn, and each failure must
 * fire one of its rules: within a minute, where failures.ts allows no more.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { takesCards } from '@jawhara/domain';
import { sandboxControls } from '../../chaos/sandbox-controls.ts';
import { shopClient } from '../../chaos/shop-client.ts';
import { planDrill, playOrders, type Payers } from '../restore-drill/play-orders.ts';
import { freePorts } from '../stack/ports.ts';
import { httpUrl } from '../stack/profiles.ts';
import { startStack, type Stack } from '../stack/start-stack.ts';
import { waitUntil } from '../stack/wait-until.ts';
import { writeResults } from '../test/results.ts';
import { FAILURES } from './failures.ts';
import { createWatcher, type Watcher } from './prometheus.ts';
import { readPanels, readRules, seriesIn } from './watch-files.ts';

const BASE_PORT = 5130;
const TIMERS = { ASK_PROVIDER_AFTER_MS: '800', SWEEP_EVERY_MS: '500', LOG_LEVEL: 'warn' };
/** Enough orders that payers press pay during all failures. */
const ORDERS = 3_000;
const LANES = { smoke: 2, drill: 10 };
const PANELS_WITHIN_MS = 120_000;
const PAGE_WITHIN_MS = 60_000;
const QUIET_WITHIN_MS = 180_000;

const { values } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    /** Plays only failures whose name contains this text; all by default. */
    only: { type: 'string', default: '' },
    port: { type: 'string', default: String(BASE_PORT) },
  },
});

const startedAt = Date.now();
const say = (line: string): void =>
  console.log(`[${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s] ${line}`);

const problems: string[] = [];
let passed = 0;
function judge(what: string, isGood: boolean): void {
  say(`${isGood ? 'ok  ' : 'FAIL'} ${what}`);
  if (isGood) passed += 1;
  else problems.push(what);
}

/** Panels that show nothing: their query has no result, or only values that are not numbers. */
async function emptyPanels({ query }: Watcher): Promise<string[]> {
  const empty: string[] = [];
  for (const { dashboard, title, queries } of readPanels())
    for (const expr of queries)
      if (!(await query(expr)).some(({ value }) => !Number.isNaN(value)))
        empty.push(`${dashboard}: ${title}: ${expr}`);
  return empty;
}

/** Rules that cannot work, because a series or label that they read is missing. In a healthy shop a rule itself has no result. */
async function emptyRules({ query }: Watcher): Promise<string[]> {
  const empty: string[] = [];
  for (const { name, query: expr } of readRules()) {
    await query(expr);
    for (const { metric, labels } of seriesIn(expr)) {
      const found = await query(metric);
      if (!found.some((sample) => labels.every((label) => label in sample.labels)))
        empty.push(`${name}: ${metric} with ${labels.join(', ') || 'no label'}`);
    }
  }
  return empty;
}

async function judgeFiles(watcher: Watcher): Promise<void> {
  let empty: string[] = [];
  const find = async (): Promise<boolean> => {
    empty = [...(await emptyPanels(watcher)), ...(await emptyRules(watcher))];
    return empty.length === 0;
  };
  await waitUntil('every panel', find, PANELS_WITHIN_MS, 2_000).catch(() => {});
  const queries = readPanels().flatMap((panel) => panel.queries);
  for (const line of empty) console.log(`     empty: ${line}`);
  judge(
    `${queries.length} panel queries and ${readRules().length} rules find their series`,
    empty.length === 0,
  );
}

async function judgeFailures(stack: Stack, watcher: Watcher): Promise<void> {
  const severities = new Map(readRules().map(({ name, severity }) => [name, severity]));
  const pages = () => [...watcher.firing()].filter((name) => severities.get(name) === 'page');
  for (const failure of FAILURES.filter((one) => one.name.includes(values.only))) {
    const { name, fires, withinMs, begin } = failure;
    await waitUntil('no page', () => pages().length === 0, QUIET_WITHIN_MS, 500);
    const end = await begin(stack);
    if (end === null) {
      say(`not played on this machine: ${name}`);
      continue;
    }
    const beganAt = Date.now();
    const isFiring = () => fires.some((rule) => watcher.firing().has(rule));
    await waitUntil(name, isFiring, withinMs ?? PAGE_WITHIN_MS, 200).catch(() => {});
    const tookS = ((Date.now() - beganAt) / 1000).toFixed(1);
    judge(`${name}: ${[...watcher.firing()].join(', ') || 'nothing'} after ${tookS} s`, isFiring());
    await end();
  }
}

const PRESS_EVERY_MS = 500;

/** Lets new payers press pay all the time: a payer whose order waits sends no request by which a failure could be noticed. */
async function keepPressing(world: Parameters<typeof playOrders>[0]): Promise<void> {
  const wanted = planDrill(8, ORDERS).filter(
    ({ kind, provider }) => kind === 'approved' && takesCards(provider),
  );
  for (const order of wanted) {
    if (world.isOver()) return;
    const { provider } = order;
    if (!takesCards(provider)) continue;
    void world.sandbox
      .card(provider, 'approve')
      .then((card) => world.shop.buy(order, `pressed-${order.name}`, card))
      .catch(() => {});
    await sleep(PRESS_EVERY_MS);
  }
}

function startPayers(stack: Stack, isOver: () => boolean, lanes: number): Payers {
  const world = {
    shop: shopClient(stack.urls.api),
    sandbox: sandboxControls(stack.urls.sandbox, stack.env['CHECKOUT_COM_SECRET_KEY'] ?? ''),
    siteHost: new URL(stack.urls.site).host,
    isOver,
  };
  if (!values.smoke) void keepPressing(world);
  return playOrders(world, planDrill(7, ORDERS), lanes);
}

async function main(): Promise<void> {
  const basePort = Number(values.port);
  const metrics = basePort + 3;
  const [pagerPort = 0] = await freePorts(1);
  const env = { ...TIMERS, METRICS_PORT: String(metrics), ALERT_WEBHOOK_URL: httpUrl(pagerPort) };
  const stack = await startStack({ profile: 'chaos', parts: ['sandbox', 'api'], env, basePort, say });
  const state = { isOver: false };
  const watcher = await createWatcher({
    dir: join(stack.dir, 'watch'),
    metricsPort: metrics,
    pagerPort,
    everyS: values.smoke ? 1 : null,
  });
  try {
    await stack.join(watcher.part);
    const payers = startPayers(stack, () => state.isOver, values.smoke ? LANES.smoke : LANES.drill);
    await judgeFiles(watcher);
    if (!values.smoke) await judgeFailures(stack, watcher);
    state.isOver = true;
    await Promise.race([payers.allEnded, sleep(40_000)]);
    say(`${payers.records.length} presses`);
  } finally {
    state.isOver = true;
    watcher.close();
    await stack.stop();
  }
}

await main().catch((fault: unknown) => {
  console.error(fault);
  problems.push(String(fault));
});
writeResults('watch-drill', { passed, failed: problems.length, failures: problems });
console.log(`watch drill: ${passed} passed, ${problems.length} failed`);
process.exit(problems.length === 0 ? 0 : 1);
