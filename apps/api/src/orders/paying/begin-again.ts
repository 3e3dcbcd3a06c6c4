import {
  providerOf,
  type OrderId,
  type PayType,
  type ProviderNumber,
  type SavedCardId,
} from '@jawhara/domain';
import { inTransaction } from '../../platform/postgres.ts';
import type { StartedPayment } from './begin-payment.ts';
import { addToStory } from '../base/make-move.ts';
import type { OrderRequestName } from '../base/order-life.ts';
import { snapshotOf } from '../base/order-snapshot.ts';
import { attemptTimes, deadlineOf, isPastDeadline, type OrderContext } from '../base/order-context.ts';
import { lockOrder, turnToProvider, type StoredOrder } from '../store/order.store.ts';
import { attemptsOf, recordAttempt, type Attempt } from '../store/payment.store.ts';

/**
 * Another provider may be tried for this order while no provider has answered anything. Once a provider has named a payment
 * it is being decided, and a second payment would most likely have to be refunded.
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
