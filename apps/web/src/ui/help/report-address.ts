import { orderNumber, type OrderId } from '@jawhara/domain';

/** The report form with the order's number. It opens in a new window, so that the payment's page stays. */
export function reportAddress(orderId: OrderId | null): string {
  return orderId === null ? '/feedback' : `/feedback?order=${orderNumber(orderId)}`;
}
