import type { CallName } from '@jawhara/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createMetrics } from '../platform/metrics.ts';
import type { Redis } from '../platform/redis.ts';
import { hourOfVisit, seededChance } from '../test/normal-day.ts';
import { testRedis } from '../test/test-redis.ts';
import { createGuards, type Guards } from './create-guards.ts';

/**
 * A day of a thousand payers behind four addresses of mobile carriers, played on the limits themselves with their real
 * numbers, a real Redis and a clock of the test, so that a day takes seconds. Random numbers come from a seed, so a day
 * can be repeated.
 */

const PAYERS = 1_000;
const CARRIER_ADDRESSES = 4;
const RECIPIENTS = 300;
const DAY_MS = 24 * 3_600_000;
const DAYS = [1, 3];

const logger = pino({ level: 'silent' });
let redis: Redis;
beforeAll(async () => {
  redis = testRedis(inject('redisUrl'), logger);
  await new Promise((resolve) => redis.once('ready', resolve));
});
afterAll(() => redis.disconnect());

interface Moment {
  readonly atMs: number;
  readonly act: (atMs: number) => Promise<string | null>;
}

/** The visit of a payer: page, look-ups, attempts with declines and second attempts, and the bank's check, which some abandon. */
function visit(
  guards: Guards,
  chance: () => number,
  day: number,
  payer: number,
  clock: { ms: number },
): Moment[] {
  const who = {
    address: `198.51.100.${payer % CARRIER_ADDRESSES}`,
    device: `device-${day}-${payer}`,
  };
  const recipient = String(Math.floor(chance() ** 2 * RECIPIENTS));
  let at = day * DAY_MS + hourOfVisit(chance) * 3_600_000;
  const moments: Moment[] = [];
  const later = (ms: number, act: Moment['act']) => {
    at += ms;
    moments.push({ atMs: at, act });
  };
  const call = (name: CallName) => async () =>
    (await guards.door.ofStranger(name, who)) === null ? null : `door ${name}`;
  const refusedBy = (guard: string) => (wait: number | null) => (wait === null ? null : guard);

  for (const name of ['readSiteConfig', 'listGemPacks', 'listSavedCards', 'addEvent', 'addEvent'] as const)
    later(50, call(name));
  const looks = chance() < 0.2 ? 3 : 1;
  for (let i = 0; i < looks; i += 1) {
    later(8_000, call('findRecipient'));
    later(10, async () => refusedBy('names')(await guards.names.secondsToWait(who, [`id:${recipient}${i}`])));
  }
  const tries = chance() < 0.12 ? 3 : chance() < 0.3 ? 2 : 1;
  for (let i = 0; i < tries; i += 1) {
    const id = `${day}-${payer}-${i}`;
    // Worse than in reality: four in ten attempts are declined or abandoned at the bank's page.
    const isPaid = i === tries - 1 && chance() < 0.85;
    later(25_000 + chance() * 60_000, call('createCoinPay'));
    later(10, async () =>
      refusedBy('shield')(
        await guards.cardTestingLimit.secondsToWait({ id, subjects: { ...who, recipient } }),
      ),
    );
    for (let poll = 0; poll < 10; poll += 1) later(500, call('readOrderStatus'));
    if (isPaid)
      later(chance() * 120_000, async () => {
        guards.cardTestingLimit.paid(id);
        return null;
      });
  }
  return moments.map(({ atMs, act }) => ({
    atMs,
    act: (ms) => {
      clock.ms = ms;
      return act(ms);
    },
  }));
}

describe('a normal day', () => {
  it.each(DAYS)(
    'no limit refuses any of 1,000 payers behind 4 addresses on a normal day (day %i)',
    async (day) => {
      const clock = { ms: 0 };
      const chance = seededChance(day * 7_919);
      const guards = createGuards({
        redis,
        now: () => new Date(clock.ms),
        logger,
        metrics: createMetrics(),
        settings: {
          factor: 1,
          namesPerDeviceMinute: 30,
          namesPerAddressHour: 120,
          statusesPerDeviceMinute: 120,
          statusesPerAddressHour: 1_200,
          telemetryBytesPerHour: 1_000_000,
        },
      });
      const moments = Array.from({ length: PAYERS }, (_, payer) => visit(guards, chance, day, payer, clock))
        .flat()
        .toSorted((one, other) => one.atMs - other.atMs);
      expect(moments.length).toBeGreaterThan(15_000);
      const stopped: string[] = [];
      // Calls are made in order of time, fifty at once, because a real Redis gets simultaneous calls too.
      for (let i = 0; i < moments.length; i += 50) {
        const answers = await Promise.all(moments.slice(i, i + 50).map(({ act, atMs }) => act(atMs)));
        stopped.push(...answers.filter((answer) => answer !== null));
      }
      expect(stopped).toEqual([]);
    },
    60_000,
  );
});
