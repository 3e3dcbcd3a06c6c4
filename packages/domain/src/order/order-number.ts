import { normaliseDigits } from '../digits.ts';
import { readSpokenNumber, spokenBits, spokenNumber } from '../spoken-number.ts';
import type { OrderId } from './order.ts';

/** "JW-7F3K-20481": what a payer reads out to support. */
export function orderNumber(id: OrderId): string {
  return `JW-${spokenNumber(id)}`;
}

/** The last 45 bits of the ids with this number, for a search. */
export function readOrderNumber(typed: string): number | null {
  const text = normaliseDigits(typed).trim();
  // The number itself may begin with the prefix's letters, so text without the prefix must be complete.
  return readSpokenNumber(text.replace(/^jw/i, '')) ?? readSpokenNumber(text);
}

/** The number in our format, however it was typed; null if it is none. */
export function plainOrderNumber(typed: string): string | null {
  const bits = readOrderNumber(typed);
  return bits === null ? null : `JW-${spokenBits(BigInt(bits))}`;
}
