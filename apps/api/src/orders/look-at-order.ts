import {
  answerOf,
  isUndecided,
  type OrderId,
  type OrderState,
  type PayAnswer,
  type PayerProof,
  type ProviderNumber,
} from '@jawhara/domain';
import type { LookUp } from '../providers/provider.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { OrderContext } from './order-context.ts';
import { inTransaction } from '../platform/postgres.ts';
import { endRivalry, lockOrder, requireOrder } from './order.store.ts';
import { attemptsOf, closeAttempt } from './payment.store.ts';

/** What one provider says. */
export type Word = { readonly provider: ProviderNumber; readonly answer: LookUp };

export type OrderSight = {
  readonly state: OrderState;
  readonly isHeld: boolean;
  readonly isPastDeadline: boolean;
  readonly hasRivals: boolean;
};

export async function lookAtOrder(context: OrderContext, orderId: OrderId): Promise<OrderSight> {
  const { state, isHeld, hasRivals, createdAt } = await requireOrder(context.db, orderId);
  const ageMs = context.now().getTime() - createdAt.getTime();
  return { state, isHeld, hasRivals, isPastDeadline: ageMs >= context.timing.expiresAfterMs };
}

export async function readAnswer(context: OrderContext, orderId: OrderId): Promise<PayAnswer> {
  return answerOf(await requireOrder(context.db, orderId));
}

/** The payer's proof goes to the provider that asked for it. */
export async function confirmPayment(
  context: OrderContext,
  providers: ProviderRegistry,
  orderId: OrderId,
  proof: PayerProof | null,
): Promise<Word> {
  const { provider } = await requireOrder(context.db, orderId);
  const attempts = await attemptsOf(context.db, orderId);
  const attempt = attempts.find((one) => one.provider === provider);
  const answer = await providers.get(provider).confirm(orderId, attempt?.providerPaymentId ?? null, proof);
  return { provider, answer };
}

/** The books of every provider that still owes a word on the order, each by its own id for the payment where we know it. */
export async function askProviders(
  context: OrderContext,
  providers: ProviderRegistry,
  orderId: OrderId,
): Promise<Word[]> {
  const attempts = await attemptsOf(context.db, orderId);
  return Promise.all(
    attempts
      .filter((attempt) => attempt.isOpen)
      .map(async ({ provider, providerPaymentId }) => ({
        provider,
        answer: await providers.get(provider).lookUp(orderId, providerPaymentId),
      })),
  );
}

/** After the deadline nobody waits any longer for a provider that has nothing more to tell; money that comes later still counts. */
export async function endAsking(
  context: OrderContext,
  orderId: OrderId,
  done: readonly ProviderNumber[],
): Promise<null> {
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    for (const provider of done) await closeAttempt(tx, orderId, provider, context.now());
    const attempts = await attemptsOf(tx, orderId);
    if (order.hasRivals && !attempts.some((attempt) => attempt.isOpen))
      await endRivalry(tx, orderId, order.isHeld || (!isUndecided(order.state) && order.state !== 'paid'));
    return null;
  });
}
