import type { OrderId } from '@jawhara/domain';
import { call } from '../../api/call.ts';
import { keepOrder } from '../../api/use-order.ts';
import type { PurchaseEntry } from '../../checkout/purchase/purchase.ts';
import type { PurchaseWorld } from '../../checkout/purchase/run-purchase.ts';
import { renewPageViewId } from '../../host/page-view-id.ts';
import { randomUuid } from '../../host/random-id.ts';
import { storedLastOrderId, storedOpenOrderId, storedPendingRequest } from '../../host/stored-purchase.ts';
import { orderIdOf, readUrlParameters } from '../../host/url-parameters.ts';
import { waitExactly, waitForTurn } from '../../host/wait.ts';

/** An undecided order of this device comes before a new one, whatever the address says. */
export function entryOf(location: { readonly search: string; readonly hash: string }): PurchaseEntry {
  const parameters = readUrlParameters(location);
  return {
    orderId: orderIdOf(parameters) ?? storedOpenOrderId.read(),
    isBackFromBank: parameters.step === 'returned',
    pendingRequestId: storedPendingRequest.read()?.requestId ?? null,
  };
}

function rememberOrder(orderId: OrderId): void {
  storedLastOrderId.write(orderId);
  storedOpenOrderId.write(orderId);
  storedPendingRequest.forget();
}

function orderDecided(orderId: OrderId, isPaid: boolean): void {
  if (storedOpenOrderId.read() === orderId) storedOpenOrderId.forget();
  if (isPaid) renewPageViewId(Date.now());
}

/** The browser as a purchase sees it. */
export function purchaseWorld(tokenise: () => Promise<string | null>): PurchaseWorld {
  return {
    call,
    tokenise,
    newRequestId: randomUuid,
    waitForTurn,
    waitExactly,
    rememberRequest: (requestId) => storedPendingRequest.write({ requestId, sentAtMs: Date.now() }),
    forgetRequest: () => storedPendingRequest.forget(),
    rememberOrder,
    orderDecided,
    keepOrder,
    reload: () => location.reload(),
  };
}
