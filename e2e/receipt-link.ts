import { parse, readOrder } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import type { APIRequestContext } from '@playwright/test';

/** The address of the receipt of an order of this device. */
export async function receiptPath(request: APIRequestContext, orderId: string): Promise<string> {
  const answer = await request.post(readOrder.path, {
    data: readOrder.request.write({ orderId: orderId as OrderId }),
  });
  const order = parse(readOrder.answer, ((await answer.json()) as { data?: unknown }).data);
  if (order.kind === 'malformed') throw new Error(`no order: ${await answer.text()}`);
  return `/receipt#${order.value.receiptLink}`;
}
