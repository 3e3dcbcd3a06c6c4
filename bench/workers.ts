/**
 * `npm run bench:workers`: measures orders a second with two workers and with one, by turns, and how evenly two share the work.
 * On a small machine the other programs of a shop leave no CPU for a second worker, so the workers are also measured with a tenth
 * of a core each, as if each had a small machine of its own.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { releasesOf } from '../chaos/releases.ts';
import { FIRST_BUILD } from '../tools/stack/machines.ts';
import type { Part } from '../tools/stack/part.ts';
import { startStack, type Stack } from '../tools/stack/start-stack.ts';
import { answersOk, waitUntil } from '../tools/stack/wait-until.ts';
import { generateLoad } from './load-generator.ts';
import { RACES } from './races.ts';

const PARTS = ['sandbox', 'balancer', 'web-1', 'web-2', 'worker-1', 'worker-2'] as const;
/** `--smoke`: one short turn, so that CI sees it work. Too short to judge a speed by. */
const isSmoke = process.argv.includes('--smoke');
const ROUNDS = isSmoke ? 1 : 3;
/** Enough that a worker is never idle: with fewer, the duration of one order would be measured. */
const CALLERS = 32;
const ORDERS = isSmoke ? 32 : 120;
const WARM_UP_ORDERS = isSmoke ? CALLERS : 40;
const TOKENS_AT_ONCE = 16;
/** The share of a core that each worker may use; 1 means no limit. */
const SHARES = isSmoke ? [1] : [1, 0.1];
const SLICE_MS = 50;
const TICK_MS = 10;
/** Long enough for the balancer to notice a started or stopped worker: two of its health checks and some reserve. */
const SEEN_BY_BALANCER_MS = 1_500;
const ENV = {
  ASK_PROVIDER_AFTER_MS: '600000',
  ORDER_EXPIRES_AFTER_MS: '3600000',
  SWEEP_EVERY_MS: '60000',
  GUARD_FACTOR: '100000000',
  LOG_LEVEL: 'warn',
};

const purchase = RACES.find(({ needsToken }) => needsToken);
if (purchase === undefined) throw new Error('races.ts has no purchase any more');
const race = purchase;
const startedAt = Date.now();
const say = (line: string): void =>
  console.log(`[${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s] ${line}`);

/**
 * Limits each process to its share of a core: it is stopped (SIGSTOP) and continued in turn. The workers are stopped at different
 * moments, because on separate machines they would not wait for the same moment either. Returns a function that ends the limit.
 */
function hold(parts: readonly Part[], share: number): () => void {
  if (share >= 1) return () => undefined;
  const over = new AbortController();
  const signal = (part: Part, name: 'SIGSTOP' | 'SIGCONT'): void => {
    const pid = part.pid();
    if (pid !== undefined && part.isRunning()) process.kill(pid, name);
  };
  for (const [place, part] of parts.entries())
    void (async () => {
      await sleep((SLICE_MS * place) / parts.length);
      while (!over.signal.aborted) {
        signal(part, 'SIGSTOP');
        await sleep(SLICE_MS * (1 - share));
        signal(part, 'SIGCONT');
        await sleep(SLICE_MS * share);
      }
    })();
  return () => {
    over.abort();
    for (const part of parts) signal(part, 'SIGCONT');
  };
}

/** The CPU time that a worker has used so far, in milliseconds. */
function cpuMs(part: Part): number {
  const pid = part.pid();
  if (pid === undefined) return 0;
  const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

async function makeToken({ urls }: Stack): Promise<string> {
  const answer = await fetch(`${urls.sandbox}/_control/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"scenario":"approve"}',
  });
  return ((await answer.json()) as { token: string }).token;
}

async function makeTokens(stack: Stack, count: number): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < count)
    tokens.push(...(await Promise.all(Array.from({ length: TOKENS_AT_ONCE }, () => makeToken(stack)))));
  return tokens.slice(0, count);
}

interface Turn {
  readonly perSecond: number;
  /** The busier worker's share of the CPU time that both used. */
  readonly busiest: number;
}

async function press(stack: Stack, workers: readonly Part[], share: number, orders: number): Promise<Turn> {
  const calls = (await makeTokens(stack, orders)).map((token) => race.ours(token));
  const before = workers.map(cpuMs);
  const letGo = hold(workers, share);
  try {
    const slice = await generateLoad({ url: stack.urls.api, callers: CALLERS, calls, isGood: race.isGood });
    const used = workers.map((part, place) => cpuMs(part) - (before[place] ?? 0));
    const all = used.reduce((sum, one) => sum + one, 0);
    return { perSecond: slice.perSecond, busiest: Math.max(...used) / all };
  } finally {
    letGo();
  }
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

async function compare(stack: Stack, share: number): Promise<string> {
  const [first, second] = [stack.part('worker-1'), stack.part('worker-2')];
  const both: Turn[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const two = await press(stack, [first, second], share, ORDERS);
    await second.stop();
    await sleep(SEEN_BY_BALANCER_MS);
    const one = await press(stack, [first], share, ORDERS);
    await second.start();
    await second.ready();
    await sleep(SEEN_BY_BALANCER_MS);
    both.push(two);
    ratios.push(two.perSecond / one.perSecond);
    say(
      `${share} of a core: ${two.perSecond.toFixed(1)} a second with two, ${one.perSecond.toFixed(1)} with one`,
    );
  }
  const share100 = median(both.map(({ busiest }) => busiest * 100)).toFixed(0);
  return `${share} of a core each: ${median(ratios).toFixed(2)} times one worker's orders; the busier did ${share100} % of the work`;
}

async function main(): Promise<void> {
  const stack = await startStack({ profile: 'bench', parts: PARTS, env: ENV, say });
  try {
    await releasesOf(stack).register(FIRST_BUILD);
    await waitUntil('somebody to be ready', () => answersOk(`${stack.urls.api}/readyz`), 60_000);
    await press(stack, [stack.part('worker-1'), stack.part('worker-2')], 1, WARM_UP_ORDERS);
    const lines: string[] = [];
    for (const share of SHARES) lines.push(await compare(stack, share));
    console.log(lines.join('\n'));
  } finally {
    await stack.stop();
  }
}

await main();
