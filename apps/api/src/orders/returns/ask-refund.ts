import type { Money, PaymentFact } from '@jawhara/domain';
import type { Tx } from '../../platform/postgres.ts';
import { addToStory } from '../make-move.ts';
import type { OrderContext } from '../order-context.ts';
import type { StoredOrder } from '../order.store.ts';
import { insertRefund } from './refund.store.ts';

export interface RefundAsked {
  readonly payment: Pick<PaymentFact, 'provider' | 'providerPaymentId'>;
  readonly money: Money;
  /** A key, not a sentence: the same payment goes back once for the same cause. */
  readonly cause: string;
  readonly askedBy: string;
}

/** Writes down that money goes back; a look at the order sends it. True when nobody had asked for this before. */
export async function askRefund(
  tx: Tx,
  context: OrderContext,
  order: StoredOrder,
  { payment, money, cause, askedBy }: RefundAsked,
): Promise<boolean> {
  const { provider, providerPaymentId } = payment;
  const id = context.newId();
  const isNew = await insertRefund(
    tx,
    order,
    { id, provider, providerPaymentId, money, cause, askedBy },
    context.now(),
  );
  if (isNew) {
    const detail = {
      provider,
      providerPaymentId,
      amount: money.minorUnits,
      currency: money.currency,
      cause,
      askedBy,
    };
    await addToStory(tx, context, order, { kind: 'refund-asked', detail });
  }
  return isNew;
}
