import { orderNumber, type OrderId } from '@jawhara/domain';

/** The report about an order begins with its number. It opens beside the payment, never in its place. */
export function reportAddress(orderId: OrderId | null): string {
  return orderId === null ? '/feedback' : `/feedback?order=${orderNumber(orderId)}`;
}
