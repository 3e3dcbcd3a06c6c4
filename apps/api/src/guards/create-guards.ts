import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Redis } from '../platform/redis.ts';
import { ALLOWANCES } from './allowances.ts';
import { memoryBook } from './attempt-book.ts';
import { cardShield, type CardShield } from './card-shield.ts';
import { doorLimit, type DoorLimit } from './door-limit.ts';
import { nameBudget, type NameBudget } from './name-budget.ts';
import { redisAttemptBook } from './redis-attempt-book.ts';
import { telemetryBudget, type TelemetryBudget } from './telemetry-budget.ts';

export interface GuardSettings {
  /** Multiplies what the tables allow. 1 for the public; local profiles, where everybody comes from one address, raise it. */
  readonly factor: number;
  readonly namesPerDeviceMinute: number;
  readonly namesPerAddressHour: number;
  readonly telemetryBytesPerHour: number;
}

export interface Guards {
  readonly door: DoorLimit;
  readonly names: NameBudget;
  readonly shield: CardShield;
  readonly telemetry: TelemetryBudget;
}

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
    names: nameBudget({
      redis,
      now,
      logger,
      perDeviceMinute: settings.namesPerDeviceMinute,
      perAddressHour: settings.namesPerAddressHour,
      onRefused: () => metrics.refusedBy('names'),
    }),
    shield: cardShield({
      shared: redisAttemptBook(redis, prefixAttacked),
      alone: memoryBook(),
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
