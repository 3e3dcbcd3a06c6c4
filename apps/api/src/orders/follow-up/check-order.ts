import {
  answerOf,
  askPauseMs,
  isToDeliver,
  isUndecided,
  NONE_IS_FINAL_AFTER_MS,
  type OrderId,
  type OrderState,
  type PayAnswer,
  type PayerProof,
} from '@jawhara/domain';
import type { LookUp } from '../../providers/provider.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { connectedProvider, lookUpPayment, type ProviderAnswer } from '../base/connected-provider.ts';
import { deadlineOf, isPastDeadline, type OrderContext } from '../base/order-context.ts';
import { inTransaction } from '../../platform/postgres.ts';
import { lockOrder, noteCheck, requireOrder, type StoredOrder } from '../store/order.store.ts';
import { unparkOrder } from '../base/park-order.ts';
import {
  askAgainAfter,
  attemptsOf,
  closeAttempt,
  isOpenAttempt,
  type Attempt,
} from '../store/payment.store.ts';
import { raiseOrderAlert } from '../base/raise-order-alert.ts';

export type OrderForCheck = {
  readonly state: OrderState;
  readonly isHeld: boolean;
  readonly isPastDeadline: boolean;
};

export async function loadForCheck(context: OrderContext, orderId: OrderId): Promise<OrderForCheck> {
  const order = await requireOrder(context.db, orderId);
  const { state, isHeld } = order;
  const isLate = isPastDeadline(context, order) && (await context.isClockRight());
  return { state, isHeld, isPastDeadline: isLate };
}

export async function readAnswer(context: OrderContext, orderId: OrderId): Promise<PayAnswer> {
  return answerOf(await requireOrder(context.db, orderId));
}

/** Sends the result of the payer's authentication at the bank to the provider that required it. */
export async function confirmPayment(
  context: OrderContext,
  providers: ProviderRegistry,
  orderId: OrderId,
  proof: PayerProof | null,
): Promise<ProviderAnswer> {
  const { provider } = await requireOrder(context.db, orderId);
  const attempts = await attemptsOf(context.db, orderId);
  const attempt = attempts.find((one) => one.provider === provider);
  const connected = await connectedProvider(context, providers, provider);
  if (connected === null) return { provider, answer: { kind: 'unknown', why: 'not connected' } };
  const answer = await connected.confirm(orderId, attempt?.providerPaymentId ?? null, proof);
  return { provider, answer };
}

/** Looks up the order at every provider whose attempt is undecided, whatever state the order is in by now. */
export async function askProviders(
  context: OrderContext,
  providers: ProviderRegistry,
  orderId: OrderId,
): Promise<ProviderAnswer[]> {
  const attempts = await attemptsOf(context.db, orderId);
  return Promise.all(
    attempts.filter(isOpenAttempt).map((attempt) => lookUpPayment(context, providers, orderId, attempt)),
  );
}

/** The state of an attempt after a check: checked again later, or closed because nothing more can come. */
function leaveAttempt(
  context: OrderContext,
  order: StoredOrder,
  attempt: Attempt,
  {
    answer,
    canLookUp,
    mayEnd,
  }: { readonly answer: LookUp | null; readonly canLookUp: boolean; readonly mayEnd: boolean },
): { readonly kind: 'again'; readonly at: Date } | { readonly kind: 'gone'; readonly isUnanswered: boolean } {
  const now = context.now();
  const deadline = deadlineOf(context, order).getTime();
  const isConfirmedOpen = attempt.state === 'open';
  if (mayEnd && answer?.kind === 'none' && now.getTime() >= deadline + NONE_IS_FINAL_AFTER_MS)
    return { kind: 'gone', isUnanswered: false };
  if (mayEnd && now >= attempt.livesUntil)
    return { kind: 'gone', isUnanswered: answer?.kind === 'unknown' || !(isConfirmedOpen || canLookUp) };
  // A provider without look-ups reports by itself or never, so the only check is at the end of the attempt's life.
  if (!canLookUp) return { kind: 'again', at: attempt.livesUntil };
  const ageMs = now.getTime() - attempt.createdAt.getTime();
  const pauseMs = askPauseMs(
    ageMs,
    context.timing.askAfterMs,
    isUndecided(order.state) && now.getTime() < deadline,
  );
  const next = now.getTime() + pauseMs;
  return { kind: 'again', at: new Date(Math.min(next, attempt.livesUntil.getTime())) };
}

/**
 * [ORD-15] Schedules the next check of every undecided attempt. An attempt whose longest possible life is over is closed, with an
 * alert if its provider never answered. While this machine's clock is wrong no attempt is closed.
 */
export async function finishCheck(
  context: OrderContext,
  providers: ProviderRegistry,
  orderId: OrderId,
  words: readonly ProviderAnswer[],
): Promise<null> {
  // Without answers there is no open attempt, so none can end and the clock need not be compared.
  const mayEnd = words.length === 0 || (await context.isClockRight());
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    for (const attempt of (await attemptsOf(tx, orderId)).filter(isOpenAttempt)) {
      const { provider } = attempt;
      const answer = words.find((word) => word.provider === provider)?.answer ?? null;
      // A provider that is not connected is queried once it is connected again.
      const canLookUp = !providers.has(provider) || providers.get(provider).can.lookUp;
      const left = leaveAttempt(context, order, attempt, { answer, canLookUp, mayEnd });
      if (left.kind === 'again') await askAgainAfter(tx, orderId, attempt.attempt, left.at);
      else {
        await closeAttempt(tx, orderId, provider, { state: 'gone', at: context.now() });
        if (left.isUnanswered)
          await raiseOrderAlert(tx, context, order, 'attempt-never-answered', { provider });
      }
    }
    // An order that has ended, or is held, was checked for its attempts or a parked step only: this is its last check.
    const isExpected = isUndecided(order.state) || isToDeliver(order.state);
    await noteCheck(tx, orderId, order.isHeld || !isExpected);
    await unparkOrder(tx, context, orderId, null);
    return null;
  });
}
