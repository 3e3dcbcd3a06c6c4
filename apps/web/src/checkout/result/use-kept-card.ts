import type { OrderId, SavedCard } from '@jawhara/domain';
import { askCardOfOrder, cardOfOrderKey } from '../../api/card-of-order.ts';
import { useAnswer } from '../../api/use-answer.ts';

/** The card an order was to be paid with, where somebody keeps it. */
export function useKeptCard(orderId: OrderId): SavedCard | null {
  return useAnswer(cardOfOrderKey(orderId), () => askCardOfOrder(orderId), Number.POSITIVE_INFINITY).value;
}
