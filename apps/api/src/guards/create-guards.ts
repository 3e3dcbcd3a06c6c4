import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Redis } from '../platform/redis.ts';
import { ALLOWANCES } from './allowances.ts';
import { memoryAttemptCounter, redisAttemptCounter } from './attempt-counter.ts';
import { cardTestingLimit, type CardTestingLimit } from './card-testing-limit.ts';
import { doorLimit, type DoorLimit } from './door-limit.ts';
import { lookupBudget, type LookupBudget } from './lookup-budget.ts';
import { telemetryBudget, type TelemetryBudget } from './telemetry-budget.ts';

export interface GuardSettings {
  /**
   * Multiplies the limits of the tables. 1 in production; larger in development and tests, where all traffic comes from
   * one address.
   */
  readonly factor: number;
  readonly namesPerDeviceMinute: number;
  readonly namesPerAddressHour: number;
  readonly statusesPerDeviceMinute: number;
  readonly statusesPerAddressHour: number;
  readonly telemetryBytesPerHour: number;
}

export interface Guards {
  readonly door: DoorLimit;
  readonly names: LookupBudget;
  /** Limits how many accounts' presence and bans a caller may look up, by account id. */
  readonly statuses: LookupBudget;
  readonly cardTestingLimit: CardTestingLimit;
  readonly telemetry: TelemetryBudget;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The traffic of a mobile carrier has bursts, so a single minute may use a fifth of the limit per hour. */
const MINUTE_SHARE_OF_HOUR = 0.2;

export function createGuards(deps: {
  readonly redis: Redis;
  readonly now: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly settings: GuardSettings;
}): Guards {
  const { redis, now, logger, metrics, settings } = deps;
  const { factor } = settings;
  const prefixAttacked = (cardPrefix: string) => {
    metrics.refusedBy('card-prefix');
    logger.error({ alert: 'card-prefix-attacked', cardPrefix }, 'many cards of one prefix are declined');
  };
  return {
    door: doorLimit({
      redis,
      now,
      logger,
      factor,
      allowances: ALLOWANCES,
      onRefused: () => metrics.refusedBy('door'),
    }),
    names: lookupBudget({
      redis,
      now,
      logger,
      name: 'names',
      limits: [
        { shelf: 'names', of: 'device', windowMs: MINUTE_MS, most: settings.namesPerDeviceMinute },
        { shelf: 'names', of: 'address', windowMs: HOUR_MS, most: settings.namesPerAddressHour },
      ],
      withoutRedis: 'let-through',
      onRefused: () => metrics.refusedBy('names'),
    }),
    statuses: lookupBudget({
      redis,
      now,
      logger,
      name: 'statuses',
      limits: [
        { shelf: 'statuses', of: 'device', windowMs: MINUTE_MS, most: settings.statusesPerDeviceMinute },
        {
          shelf: 'statuses-minute',
          of: 'address',
          windowMs: MINUTE_MS,
          most: Math.ceil(settings.statusesPerAddressHour * MINUTE_SHARE_OF_HOUR),
        },
        { shelf: 'statuses', of: 'address', windowMs: HOUR_MS, most: settings.statusesPerAddressHour },
      ],
      withoutRedis: 'count-alone',
      onRefused: () => metrics.refusedBy('statuses'),
    }),
    cardTestingLimit: cardTestingLimit({
      shared: redisAttemptCounter(redis, prefixAttacked),
      alone: memoryAttemptCounter(),
      now,
      logger,
      factor,
      onRefused: (kind) => metrics.refusedBy(`card-${kind}`),
    }),
    telemetry: telemetryBudget({
      redis,
      now,
      logger,
      factor,
      allBytesPerHour: settings.telemetryBytesPerHour,
      onRefused: (subject) => metrics.refusedBy(`telemetry-${subject}`),
    }),
  };
}
