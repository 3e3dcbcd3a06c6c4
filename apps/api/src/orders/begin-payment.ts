import type { OrderId, ProviderNumber } from '@jawhara/domain';
import { inTransaction } from '../platform/postgres.ts';
import { makeMove } from './make-move.ts';
import type { OrderContext } from './order-context.ts';
import { lockOrder } from './order.store.ts';
import { recordAttempt } from './payment.store.ts';

export type Begun =
  | {
      readonly kind: 'begun';
      readonly provider: ProviderNumber;
      readonly amountUsdCents: number;
      readonly idempotencyKey: string;
    }
  | { readonly kind: 'not-new' };

/** From here on a charge may exist: the order leaves `created` before the provider is called, and only one caller can take it there. */
export async function beginPayment(context: OrderContext, orderId: OrderId): Promise<Begun> {
  return inTransaction(context.db, async (tx): Promise<Begun> => {
    const order = await lockOrder(tx, orderId);
    if (order.state !== 'created') return { kind: 'not-new' };
    const attempt = await recordAttempt(tx, order, context.now());
    await makeMove(
      tx,
      context,
      order,
      { to: 'pending' },
      { kind: 'payment-begun', detail: { attempt: attempt.attempt } },
    );
    return {
      kind: 'begun',
      provider: order.provider,
      amountUsdCents: order.priceUsdCents,
      idempotencyKey: attempt.idempotencyKey,
    };
  });
}
