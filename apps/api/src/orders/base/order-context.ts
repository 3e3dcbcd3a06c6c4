import {
  payingTimeOf,
  type AccountId,
  type CardFingerprint,
  type Order,
  type OrderId,
  type OrderState,
  type PayType,
} from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Reader, Tx } from '../../platform/postgres.ts';
import type { Chance } from '../../platform/time-ordered-id.ts';
import type { CardKeeper } from './card-keeper.ts';
import type { Deliverers } from './deliverer.ts';
import type { OrderNews } from './order-news.ts';

/** Dependencies of every verb on orders. */
export interface OrderContext {
  readonly db: Db;
  readonly now: Clock;
  readonly newId: () => string;
  readonly chance: Chance;
  readonly logger: Logger;
  readonly timing: OrderTiming;
  readonly watch: OrderWatch;
  readonly deliverers: Deliverers;
  readonly cards: CardKeeper;
  readonly penalties: ChargebackPenalties;
  readonly news: OrderNews;
}

/** Is told what happens, and may change nothing. A move that is rolled back was told all the same: these are counts, not facts. */
export interface OrderWatch {
  moved(orderId: OrderId, from: OrderState, to: OrderState): void;
  /** The first digits of a card that the bank refused. */
  declined(cardPrefix: string): void;
  notification(end: 'stored' | 'repeated' | 'forged' | 'processed'): void;
}

/** Who answers for money that a bank took back, and what is lifted when it came back after all. */
export interface ChargebackPenalties {
  applyChargeback(
    tx: Tx,
    facts: {
      readonly orderId: OrderId;
      readonly recipientId: AccountId;
      readonly payerDevice: string;
      readonly payerAccountId: AccountId | null;
      readonly cardFingerprint: CardFingerprint | null;
      readonly at: Date;
    },
  ): Promise<{ readonly isRecipientBanned: boolean }>;
  /** Names the orders of fines that were paid for nothing. */
  liftChargeback(
    tx: Tx,
    facts: { readonly orderId: OrderId; readonly recipientId: AccountId; readonly at: Date },
  ): Promise<{ readonly finesToReturn: readonly OrderId[] }>;
  /** The money of a fine is gone by nobody's decision, or is there: its ban follows. */
  followFineMoney(
    tx: Tx,
    facts: {
      readonly orderId: OrderId;
      readonly recipientId: AccountId;
      readonly at: Date;
      readonly isGone: boolean;
    },
  ): Promise<{ readonly hasChanged: boolean }>;
  isCardRestricted(db: Reader, fingerprint: CardFingerprint): Promise<boolean>;
}

export interface OrderTiming {
  /** Takes the place of what the pay type says, where a deployment wants another. */
  readonly expiresAfterMs: number | null;
  /** The first look at the provider after a payment that was not decided at once; later ones wait longer. */
  readonly askAfterMs: number;
  /** How long an order may lie untouched before the sweeper looks after it. */
  readonly neglectedAfterMs: number;
}

/** Neglected: twice the slowest timer an order has while somebody looks after it, and never so short that the sweeper races the engine. */
export function orderTiming(settings: {
  readonly orderExpiresAfterMs: number | null;
  readonly askProviderAfterMs: number;
}): OrderTiming {
  return {
    expiresAfterMs: settings.orderExpiresAfterMs,
    askAfterMs: settings.askProviderAfterMs,
    neglectedAfterMs: Math.max(2 * settings.askProviderAfterMs, 2_000),
  };
}

/** From then on nobody begins anything for the order: its payer has long gone. */
export function deadlineOf(
  { timing }: Pick<OrderContext, 'timing'>,
  { createdAt, payType }: Pick<Order, 'createdAt' | 'payType'>,
): Date {
  return new Date(createdAt.getTime() + (timing.expiresAfterMs ?? payingTimeOf(payType).orderOpenMs));
}

export function isPastDeadline(
  context: Pick<OrderContext, 'now' | 'timing'>,
  order: Pick<Order, 'createdAt' | 'payType'>,
): boolean {
  return context.now() >= deadlineOf(context, order);
}

/** A first look soon, a last one when a payment of this kind can no longer take money. */
export function attemptTimes(
  { now, timing }: Pick<OrderContext, 'now' | 'timing'>,
  payType: PayType,
): { readonly at: Date; readonly lookAfter: Date; readonly livesUntil: Date } {
  const at = now();
  return {
    at,
    lookAfter: new Date(at.getTime() + timing.askAfterMs),
    livesUntil: new Date(at.getTime() + payingTimeOf(payType).attemptLifeMs),
  };
}
