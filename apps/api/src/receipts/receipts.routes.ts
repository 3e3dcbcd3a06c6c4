import { readReceipt } from '@jawhara/contract';
import { answer, refuse } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import { receiptBehind, type ReceiptDeps } from './receipt.ts';

export function receiptRoutes(route: Route, deps: ReceiptDeps): void {
  route(readReceipt, async ({ request }) => {
    const receipt = await receiptBehind(deps, request.link);
    return receipt === null ? refuse('receipt-link-invalid') : answer(receipt);
  });
}
