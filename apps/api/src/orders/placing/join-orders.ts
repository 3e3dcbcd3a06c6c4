import type { AccountId, OrderId } from '@jawhara/domain';
import { inTransaction } from '../../platform/postgres.ts';
import type { OrderContext } from '../base/order-context.ts';
import { declineJoin, joinToAccount } from '../store/own-orders.store.ts';
import { writeEvent } from '../store/order.store.ts';

/**
 * [ORD-19] The payer claims earlier orders of this device for the account. An empty list means "not mine" and is final.
 * Only orders without an account can be claimed, so of two accounts the first gets an order. Repeating changes nothing.
 * The payer of record stays the same: a chargeback's penalties follow the payer (ORD-14), not this claim.
 */
export function joinOrders(
  { db, now, newId }: Pick<OrderContext, 'db' | 'now' | 'newId'>,
  by: { readonly device: string; readonly accountId: AccountId },
  mine: readonly OrderId[],
): Promise<number> {
  return inTransaction(db, async (tx) => {
    if (mine.length === 0) {
      await declineJoin(tx, by, now());
      return 0;
    }
    const joined = await joinToAccount(tx, by, mine);
    for (const { orderId, recipientId } of joined) {
      await writeEvent(tx, {
        id: newId(),
        orderId,
        recipientId,
        at: now(),
        kind: 'joined',
        from: null,
        to: null,
        detail: { accountId: by.accountId },
      });
    }
    return joined.length;
  });
}
