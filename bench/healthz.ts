import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { reportTrace } from '@jawhara/contract';
import { findPatterns } from '../tools/patterns/find-patterns.ts';
import { textOf, worstTexts } from '../tools/patterns/worst-texts.ts';
import { REPOSITORY } from '../tools/stack/repository.ts';
import { startStack } from '../tools/stack/start-stack.ts';

/**
 * Measures how long `/healthz` takes while 100 reports of 60,000 characters arrive at once, with the texts that are slowest for
 * our regular expressions. Idle and flooded rounds alternate, so that other load on the machine affects both.
 *
 *   node bench/healthz.ts
 */

const BODY_CHARACTERS = 60_000;
const REPORTS = 100;
const LATER_MS_MAX = 50;
const ASK_EVERY_MS = 5;
const IDLE_PROBE_MS = 1_000;
const MEDIAN = 0.5;
const HIGH = 0.99;

const say = (line: string): void => console.log(line);
const stack = await startStack({
  profile: 'bench',
  parts: ['sandbox', 'api'],
  env: { LOG_LEVEL: 'warn' },
  say,
});
const flood = fork(new URL('../apps/api/src/test/flood.ts', import.meta.url), [
  `${stack.urls.api}${reportTrace.path}`,
]);

async function requestFlood(message: unknown): Promise<void> {
  flood.send(message as string);
  await once(flood, 'message');
}

async function askOnceMs(): Promise<number> {
  const before = performance.now();
  await (await fetch(`${stack.urls.api}/healthz`)).text();
  return performance.now() - before;
}

async function askUntil(isOver: () => boolean): Promise<number[]> {
  const tookMs: number[] = [];
  while (!isOver()) {
    tookMs.push(await askOnceMs());
    await wait(ASK_EVERY_MS);
  }
  return tookMs;
}

async function idleMs(): Promise<number[]> {
  const until = performance.now() + IDLE_PROBE_MS;
  return askUntil(() => performance.now() > until);
}

async function floodedMs(): Promise<number[]> {
  let isOver = false;
  const sent = requestFlood('send').then(() => (isOver = true));
  const tookMs = await askUntil(() => isOver);
  await sent;
  return tookMs;
}

const share = (tookMs: readonly number[], part: number): number =>
  tookMs.toSorted((a, b) => a - b)[Math.floor((tookMs.length - 1) * part)] ?? 0;

const bodies = findPatterns(REPOSITORY).patterns.flatMap(({ pattern }) =>
  worstTexts(pattern)
    .slice(0, 2)
    .map((worst) => JSON.stringify({ data: textOf(worst, BODY_CHARACTERS) })),
);

let isLate = true;
try {
  await idleMs();
  const idle: number[] = [];
  const flooded: number[] = [];
  for (let i = 0; i < bodies.length; i += REPORTS) {
    const some = bodies.slice(i, i + REPORTS);
    await requestFlood({
      hold: Array.from({ length: REPORTS }, (_, place) => some[place % some.length] ?? ''),
    });
    idle.push(...(await idleMs()));
    flooded.push(...(await floodedMs()));
    say(`${Math.min(i + REPORTS, bodies.length)} of ${bodies.length} texts sent`);
  }
  for (const [name, tookMs] of [
    ['idle', idle],
    ['100 reports at once', flooded],
  ] as const)
    say(
      `${name.padEnd(20)} asked ${String(tookMs.length).padStart(5)} times  median ${share(tookMs, MEDIAN).toFixed(1)} ms  99 of 100 within ${share(tookMs, HIGH).toFixed(1)} ms  longest ${share(tookMs, 1).toFixed(1)} ms`,
    );
  const laterMs = share(flooded, MEDIAN) - share(idle, MEDIAN);
  isLate = laterMs > LATER_MS_MAX;
  say(
    `healthz: ${laterMs.toFixed(1)} ms later than idle in the median, at most ${LATER_MS_MAX} ms asked for`,
  );
} finally {
  flood.kill();
  await stack.stop();
}
process.exit(isLate ? 1 : 0);
