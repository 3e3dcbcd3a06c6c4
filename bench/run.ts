import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processPart, type Part } from '../tools/stack/part.ts';
import { REPOSITORY } from '../tools/stack/repository.ts';
import { startStack, type Stack } from '../tools/stack/start-stack.ts';
import { answersOk } from '../tools/stack/wait-until.ts';
import { generateLoad, type Slice } from './load-generator.ts';
import { compareCost, judgeCost } from './order-cost.ts';
import { judgeOverload } from './overload.ts';
import { profileOptions } from './profile-options.ts';
import { RACES, type Race } from './races.ts';

/**
 * Many short rounds, so that other load on the machine affects both shops. Their number is odd, so the median is a measured
 * value.
 */
const FULL = { rounds: 11, warmUp: { purchase: 150, read: 8_000 }, share: 1, orders: 40 };
/** `--smoke`: every race runs once and briefly, so that CI sees it work. Too short to judge a speed by. */
const SMOKE = { rounds: 1, warmUp: { purchase: 16, read: 200 }, share: 0.1, orders: 8 };
const TOKENS_AT_ONCE = 8;
/** No timer fires before the end, because it could fall into the other shop's round, and no rate limit is reached. */
const ENV = {
  ASK_PROVIDER_AFTER_MS: '600000',
  ORDER_EXPIRES_AFTER_MS: '3600000',
  SWEEP_EVERY_MS: '60000',
  GUARD_FACTOR: '100000000',
  LOOKUPS_PER_MINUTE: '100000000',
  LOG_LEVEL: 'warn',
};

type Side = 'ours' | 'bare';

interface Turn extends Slice {
  /** CPU time of the answering program per call, which varies least on a busy machine. */
  readonly cpuMs: number;
}

const TICK_MS = 10;

const isSmoke = process.argv.includes('--smoke');
const size = isSmoke ? SMOKE : FULL;
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const races = RACES.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
const COST = 'cost of an order';
const startedAt = Date.now();
const say = (line: string): void =>
  console.log(`[${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s] ${line}`);
/** `--against=<checkout>`: compares only the CPU time of an order in this and that checkout. */
const against = process.argv.find((word) => word.startsWith('--against='))?.slice('--against='.length);
if (against !== undefined) {
  await compareCost(against, { orders: 60, say });
  process.exit(0);
}
// The overload takes the whole machine for a minute and a half, so it runs only when it is named.
if (wanted.length === 1 && wanted[0] === 'overload') process.exit((await judgeOverload(say)) ? 1 : 0);
const isDear =
  (wanted.length === 0 || wanted.some((part) => COST.includes(part))) &&
  (await judgeCost({ orders: size.orders, isSmoke, say }));
if (races.length === 0) process.exit(isDear ? 1 : 0);
const stack = await startStack({
  profile: 'bench',
  parts: ['sandbox', 'api'],
  env: { ...ENV, ...profileOptions() },
  say,
});
const barePort = stack.ports.site + 40;
const bare = bareShop(stack);
let isSlow = true;
try {
  await bare.start();
  await bare.ready();
  // The sandbox loses all webhooks: both shops take the payment's result from the provider's response, and webhooks would all go
  // to one of them.
  await control('webhooks', { lossRate: 1 });
  isSlow = await raceAll();
} finally {
  await bare.stop();
  await stack.stop();
}
process.exit(isSlow || isDear ? 1 : 0);

function bareShop({ env, logsDir }: Stack): Part {
  return processPart({
    name: 'bare shop',
    command: process.execPath,
    args: ['bench/bare-shop.ts'],
    cwd: REPOSITORY,
    env: { ...env, BARE_PORT: String(barePort) },
    logFile: join(logsDir, 'bare-shop.log'),
    isReady: () => answersOk(`http://127.0.0.1:${barePort}/healthz`),
  });
}

async function control(path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${stack.urls.sandbox}/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`sandbox ${path}: ${answer.status}`);
  return answer.json();
}

/** Single-use card tokens, made before the clock starts. */
async function makeTokens(count: number): Promise<string[]> {
  const tokens: string[] = [];
  const maker = async (): Promise<void> => {
    while (tokens.length < count)
      tokens.push(((await control('tokens', { scenario: 'approve' })) as { token: string }).token);
  };
  await Promise.all(Array.from({ length: TOKENS_AT_ONCE }, maker));
  return tokens.slice(0, count);
}

async function press(race: Race, side: Side, count: number): Promise<Turn> {
  const tokens = race.needsToken ? await makeTokens(count) : [];
  const calls = Array.from({ length: count }, (_nothing, place) => race[side](tokens[place] ?? ''));
  const url = side === 'ours' ? stack.urls.api : `http://127.0.0.1:${barePort}`;
  const program = side === 'ours' ? stack.part('api') : bare;
  const before = cpuMs(program.pid());
  const slice = await generateLoad({ url, callers: race.callers, calls, isGood: race.isGood });
  return { ...slice, cpuMs: (cpuMs(program.pid()) - before) / slice.calls };
}

/** The CPU time that a process has used so far, if the kernel reports it. */
function cpuMs(pid: number | undefined): number {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '';
    const fields = afterName.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Measures our shop and the bare one by turns, so that other load on the machine affects both. */
async function run(race: Race): Promise<{ line: string[]; isSlow: boolean }> {
  const slices: Record<Side, Turn[]> = { ours: [], bare: [] };
  const counts: Record<Side, number> = { ours: 0, bare: 0 };
  for (const side of ['ours', 'bare'] as const) {
    const warm = await press(race, side, race.needsToken ? size.warmUp.purchase : size.warmUp.read);
    counts[side] = Math.max(race.callers, Math.round((warm.perSecond * race.sliceMs * size.share) / 1000));
  }
  for (let round = 0; round < size.rounds; round += 1) {
    const turns: readonly Side[] = round % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours'];
    for (const side of turns) slices[side].push(await press(race, side, counts[side]));
  }
  const ratios = (key: keyof Turn): number[] =>
    slices.ours.map((slice, round) => slice[key] / (slices.bare[round]?.[key] ?? 1));
  const of = (side: Side, key: keyof Turn): number => median(slices[side].map((slice) => slice[key]));
  const times = (side: Side): string => `${of(side, 'p50Ms').toFixed(1)} / ${of(side, 'p99Ms').toFixed(1)}`;
  const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
  const range = (shares: readonly number[]): string =>
    `${percent(Math.min(...shares))} to ${percent(Math.max(...shares))}`;
  const medianRatio = median(ratios('perSecond'));
  const line = [
    `${race.name}, ${race.callers} callers`,
    of('ours', 'perSecond').toFixed(0),
    of('bare', 'perSecond').toFixed(0),
    percent(medianRatio),
    percent(race.goal),
    percent(race.floor),
    range(ratios('perSecond')),
    `${of('ours', 'cpuMs').toFixed(2)} / ${of('bare', 'cpuMs').toFixed(2)}`,
    times('ours'),
    times('bare'),
  ];
  return { line, isSlow: !isSmoke && medianRatio < race.floor };
}

async function raceAll(): Promise<boolean> {
  const head = [
    '',
    'ours /s',
    'bare /s',
    'kept',
    'goal',
    'floor',
    'rounds',
    'CPU ms ours/bare',
    'ours p50/p99 ms',
    'bare p50/p99 ms',
  ];
  const lines = [head];
  const slow: string[] = [];
  for (const race of races) {
    say(race.name);
    const { line, isSlow: isTooSlow } = await run(race);
    lines.push(line);
    if (isTooSlow) slow.push(race.name);
  }
  const widths = head.map((_cell, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines)
    console.log(`  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
  for (const { name, because } of races) console.log(`  ${name}: ${because}`);
  console.log(
    `bench: ${races.length - slow.length} of ${races.length} keep their floor${slow.length > 0 ? `; too slow: ${slow.join(', ')}` : ''}`,
  );
  return slow.length > 0;
}
