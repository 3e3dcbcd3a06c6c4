import { readOrder, type OrderInfo } from '@jawhara/contract';
import type { OrderId } from '@jawhara/domain';
import { keepAnswer } from './answers.ts';
import { call } from './call.ts';
import { useAnswer } from './use-answer.ts';

const keyOf = (orderId: OrderId): string => `order ${orderId}`;

/** What an order is about, for its strip and its receipt: that never changes. Its state is watched elsewhere. */
export function useOrder(orderId: OrderId | null): OrderInfo | null {
  const answer = useAnswer<OrderInfo>(
    orderId === null ? null : keyOf(orderId),
    () =>
      orderId === null
        ? Promise.resolve({ kind: 'failed', failure: 'aborted' })
        : call(readOrder, { orderId }),
    Number.POSITIVE_INFINITY,
  );
  return answer.value;
}

/** Whoever has just read an order saves the page from reading it again. */
export function keepOrder(order: OrderInfo): void {
  keepAnswer(keyOf(order.orderId), order);
}
