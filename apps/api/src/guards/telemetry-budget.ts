import { overBudget, TELEMETRY_BYTES_PER_HOUR, type TelemetrySubject } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { redisScript, type Redis } from '../platform/redis.ts';
import { networksOf } from './networks.ts';

export interface TelemetrySender {
  readonly address: string;
  readonly device: string;
}

export interface TelemetryBudget {
  /**
   * Whether a report of so many bytes may be stored; if so, its bytes are counted. Never throws: without Redis this
   * process counts alone.
   */
  covers(sender: TelemetrySender, bytes: number): Promise<boolean>;
}

const HOUR_S = 3_600;
const FORGOTTEN_AFTER_S = 2 * HOUR_S;

/** While Redis does not answer, each process counts alone, so each allows less. */
const ALONE_FACTOR = 0.5;
/**
 * At most so many senders are counted; the one that reported longest ago is dropped first. The total of all senders is
 * never dropped.
 */
const LOCAL_SENDERS_MAX = 20_000;

/**
 * Counts the bytes in all counters or in none, in one step of Redis. KEYS: the counters. ARGV: the bytes, the counters'
 * lifetime in seconds, the limit of each.
 */
const SPEND = `
local bytes = tonumber(ARGV[1])
for i = 1, #KEYS do
  if tonumber(redis.call('GET', KEYS[i]) or '0') + bytes > tonumber(ARGV[i + 2]) then return i end
end
for i = 1, #KEYS do
  if redis.call('INCRBY', KEYS[i], bytes) == bytes then redis.call('EXPIRE', KEYS[i], ARGV[2]) end
end
return 0`;

interface Limit {
  readonly subject: TelemetrySubject;
  readonly key: string;
  readonly mostBytes: number;
}

/** Like SPEND, but with counters of this process, ordered by last use. */
function spendAlone(spent: Map<string, number>, limits: readonly Limit[], bytes: number) {
  const purses = limits.map((limit) => ({
    ...limit,
    mostBytes: limit.mostBytes * ALONE_FACTOR,
    usedBytes: spent.get(limit.key) ?? 0,
  }));
  const over = overBudget(purses, bytes);
  if (over !== null) return over;
  for (const { key, usedBytes } of purses) {
    spent.delete(key);
    spent.set(key, usedBytes + bytes);
  }
  for (const key of spent.keys()) {
    if (spent.size <= LOCAL_SENDERS_MAX) break;
    spent.delete(key);
  }
  return null;
}

/**
 * Limits the bytes of telemetry. A sender above the limit gets no error: a page could do nothing about it, and an
 * attacker must learn nothing from it.
 */
export function telemetryBudget(deps: {
  readonly redis: Redis;
  readonly now: Clock;
  readonly logger: Logger;
  readonly factor: number;
  /**
   * The limit for all senders together. It protects the operator's disk, so the factor of the other limits does not
   * apply to it.
   */
  readonly allBytesPerHour: number;
  readonly onRefused: (subject: TelemetrySubject) => void;
}): TelemetryBudget {
  const spend = redisScript(deps.redis, 'spendTelemetryBytes', SPEND);
  const alone = { hour: 0, spent: new Map<string, number>() };

  function limitsOf({ address, device }: TelemetrySender, hour: number): Limit[] {
    const networks = networksOf(address);
    const limit = (subject: TelemetrySubject, who: string, mostBytes: number): Limit => ({
      subject,
      key: `telemetry:${hour}:${subject}:${who}`,
      mostBytes,
    });
    const { device: perDevice, address: perAddress, site: perSite } = TELEMETRY_BYTES_PER_HOUR;
    return [
      limit('device', device, perDevice * deps.factor),
      limit('address', networks.address, perAddress * deps.factor),
      ...(networks.site === null ? [] : [limit('site', networks.site, perSite * deps.factor)]),
      limit('all', '', deps.allBytesPerHour),
    ];
  }

  /** Returns the sender whose limit the bytes would exceed, or null if they were counted. */
  async function spendBytes(limits: readonly Limit[], hour: number, bytes: number) {
    try {
      const most = limits.map(({ mostBytes }) => mostBytes);
      const place = await spend(
        limits.map(({ key }) => key),
        [bytes, FORGOTTEN_AFTER_S, ...most],
      );
      return limits[Number(place) - 1]?.subject ?? null;
    } catch (error) {
      deps.logger.warn(
        { limit: 'telemetry', err: (error as Error).message },
        'counted by this instance only',
      );
      if (alone.hour !== hour) {
        alone.hour = hour;
        alone.spent.clear();
      }
      return spendAlone(alone.spent, limits, bytes);
    }
  }

  return {
    async covers(sender, bytes) {
      const hour = Math.floor(deps.now().getTime() / 1000 / HOUR_S);
      const over = await spendBytes(limitsOf(sender, hour), hour, bytes);
      if (over === null) return true;
      deps.onRefused(over);
      return false;
    },
  };
}
