import type { OrderId, PayerProof } from '@jawhara/domain';
import { call } from '../../api/call.ts';
import { keepOrder } from '../../api/use-order.ts';
import type { PurchaseEntry } from '../../checkout/purchase/purchase.ts';
import type { Tokeniser, Undecided } from '../../checkout/purchase/purchase-state.ts';
import type { PurchaseWorld } from '../../checkout/purchase/run-purchase.ts';
import { renewPageViewId } from '../../host/page-view-id.ts';
import { randomUuid } from '../../host/random-id.ts';
import { rememberOrderId } from '../../host/stored-orders.ts';
import { storedPendingRequest } from '../../host/stored-pending-request.ts';
import { storedLastOrderId } from '../../host/stored-last-order-id.ts';
import { storedOpenOrderId } from '../../host/stored-purchase.ts';
import { orderIdOf, readUrlParameters, type UrlParameters } from '../../host/url-parameters.ts';
import { waitExactly, waitForTurn } from '../../host/wait.ts';

/** A bank that took the place of our page gave the payer this to bring along. */
function proofIn({ redirectResult }: UrlParameters): PayerProof | null {
  return redirectResult === null || redirectResult === '' ? null : { redirectResult };
}

function undecided(): Undecided {
  return {
    orderId: storedOpenOrderId.read(),
    pendingRequestId: storedPendingRequest.read()?.requestId ?? null,
  };
}

/** An undecided order of this device comes before a new one, whatever the address says. */
export function entryOf(location: { readonly search: string; readonly hash: string }): PurchaseEntry {
  const parameters = readUrlParameters(location);
  const begun = undecided();
  return {
    ...begun,
    orderId: orderIdOf(parameters) ?? begun.orderId,
    isBackFromBank: parameters.step === 'returned',
    proof: proofIn(parameters),
  };
}

function rememberOrder(orderId: OrderId): void {
  storedLastOrderId.write(orderId);
  rememberOrderId(orderId);
  storedOpenOrderId.write(orderId);
  storedPendingRequest.forget();
}

function orderDecided(orderId: OrderId, isPaid: boolean): void {
  if (storedOpenOrderId.read() === orderId) storedOpenOrderId.forget();
  if (isPaid) renewPageViewId(Date.now());
}

/** An address from a provider: a page, and nothing that runs in ours. */
function goTo(url: string): void {
  if (/^https?:$/.test(new URL(url).protocol)) location.assign(url);
}

/** The browser as a purchase sees it. */
export function purchaseWorld(tokenise: Tokeniser): PurchaseWorld {
  return {
    call,
    tokenise,
    newRequestId: randomUuid,
    undecided,
    waitForTurn,
    waitExactly,
    rememberRequest: (requestId) => storedPendingRequest.write({ requestId, sentAtMs: Date.now() }),
    forgetRequest: () => storedPendingRequest.forget(),
    rememberOrder,
    orderDecided,
    keepOrder,
    goTo,
    reload: () => location.reload(),
  };
}
