import { createHmac, randomUUID } from 'node:crypto';
import type { Shop } from './shop.ts';

/** Posts a webhook as Checkout.com would send it, signed with the right key unless the options say otherwise. */
export async function postToCheckoutCom(
  shop: Shop,
  body: object | string,
  key = 'jawhara-test-webhook-key',
): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${shop.apiUrl}/webhooks/checkout-com/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'cko-signature': createHmac('sha256', key).update(text).digest('hex'),
    },
    body: text,
  });
  return response.status;
}

/** The body of a webhook about a captured payment. */
export function capturedBody(
  orderId: string,
  amount: number,
  paymentId: string,
  eventId = `evt_${randomUUID()}`,
): object {
  return {
    id: eventId,
    type: 'payment_captured',
    version: '1.0.0',
    created_on: new Date().toISOString(),
    data: {
      id: paymentId,
      action_id: 'act_1',
      reference: orderId,
      amount,
      currency: 'USD',
      response_code: '10000',
      response_summary: 'Approved',
    },
  };
}
