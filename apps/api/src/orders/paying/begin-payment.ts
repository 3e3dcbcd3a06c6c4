import {
  providerOf,
  type OrderId,
  type ProviderNumber,
  type PayType,
  type SavedCardId,
} from '@jawhara/domain';
import { inTransaction, type Tx } from '../../platform/postgres.ts';
import type { OrderRequestName } from '../base/order-life.ts';
import { snapshotOf, type OrderSnapshot } from '../base/order-snapshot.ts';
import { makeMove, addToStory } from '../base/make-move.ts';
import { attemptTimes, deadlineOf, isPastDeadline, type OrderContext } from '../base/order-context.ts';
import { lockOrder, turnToProvider, type StoredOrder } from '../store/order.store.ts';
import { attemptsOf, recordAttempt, type Attempt } from '../store/payment.store.ts';

export type StartedPayment =
  | {
      readonly kind: 'begun';
      readonly provider: ProviderNumber;
      readonly amountUsdCents: number;
      readonly idempotencyKey: string;
      /** Nothing is sent to the provider after this time, however late the engine reaches the step. */
      readonly deadlineMs: number;
      /** Stays in the engine's log, so that the order can be inserted again if the database is restored to an earlier time. */
      readonly snapshot: OrderSnapshot;
    }
  | { readonly kind: 'not-new' };

/**
 * Moves the order out of `created` before the provider is called, because a charge may exist from then on. If the engine died
 * after that, it runs this again with the same key, which the provider charges once; without the repeat the order would wait
 * unpaid until it expires.
 */
export async function beginPayment(
  context: OrderContext,
  orderId: OrderId,
  request?: OrderRequestName,
): Promise<StartedPayment> {
  return inTransaction(context.db, async (tx): Promise<StartedPayment> => {
    const order = await lockOrder(tx, orderId);
    const attempt = await attemptOn(tx, context, order);
    if (attempt === null) return { kind: 'not-new' };
    return {
      kind: 'begun',
      provider: order.provider,
      amountUsdCents: order.priceUsdCents,
      idempotencyKey: attempt.idempotencyKey,
      deadlineMs: deadlineOf(context, order).getTime(),
      snapshot: snapshotOf(order, request),
    };
  });
}

/** A wallet's token may arrive after the order's deadline, before the order is marked expired: then no payment is started. */
async function attemptOn(tx: Tx, context: OrderContext, order: StoredOrder): Promise<Attempt | null> {
  if (isPastDeadline(context, order)) return null;
  return order.state === 'created' ? firstAttempt(tx, context, order) : unheardAttempt(tx, order);
}

async function firstAttempt(tx: Tx, context: OrderContext, order: StoredOrder): Promise<Attempt> {
  const attempt = await recordAttempt(tx, order, {
    provider: order.provider,
    payType: order.payType,
    ...attemptTimes(context, order.payType),
  });
  const story = { kind: 'payment-begun', detail: { attempt: attempt.attempt, provider: attempt.provider } };
  await makeMove(tx, context, order, { to: 'pending' }, story);
  return attempt;
}

/** The order's only attempt, if it was started and its provider has sent no payment id yet. */
async function unheardAttempt(tx: Tx, order: StoredOrder): Promise<Attempt | null> {
  if (order.state !== 'pending' || order.isHeld) return null;
  const [first, ...rivals] = await attemptsOf(tx, order.id);
  return first?.providerPaymentId === null && rivals.length === 0 ? first : null;
}

/**
 * Another provider may be tried for this order while no provider has answered anything. Once a provider has sent a payment id,
 * that payment is being decided, and a second one would most likely have to be refunded.
 */
export function mayBeginAgain(
  context: OrderContext,
  order: StoredOrder,
  attempts: readonly Attempt[],
): boolean {
  return (
    order.state === 'pending' &&
    !order.isHeld &&
    !isPastDeadline(context, order) &&
    attempts.every((attempt) => attempt.providerPaymentId === null)
  );
}

/** Harmless to repeat: a provider that was called already is called with the same idempotency key. */
export async function beginAgain(
  context: OrderContext,
  orderId: OrderId,
  again: {
    readonly payType: PayType;
    readonly savedCardId: SavedCardId | null;
    readonly request?: OrderRequestName;
  },
): Promise<StartedPayment> {
  const { payType, savedCardId, request } = again;
  return inTransaction(context.db, async (tx): Promise<StartedPayment> => {
    const order = await lockOrder(tx, orderId);
    const provider = providerOf(payType);
    const attempts = await attemptsOf(tx, orderId);
    if (provider === null || !mayBeginAgain(context, order, attempts)) return { kind: 'not-new' };
    const [first] = attempts;
    if (first?.provider === provider) return { kind: 'not-new' };
    const toStartedPayment = (attempt: Attempt): StartedPayment => ({
      kind: 'begun',
      provider,
      amountUsdCents: order.priceUsdCents,
      idempotencyKey: attempt.idempotencyKey,
      deadlineMs: deadlineOf(context, order).getTime(),
      snapshot: snapshotOf(order, request),
    });
    const known = attempts.find((attempt) => attempt.provider === provider);
    if (known) return toStartedPayment(known);
    const attempt = await recordAttempt(tx, order, { provider, payType, ...attemptTimes(context, payType) });
    await turnToProvider(tx, orderId, { provider, payType, savedCardId });
    const detail = { attempt: attempt.attempt, provider, after: triedBefore(attempts) };
    await addToStory(tx, context, order, { kind: 'another-provider-asked', detail });
    return toStartedPayment(attempt);
  });
}

function triedBefore(attempts: readonly Attempt[]): string {
  return attempts.map(({ provider }): ProviderNumber => provider).join(', ');
}
