import { answerOf, type OrderId, type OrderState, type PayAnswer } from '@jawhara/domain';
import type { LookUp } from '../providers/provider.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { OrderContext } from './order-context.ts';
import { requireOrder } from './order.store.ts';
import { latestAttempt } from './payment.store.ts';

export type OrderSight = {
  readonly state: OrderState;
  readonly isHeld: boolean;
  readonly isPastDeadline: boolean;
};

export async function lookAtOrder(context: OrderContext, orderId: OrderId): Promise<OrderSight> {
  const { state, isHeld, createdAt } = await requireOrder(context.db, orderId);
  const ageMs = context.now().getTime() - createdAt.getTime();
  return { state, isHeld, isPastDeadline: ageMs >= context.timing.expiresAfterMs };
}

export async function readAnswer(context: OrderContext, orderId: OrderId): Promise<PayAnswer> {
  return answerOf(await requireOrder(context.db, orderId));
}

/** The provider's own books, by its id for the payment where we know it. */
export async function askProvider(
  context: OrderContext,
  providers: ProviderRegistry,
  orderId: OrderId,
): Promise<LookUp> {
  const order = await requireOrder(context.db, orderId);
  const attempt = await latestAttempt(context.db, orderId);
  return providers.get(order.provider).lookUp(orderId, attempt?.providerPaymentId ?? null);
}
