import { normaliseDigits } from '../digits.ts';
import { readSpokenNumber, spokenNumber } from '../spoken-number.ts';
import type { OrderId } from './order.ts';

/** "JW-7F3K-20481": what a payer reads out to support. */
export function orderNumber(id: OrderId): string {
  return `JW-${spokenNumber(id)}`;
}

/** The last 45 bits of the ids that have this number, as they can be searched for. */
export function readOrderNumber(typed: string): number | null {
  return readSpokenNumber(
    normaliseDigits(typed)
      .trim()
      .replace(/^jw[\s-]*/i, ''),
  );
}
