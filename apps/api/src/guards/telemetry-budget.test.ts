import { randomUUID } from 'node:crypto';
import { TELEMETRY_BYTES_PER_HOUR, type TelemetrySubject } from '@jawhara/domain';
import { pino } from 'pino';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { KEY_PREFIX, type Redis } from '../platform/redis.ts';
import { startPrivateRedis } from '../test/private-redis.ts';
import { testRedis } from '../test/test-redis.ts';
import { telemetryBudget, type TelemetryBudget } from './telemetry-budget.ts';

const REPORT = 10_000;
const ALL = 10_000_000;
const HOUR_MS = 3_600_000;
const AWAY = 'redis://127.0.0.1:1';
const { device: perDevice, address: perAddress, site: perSite } = TELEMETRY_BYTES_PER_HOUR;
const logger = pino({ level: 'silent' });

let nowMs = Date.UTC(2026, 10, 1, 10, 30);
let open: Redis[] = [];
let refused: TelemetrySubject[] = [];
afterEach(() => {
  for (const redis of open) redis.disconnect();
  open = [];
  refused = [];
});

interface BudgetAnswer {
  readonly url?: string;
  readonly name?: string;
  readonly factor?: number;
  readonly answersWithinMs?: number;
  readonly allBytesPerHour?: number;
}

async function budgetOf({
  url = inject('redisUrl'),
  name = randomUUID(),
  factor = 1,
  ...settings
}: BudgetAnswer) {
  const redis = testRedis(url, logger, name, settings.answersWithinMs);
  open.push(redis);
  if (url !== AWAY) await new Promise((resolve) => redis.once('ready', resolve));
  return telemetryBudget({
    redis,
    now: () => new Date(nowMs),
    logger,
    factor,
    allBytesPerHour: settings.allBytesPerHour ?? ALL,
    onRefused: (subject) => refused.push(subject),
  });
}

const sender = (address: string, device: string = randomUUID()) => ({ address, device });

async function countAcceptedBytes(
  budget: TelemetryBudget,
  reports: number,
  from: (n: number) => ReturnType<typeof sender>,
) {
  const answers = await Promise.all(
    Array.from({ length: reports }, (_, n) => budget.covers(from(n), REPORT)),
  );
  return answers.filter(Boolean).length * REPORT;
}

const full = (bytes: number) => bytes - (bytes % REPORT);

describe('the limits of telemetry in bytes', () => {
  it('the bytes of telemetry are limited by device, address, IPv6 /48 and in total', async () => {
    const ofDevice = await budgetOf({});
    expect(await countAcceptedBytes(ofDevice, 100, (n) => sender(`203.0.113.${n}`, 'one'))).toBe(
      full(perDevice),
    );
    const ofAddress = await budgetOf({});
    expect(await countAcceptedBytes(ofAddress, 700, (n) => sender(`2001:db8:1:2::${n}`))).toBe(
      full(perAddress),
    );
    const ofSite = await budgetOf({ allBytesPerHour: 2 * perSite });
    expect(await countAcceptedBytes(ofSite, 4_000, (n) => sender(`2001:db8:1:${n % 20}::1`))).toBe(
      full(perSite),
    );
    const ofAll = await budgetOf({});
    expect(await countAcceptedBytes(ofAll, 1_500, (n) => sender(`198.51.${n % 100}.1`))).toBe(ALL);
    expect(new Set(refused)).toEqual(new Set(['device', 'address', 'site', 'all']));
  });

  it('the telemetry of 200 payers behind one address in a carrier’s busiest hour, two pages each, is all accepted', async () => {
    const [payers, events, bytes] = [200, 2 * 20, 750];
    const budget = await budgetOf({});
    const all = Array.from({ length: payers * events }, (_, n) =>
      budget.covers(sender('203.0.113.5', `payer-${n % payers}`), bytes),
    );
    expect(new Set(await Promise.all(all))).toEqual(new Set([true]));
  });

  it('all processes together count the bytes of telemetry', async () => {
    const name = randomUUID();
    const instances = [await budgetOf({ name }), await budgetOf({ name })];
    const halves = instances.map((budget) => countAcceptedBytes(budget, 400, () => sender('203.0.113.5')));
    const [one = 0, other = 0] = await Promise.all(halves);
    expect(one + other).toBe(perAddress);
  });

  it('refused telemetry is not counted, so that other devices can still report', async () => {
    const budget = await budgetOf({ allBytesPerHour: 2 * perAddress });
    expect(await countAcceptedBytes(budget, 2_000, () => sender('203.0.113.5'))).toBe(perAddress);
    expect(await countAcceptedBytes(budget, 10, () => sender('203.0.113.6'))).toBe(10 * REPORT);
    expect(await countAcceptedBytes(budget, 1_000, () => sender('203.0.113.7', 'one'))).toBe(full(perDevice));
    expect(await countAcceptedBytes(budget, 10, () => sender('203.0.113.7'))).toBe(10 * REPORT);
  });

  it('the limits of telemetry begin anew each hour, and every counter in Redis has an expiry', async () => {
    const name = randomUUID();
    const budget = await budgetOf({ name });
    await countAcceptedBytes(budget, 700, () => sender('203.0.113.5'));
    expect(await countAcceptedBytes(budget, 1, () => sender('203.0.113.5'))).toBe(0);
    nowMs += HOUR_MS;
    expect(await countAcceptedBytes(budget, 1, () => sender('203.0.113.5'))).toBe(REPORT);
    const owner = testRedis(inject('redisOwnerUrl'), logger, name);
    open.push(owner);
    await new Promise((resolve) => owner.once('ready', resolve));
    const prefix = `${KEY_PREFIX}${name}:`;
    const keys = await owner.keys(`${prefix}telemetry:*`);
    expect(keys.length).toBeGreaterThan(3);
    for (const key of keys) expect(await owner.ttl(key.slice(prefix.length))).toBeGreaterThan(0);
  });

  it('with a large limit factor a device may send far more telemetry, but never more than the limit for all devices', async () => {
    const budget = await budgetOf({ factor: 1_000 });
    expect(await countAcceptedBytes(budget, 1_500, () => sender('127.0.0.1', 'one'))).toBe(ALL);
  });
});

describe('the limits of telemetry without Redis', () => {
  it('without Redis a process counts telemetry alone, and accepts half of each limit', async () => {
    const budget = await budgetOf({ url: AWAY });
    expect(await countAcceptedBytes(budget, 500, () => sender('203.0.113.5'))).toBe(perAddress / 2);
    expect(await countAcceptedBytes(budget, 100, (n) => sender(`203.0.113.${n + 6}`, 'one'))).toBe(
      full(perDevice / 2),
    );
    expect(await countAcceptedBytes(budget, 1_500, (n) => sender(`198.51.${n % 100}.1`))).toBeLessThan(
      ALL / 2,
    );
    nowMs += HOUR_MS;
    expect(await countAcceptedBytes(budget, 1_500, (n) => sender(`198.51.${n % 100}.1`))).toBe(ALL / 2);
  });

  it('without Redis a process still limits one device’s telemetry and the total after 12,000 other devices', async () => {
    const [strangers, left] = [12_000, 100];
    const own = full(perDevice / 2);
    const budget = await budgetOf({
      url: AWAY,
      allBytesPerHour: 2 * (2 * own + (strangers + left) * REPORT),
    });
    const one = () => sender('203.0.113.5', 'one');
    const stranger = (n: number) => sender(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
    expect(await countAcceptedBytes(budget, 50, one)).toBe(own);
    expect(await countAcceptedBytes(budget, strangers, stranger)).toBe(strangers * REPORT);
    expect(await countAcceptedBytes(budget, 50, one)).toBe(own);
    expect(await countAcceptedBytes(budget, 2 * left, (n) => stranger(strangers + n))).toBe(left * REPORT);
  });

  it('a Redis that hangs counts as unavailable for telemetry, and the calls wait for its time-out together', async () => {
    const server = await startPrivateRedis();
    try {
      const budget = await budgetOf({ url: server.url, answersWithinMs: 100 });
      expect(await countAcceptedBytes(budget, 1, () => sender('203.0.113.5'))).toBe(REPORT);
      server.hang();
      const begin = performance.now();
      expect(await countAcceptedBytes(budget, 500, () => sender('203.0.113.5'))).toBe(perAddress / 2);
      // If the 500 reports waited 100 ms one after the other, that would take fifty seconds.
      expect(performance.now() - begin).toBeLessThan(25_000);
    } finally {
      await server.stop();
    }
  });
});
