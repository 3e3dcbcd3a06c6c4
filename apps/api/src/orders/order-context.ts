import type { OrderId, OrderState } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';

/** What every verb on orders needs. */
export interface OrderContext {
  readonly db: Db;
  readonly now: Clock;
  readonly newId: () => string;
  readonly logger: Logger;
  readonly timing: OrderTiming;
  readonly watch: OrderWatch;
}

/** Is told what happens, and may change nothing. A move that is rolled back was told all the same: these are counts, not facts. */
export interface OrderWatch {
  moved(orderId: OrderId, from: OrderState, to: OrderState): void;
  /** The first digits of a card that the bank refused. */
  declined(cardPrefix: string): void;
  notification(end: 'stored' | 'repeated' | 'forged' | 'processed'): void;
}

export interface OrderTiming {
  /** Longer than any bank keeps its check open, so that nothing can be paid after it. */
  readonly expiresAfterMs: number;
  /** The first look at the provider after a payment that was not decided at once; later ones wait longer. */
  readonly askAfterMs: number;
  /** How long an order may lie untouched before the sweeper looks after it: more than the engine's own timers need. */
  readonly neglectedAfterMs: number;
}

export const ASK_PROVIDER_INTERVAL_MAX_MS = 60_000;

export function askDelayMs(timing: OrderTiming, tries: number): number {
  return Math.min(timing.askAfterMs * 2 ** tries, ASK_PROVIDER_INTERVAL_MAX_MS);
}
