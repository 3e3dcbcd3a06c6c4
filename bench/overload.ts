import { request, Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusalOfResult } from '@jawhara/contract';
import { releasesOf } from '../chaos/releases.ts';
import { FIRST_BUILD } from '../tools/stack/machines.ts';
import { startStack, type Stack } from '../tools/stack/start-stack.ts';
import { answersOk, waitUntil } from '../tools/stack/wait-until.ts';
import type { Call } from './load-generator.ts';
import { RACES } from './races.ts';

/**
 * `npm run bench -- overload`: measures how many orders a second the shop carries (its capacity), then sends three times as many,
 * whether or not earlier ones are answered. It must refuse at once what it cannot carry, and must not delay the orders it
 * accepts.
 */
const PARTS = ['sandbox', 'balancer', 'web-1', 'worker-1'] as const;
/** The limits of production, which other stacks raise. */
export const PRODUCTION_LIMITS = {
  REQUESTS_AT_ONCE: '400',
  ORDERS_AT_ONCE: '100',
  REQUEST_WAIT_MS: '500',
  ORDER_WAIT_MS: '750',
};
const ENV = { ...PRODUCTION_LIMITS, GUARD_FACTOR: '100000000', LOG_LEVEL: 'info' };
const BOUNDS = {
  refusedP99Ms: 500,
  acceptedP99Ms: 3_000,
  /** The share of the capacity that must be placed: without this bound a shop that refuses everything would pass. */
  shareOfCapacity: 0.6,
};
/** More callers than a process admits at first, so that it has found its limit when the capacity is measured. */
const CALLERS = 24;
const AGAIN_AFTER_MS = 100;
const FULL = { warmUpOrders: 240, capacityMs: 15_000, overloadMs: 60_000, timesCapacity: 3 };
/** Long enough that orders are both accepted and refused; too short to judge times, or to measure the capacity of a cold shop. */
const SMOKE = { warmUpOrders: 8, capacityMs: 2_000, overloadMs: 5_000, timesCapacity: 6 };
const TOKENS_AT_ONCE = 16;
/** Card tokens made for each millisecond in which capacity is measured: each order needs its own, and no machine places more. */
const MOST_PER_MS = 0.1;
const ANSWER_TIMEOUT_MS = 60_000;

type End = 'placed' | 'busy' | 'other';

interface Press {
  readonly end: End;
  /** From the moment at which the call was due, even if it was sent later. */
  readonly tookMs: number;
  readonly dueMs: number;
  readonly text: string;
}

const purchase = RACES.find(({ needsToken }) => needsToken);
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

function send(url: string, { path, method, headers, body }: Call): Promise<{ status: number; text: string }> {
  return new Promise((answered, failed) => {
    const sent = request(
      `${url}${path}`,
      { agent, method, headers, timeout: ANSWER_TIMEOUT_MS },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => (text += part));
        answer.once('end', () => answered({ status: answer.statusCode ?? 0, text }));
      },
    );
    sent.once('error', failed);
    sent.once('timeout', () => sent.destroy(new Error('no answer')));
    sent.end(body);
  });
}

function endOf(status: number, text: string): End {
  if (status === 200 && /paid|delivered/.test(text)) return 'placed';
  const { result } = JSON.parse(text) as { result: number };
  return refusalOfResult(result) === 'busy' ? 'busy' : 'other';
}

async function press({ urls }: Stack, token: string, dueMs = performance.now()): Promise<Press> {
  const call = purchase?.ours(token);
  if (call === undefined) throw new Error('races.ts has no purchase any more');
  try {
    const { status, text } = await send(urls.api, call);
    return { end: endOf(status, text), tookMs: performance.now() - dueMs, dueMs, text };
  } catch (error) {
    return { end: 'other', tookMs: performance.now() - dueMs, dueMs, text: (error as Error).message };
  }
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
  const maker = async (): Promise<void> => {
    while (tokens.length < count) tokens.push(await makeToken(stack));
  };
  await Promise.all(Array.from({ length: TOKENS_AT_ONCE }, maker));
  return tokens;
}

/**
 * Measures placed orders a second. Each caller sends its next order as soon as it is answered, and 100 ms later if it was
 * refused.
 */
async function ordersASecond(
  stack: Stack,
  limits: { readonly forMs: number; readonly most: number },
): Promise<number> {
  const tokens = await makeTokens(stack, limits.most);
  const startedMs = performance.now();
  let endedMs = startedMs;
  let placed = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() - startedMs < limits.forMs) {
      const token = tokens.pop();
      if (token === undefined) return;
      const { end, text } = await press(stack, token);
      if (end === 'other') throw new Error(`not placed while capacity was measured: ${text.slice(0, 200)}`);
      if (end === 'busy') {
        tokens.push(token);
        await sleep(AGAIN_AFTER_MS);
        continue;
      }
      placed += 1;
      endedMs = performance.now();
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return (placed * 1_000) / (endedMs - startedMs);
}

async function overload(stack: Stack, perSecond: number, forMs: number): Promise<Press[]> {
  const count = Math.ceil((perSecond * forMs) / 1_000);
  const tokens = await makeTokens(stack, count);
  const startedMs = performance.now();
  const presses: Promise<Press>[] = [];
  while (presses.length < count) {
    const dueMs = startedMs + (presses.length * 1_000) / perSecond;
    const earlyMs = dueMs - performance.now();
    if (earlyMs > 1) await sleep(earlyMs);
    presses.push(press(stack, tokens[presses.length] ?? '', dueMs));
  }
  return Promise.all(presses);
}

const ofEnd = (presses: readonly Press[], end: End): Press[] => presses.filter((one) => one.end === end);

function timesOf(presses: readonly Press[]): { p50: number; p99: number; max: number } {
  const sorted = presses.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

const ms = (number: number): string => `${number.toFixed(0)} ms`;

const SLICES = 6;

/** Lines of the report for each sixth of the overload: in the first one the shop has not found its limit yet. */
function bySlice(presses: readonly Press[], forMs: number): string[] {
  const firstMs = presses[0]?.dueMs ?? 0;
  return Array.from({ length: SLICES }, (_nothing, nth) => {
    const from = firstMs + (nth * forMs) / SLICES;
    const slice = presses.filter(({ dueMs }) => dueMs >= from && dueMs < from + forMs / SLICES);
    const [placed, busy] = [ofEnd(slice, 'placed'), ofEnd(slice, 'busy')];
    return `    from ${((nth * forMs) / SLICES / 1_000).toFixed(0).padStart(2)} s: ${placed.length} placed, p99 ${ms(timesOf(placed).p99)}; ${busy.length} refused, p99 ${ms(timesOf(busy).p99)}`;
  });
}

/** Prints the measured times and returns the bounds that were not kept. */
function report(presses: readonly Press[], capacity: number, forMs: number): string[] {
  const [placed, busy, other] = (['placed', 'busy', 'other'] as const).map((end) => ofEnd(presses, end)) as [
    Press[],
    Press[],
    Press[],
  ];
  const accepted = timesOf(placed);
  const refused = timesOf(busy);
  const share = (placed.length * 1_000) / forMs / capacity;
  console.log(`  capacity ${capacity.toFixed(1)} orders a second with ${CALLERS} callers`);
  console.log(
    `  offered ${((presses.length * 1_000) / forMs).toFixed(1)} a second for ${(forMs / 1_000).toFixed(0)} s: ${placed.length} placed, ${busy.length} refused, ${other.length} else`,
  );
  console.log(
    `  refused: p50 ${ms(refused.p50)}, p99 ${ms(refused.p99)}, max ${ms(refused.max)}; p99 at most ${ms(BOUNDS.refusedP99Ms)}`,
  );
  console.log(
    `  accepted: p50 ${ms(accepted.p50)}, p99 ${ms(accepted.p99)}, max ${ms(accepted.max)}; p99 at most ${ms(BOUNDS.acceptedP99Ms)}`,
  );
  console.log(
    `  orders a second: ${(share * 100).toFixed(0)} % of capacity, at least ${BOUNDS.shareOfCapacity * 100} %`,
  );
  for (const line of bySlice(presses, forMs)) console.log(line);
  for (const { text } of other.slice(0, 3)) console.log(`  else: ${text.slice(0, 200)}`);
  return [
    ...(busy.length === 0 ? ['nothing was refused'] : []),
    ...(placed.length === 0 ? ['nothing was placed'] : []),
    ...(other.length > 0 ? ['other answers'] : []),
    ...(refused.p99 > BOUNDS.refusedP99Ms ? ['refusals are late'] : []),
    ...(accepted.p99 > BOUNDS.acceptedP99Ms ? ['accepted orders wait too long'] : []),
    ...(share < BOUNDS.shareOfCapacity ? ['too little is placed'] : []),
  ];
}

/** Measures the capacity, plays the overload, and returns the bounds that were not kept. */
async function overloadShop(stack: Stack, size: typeof FULL, say: (line: string) => void): Promise<string[]> {
  try {
    await ordersASecond(stack, { forMs: size.capacityMs, most: size.warmUpOrders });
    const most = size.capacityMs * MOST_PER_MS;
    const capacity = await ordersASecond(stack, { forMs: size.capacityMs, most });
    say(`${capacity.toFixed(1)} orders a second; now ${size.timesCapacity} times as many`);
    const presses = await overload(stack, capacity * size.timesCapacity, size.overloadMs);
    return report(presses, capacity, size.overloadMs);
  } finally {
    agent.destroy();
  }
}

const TIMED: ReadonlySet<string> = new Set([
  'refusals are late',
  'accepted orders wait too long',
  'too little is placed',
]);

/** Plays five seconds of overload on a stack that is already running, without judging times. True when it fails. */
export async function tryOverload(stack: Stack, say: (line: string) => void): Promise<boolean> {
  const failed = (await overloadShop(stack, SMOKE, say)).filter((name) => !TIMED.has(name));
  console.log(`overload: ${failed.length === 0 ? 'both answers came' : failed.join(', ')}`);
  return failed.length > 0;
}

/** Plays the whole overload on a stack of its own; true when a bound is not kept. */
export async function judgeOverload(say: (line: string) => void): Promise<boolean> {
  const stack = await startStack({ profile: 'bench', parts: PARTS, env: ENV, say });
  try {
    await releasesOf(stack).register(FIRST_BUILD);
    await waitUntil('the shop', () => answersOk(`${stack.urls.api}/readyz`), 60_000);
    const failed = await overloadShop(stack, FULL, say);
    console.log(`overload: ${failed.length === 0 ? 'all bounds kept' : failed.join(', ')}`);
    return failed.length > 0;
  } finally {
    await stack.stop();
  }
}
