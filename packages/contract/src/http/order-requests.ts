import type { OrderId } from '@jawhara/domain';
import * as v from 'valibot';
import { codec } from '../codec.ts';
import { endpoint } from '../endpoint.ts';
import { wireOrderId } from '../wire-types.ts';

const wireRequestId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{16,64}$/));

/**
 * A page died after sending and cannot send again, because its card token died with it. This asks what became of the request:
 * its order, or nothing, and then nothing ever: the request id is closed, so a sending still under way will be refused.
 */
export const resolveOrderRequest = endpoint({
  name: 'resolveOrderRequest',
  methods: ['POST'],
  changes: true,
  path: '/api/order/resolve_request/',
  request: codec(
    v.pipe(
      v.object({ request_id: wireRequestId }),
      v.transform((wire) => ({ requestId: wire.request_id })),
    ),
    (request: { requestId: string }) => ({ request_id: request.requestId }),
  ),
  answer: codec(
    v.pipe(
      v.object({ order_id: v.nullable(wireOrderId) }),
      v.transform((wire) => ({ orderId: wire.order_id })),
    ),
    (resolved: { orderId: OrderId | null }) => ({ order_id: resolved.orderId }),
  ),
});
