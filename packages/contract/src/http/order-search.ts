import { readOrderNumber, type OrderId } from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { wireOrderId } from '../wire-types.ts';

const wireOrderNumber = v.pipe(
  v.string(),
  v.maxLength(40),
  v.check((typed) => readOrderNumber(typed) !== null, 'not an order number'),
);

/**
 * [ORD-22] Not part of the specification: asks for a link to the order with this number, mailed to the address that its payer
 * gave. The answer is the same for every number, so that strangers learn nothing.
 */
export const findOrder = endpoint({
  name: 'findOrder',
  methods: ['POST'],
  changes: true,
  path: '/api/order/find/',
  request: codec(
    v.pipe(
      v.object({ number: wireOrderNumber }),
      v.transform(({ number }) => ({ number })),
    ),
    ({ number }: { readonly number: string }) => ({ number }),
  ),
  answer: codec(v.object({}), () => ({})),
});

/**
 * [ORD-22] Not part of the specification: opens the link that findOrder has mailed. It works once; for a while the device that
 * opened it may read the order. Never by GET, because mail scanners open every link.
 */
export const openOrderLink = endpoint({
  name: 'openOrderLink',
  methods: ['POST'],
  changes: true,
  path: '/api/order/open/',
  refusals: ['order-link-invalid'],
  request: codec(
    v.pipe(
      v.object({ link: v.pipe(v.string(), v.maxLength(200)) }),
      v.transform(({ link }) => ({ link })),
    ),
    ({ link }: { readonly link: string }) => ({ link }),
  ),
  answer: codec(
    v.pipe(
      v.object({ order_id: wireOrderId }),
      v.transform((wire) => ({ orderId: wire.order_id })),
    ),
    ({ orderId }: { readonly orderId: OrderId }) => ({ order_id: orderId as string }),
  ),
});
