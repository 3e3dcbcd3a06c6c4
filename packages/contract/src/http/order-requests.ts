import type { OrderId } from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { wireCount, wireOrderId } from '../wire-types.ts';

const wireRequestId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{16,64}$/));

const DAY_S = 86_400;

const maybeOrder = codec(
  v.pipe(
    v.object({ order_id: v.nullable(wireOrderId) }),
    v.transform((wire) => ({ orderId: wire.order_id })),
  ),
  (found: { orderId: OrderId | null }) => ({ order_id: found.orderId }),
);

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
  answer: maybeOrder,
});

/**
 * Ours: the page that was left for another host or for the system browser asks what its payer did there. The newest order of this
 * device, made so many seconds ago at most, that somebody has agreed to pay; what was given up there is nobody's business here.
 */
export const readRecentOrder = endpoint({
  name: 'readRecentOrder',
  methods: ['GET'],
  changes: false,
  path: '/api/web/recent_order/',
  request: codec(
    v.pipe(
      v.object({ within_s: v.pipe(wireCount, v.maxValue(DAY_S)) }),
      v.transform((wire) => ({ withinS: wire.within_s })),
    ),
    (request: { withinS: number }) => ({ within_s: request.withinS }),
  ),
  answer: maybeOrder,
});
