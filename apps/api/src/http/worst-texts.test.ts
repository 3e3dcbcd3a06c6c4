import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { reportTrace } from '@jawhara/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPatterns } from '../../../../tools/patterns/find-patterns.ts';
import { textOf, worstTexts } from '../../../../tools/patterns/worst-texts.ts';
import { REPOSITORY } from '../../../../tools/stack/repository.ts';
import { openShop, type Shop } from '../test/shop.ts';

const BODY_BYTES_MAX = 64 * 1024;
const REPORTS = 100;
/** The longest delay that texts made to slow down our patterns may cause to a small request. */
const SILENCE_MS_MAX = 50;
/** A busy machine can only lengthen the delay, so the shortest delay of many rounds is the server's own. */
const ROUNDS = 20;
const ROUNDS_TAKE_MS_MAX = 900_000;

let shop: Shop;
let client: ChildProcess;
beforeAll(async () => {
  shop = await openShop();
  client = fork(new URL('../test/flood.ts', import.meta.url), [`${shop.apiUrl}${reportTrace.path}`]);
});
afterAll(async () => {
  client.kill();
  await shop.close();
});

async function requestFlood(message: unknown): Promise<unknown> {
  client.send(message as string);
  return ((await once(client, 'message')) as unknown[])[0];
}

/**
 * The longest time that the server's thread works between two turns of the event loop during a flood of requests. It
 * would delay /healthz by that much. It is processor time, so that other programs do not count.
 */
async function longestSilenceMs(): Promise<number> {
  let longest = 0;
  let isOver = false;
  let before = process.threadCpuUsage();
  const listen = () => {
    longest = Math.max(longest, cpuMsSince(before));
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(listen);
  };
  setImmediate(listen);
  const statuses = (await requestFlood('send')) as number[];
  expect(statuses.filter((status) => status !== 200 && status !== 400)).toEqual([]);
  isOver = true;
  return longest;
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const SAME_WORK = Buffer.alloc(4 * 1024 * 1024);

/**
 * The delay that a busy machine adds to a turn: the difference between the longest and the shortest of a hundred equal
 * turns. It is subtracted, because otherwise the work of other processes would count as the server's.
 */
async function addedByMachineMs(): Promise<number> {
  const turnsMs: number[] = [];
  for (let i = 0; i < REPORTS; i += 1) {
    await nextTurn();
    const before = process.threadCpuUsage();
    createHash('sha256').update(SAME_WORK).digest();
    turnsMs.push(cpuMsSince(before));
  }
  return Math.max(...turnsMs) - Math.min(...turnsMs);
}

async function expectToListen(bodies: readonly string[]): Promise<void> {
  await requestFlood({ hold: bodies });
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < ROUNDS && least >= SILENCE_MS_MAX; i += 1) {
    const silenceMs = await longestSilenceMs();
    // The machine's own delay is measured only if the server seems too slow.
    least = Math.min(least, silenceMs < SILENCE_MS_MAX ? silenceMs : silenceMs - (await addedByMachineMs()));
  }
  expect(least).toBeLessThan(SILENCE_MS_MAX);
}

/** The text as JSON, shortened until it fits into the largest body that is accepted. */
function report(text: string): string {
  const bytes = Buffer.byteLength(JSON.stringify({ data: text }));
  if (bytes <= BODY_BYTES_MAX) return JSON.stringify({ data: text });
  return report(text.slice(0, Math.floor((text.length * BODY_BYTES_MAX) / bytes) - 20));
}

const ofEveryPattern = findPatterns(REPOSITORY).patterns.flatMap(({ pattern }) =>
  worstTexts(pattern)
    .slice(0, 2)
    .map((worst) => report(textOf(worst, BODY_BYTES_MAX))),
);

describe('100 reports of 64 kB at once', () => {
  it(
    'the server answers other callers while 100 reports of 64 kB arrive with worst-case texts for each of its patterns',
    async () => {
      for (let i = 0; i < ofEveryPattern.length; i += REPORTS)
        await expectToListen(ofEveryPattern.slice(i, i + REPORTS));
    },
    ROUNDS_TAKE_MS_MAX,
  );

  it.each([
    ['the beginnings of signed tokens', 'eyJ'.repeat(22_000)],
    ['the beginnings of signed tokens, as long as a report that is kept', 'eyJ'.repeat(2_660)],
    ['digits of another script', '٣'.repeat(33_000)],
    ['beginnings of card numbers', '4 4 4 4 4 4 4 4 4 4 4 4a '.repeat(2_700)],
    ['beginnings of ids', '44444444-4444-'.repeat(4_700)],
    ['JSON of many objects', `[${'{"a":1},'.repeat(7_000)}1]`],
    ['JSON of many numbers', `[${'1,'.repeat(32_000)}1]`],
  ])(
    'the server answers others while 100 reports of 64 kB arrive: %s',
    async (_name, text) => {
      const body = report(text);
      await expectToListen(Array.from({ length: REPORTS }, () => body));
    },
    ROUNDS_TAKE_MS_MAX,
  );
});
