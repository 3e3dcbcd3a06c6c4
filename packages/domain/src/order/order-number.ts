import { spokenNumber } from '../spoken-number.ts';
import type { OrderId } from './order.ts';

/** "JW-7F3K-20481": what a payer reads out to support. */
export function orderNumber(id: OrderId): string {
  return `JW-${spokenNumber(id)}`;
}
