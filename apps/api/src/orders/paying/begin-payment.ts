import type { OrderId, ProviderNumber } from '@jawhara/domain';
import { inTransaction, type Tx } from '../../platform/postgres.ts';
import type { OrderRequestName } from '../base/order-life.ts';
import { snapshotOf, type OrderSnapshot } from '../base/order-snapshot.ts';
import { makeMove } from '../base/make-move.ts';
import { attemptTimes, deadlineOf, isPastDeadline, type OrderContext } from '../base/order-context.ts';
import { lockOrder, type StoredOrder } from '../store/order.store.ts';
import { attemptsOf, recordAttempt, type Attempt } from '../store/payment.store.ts';

export type StartedPayment =
  | {
      readonly kind: 'begun';
      readonly provider: ProviderNumber;
      readonly amountUsdCents: number;
      readonly idempotencyKey: string;
      /** Nothing is sent to the provider after this time, however late the engine reaches the step. */
      readonly deadlineMs: number;
      /** Stays in the engine's log, for a database that is restored to an earlier time. */
      readonly snapshot: OrderSnapshot;
    }
  | { readonly kind: 'not-new' };

/**
 * A charge may exist from here on, so the order leaves `created` before the provider is called. An engine that died runs
 * this again with the same key, which the provider charges once. Otherwise such an order would wait unpaid until it
 * expires.
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

/** An attempt that was started and for which the provider has named no payment yet. */
async function unheardAttempt(tx: Tx, order: StoredOrder): Promise<Attempt | null> {
  if (order.state !== 'pending' || order.isHeld) return null;
  const [first, ...rivals] = await attemptsOf(tx, order.id);
  return first?.providerPaymentId === null && rivals.length === 0 ? first : null;
}
