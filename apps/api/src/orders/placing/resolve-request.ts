import type { OrderId } from '@jawhara/domain';
import { inTransaction } from '../../platform/postgres.ts';
import type { OrderContext } from '../base/order-context.ts';
import { closeRequest, orderOfRequest } from '../store/order-request.store.ts';

/** The order of a request, or null and the promise that there never will be one. */
export async function resolveRequest(
  context: OrderContext,
  request: { readonly payerDevice: string; readonly requestId: string },
): Promise<OrderId | null> {
  return inTransaction(context.db, async (tx) => {
    await closeRequest(tx, request, context.now());
    return orderOfRequest(tx, request);
  });
}
