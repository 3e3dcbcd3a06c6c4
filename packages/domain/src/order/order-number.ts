import { normaliseDigits } from '../digits.ts';
import { readSpokenNumber, spokenBits, spokenNumber } from '../spoken-number.ts';
import type { OrderId } from './order.ts';

/** "JW-7F3K-20481": what a payer reads out to support. */
export function orderNumber(id: OrderId): string {
  return `JW-${spokenNumber(id)}`;
}

/** Parses a typed order number into the last 45 bits of the order ids that have it, for a search; null if the text is none. */
export function readOrderNumber(typed: string): number | null {
  const text = normaliseDigits(typed).trim();
  // The number itself may begin with the prefix's letters, so text without the prefix must be complete.
  return readSpokenNumber(text.replace(/^jw/i, '')) ?? readSpokenNumber(text);
}

/** A typed order number in our format; null if the text is none. */
export function plainOrderNumber(typed: string): string | null {
  const bits = readOrderNumber(typed);
  return bits === null ? null : `JW-${spokenBits(BigInt(bits))}`;
}
