import {
  payingTimeOf,
  type AccountId,
  type CardFingerprint,
  type Order,
  type OrderId,
  type OrderState,
  type PayType,
  type ProviderNumber,
  type RefusalOutcome,
} from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Reader, Tx } from '../../platform/postgres.ts';
import type { Chance } from '../../platform/time-ordered-id.ts';
import type { CardKeeper, Deliverers, OrderNews } from './order-ports.ts';

/** Dependencies of every operation on orders. */
export interface OrderContext {
  readonly db: Db;
  readonly now: Clock;
  /**
   * Whether this machine's clock agrees with the database's. Checked before an order or an attempt is ended because its time is
   * over.
   */
  readonly isClockRight: () => Promise<boolean>;
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

/**
 * Observes what happens, for metrics; it may change nothing. State changes that are rolled back later are counted too, so the
 * counts are not exact.
 */
export interface OrderWatch {
  moved(orderId: OrderId, from: OrderState, to: OrderState): void;
  /** `cardPrefix`: the first digits of the card, if the bank refused a card. */
  refused(refusal: {
    readonly provider: ProviderNumber;
    readonly outcome: RefusalOutcome;
    readonly code: string;
    readonly cardPrefix?: string;
  }): void;
  notification(end: 'stored' | 'repeated' | 'forged' | 'parked' | 'processed'): void;
}

/** Port to penalties: restrictions and bans after a chargeback, lifted when the dispute is won. */
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
  /** Returns the orders of fines that were paid for a ban that is now lifted, so that they are refunded. */
  liftChargeback(
    tx: Tx,
    facts: { readonly orderId: OrderId; readonly recipientId: AccountId; readonly at: Date },
  ): Promise<{ readonly finesToReturn: readonly OrderId[] }>;
  /** Restores the ban if the payment of its fine was reversed or disputed (`isGone`), and lifts it if we have the money again. */
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
  /** A deployment's own time until an unpaid order expires; null: the pay type's. */
  readonly expiresAfterMs: number | null;
  /** When the provider is first queried about a payment that was not decided at once; later queries wait longer. */
  readonly askAfterMs: number;
  /** How long an order may go without progress before the sweeper checks it. */
  readonly neglectedAfterMs: number;
}

/** Twice the slowest timer of an order in progress, so that the sweeper never races the engine. */
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

/** After this time no payment is started for the order, because its payer has probably left. */
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

/**
 * For an attempt that starts now: when it is first checked, and when its payment can no longer be taken and it is checked last.
 */
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
