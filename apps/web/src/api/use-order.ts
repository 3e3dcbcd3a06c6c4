import { readOrder, type OrderInfo } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { skipToken, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { valueOf } from './call-answer.ts';
import { queryClient } from './query-client.ts';

const orderKey = (orderId: OrderId | null) => ['order', orderId] as const;

/** What an order is about, for its strip and its receipt. Its state is watched elsewhere. */
export function useOrder(orderId: OrderId | null): OrderInfo | null {
  const query = useQuery(
    {
      queryKey: orderKey(orderId),
      queryFn:
        orderId === null
          ? skipToken
          : async ({ signal }) => valueOf(await call(readOrder, { orderId }, { signal })),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  return query.data ?? null;
}

/** Whoever has just read an order saves the page from reading it again. */
export function keepOrder(order: OrderInfo): void {
  queryClient.setQueryData(orderKey(order.orderId), order);
}
