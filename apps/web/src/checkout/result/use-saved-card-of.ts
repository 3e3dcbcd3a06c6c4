import type { OrderId, SavedCard } from '@jawhara/domain';
import { askCardOfOrder, cardOfOrderKey } from '../../api/card-of-order.ts';
import { useQuery } from '../../api/use-query.ts';

/** The card an order was to be paid with, if the card is saved. */
export function useSavedCardOf(orderId: OrderId): SavedCard | null {
  return useQuery(cardOfOrderKey(orderId), () => askCardOfOrder(orderId), Number.POSITIVE_INFINITY).value;
}
