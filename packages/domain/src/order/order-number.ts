import { normaliseDigits } from '../digits.ts';
import { readSpokenNumber, spokenBits, spokenNumber } from '../spoken-number.ts';
import type { OrderId } from './order.ts';

/** "JW-7F3K-20481": what a payer reads out to support. */
export function orderNumber(id: OrderId): string {
  return `JW-${spokenNumber(id)}`;
}

/** The last 45 bits of the ids that have this number, as they can be searched for. */
export function readOrderNumber(typed: string): number | null {
  const text = normaliseDigits(typed).trim();
  // Its own characters may begin with the same two letters: without them in front they are all there is.
  return readSpokenNumber(text.replace(/^jw/i, '')) ?? readSpokenNumber(text);
}

/** The number as we write it, however it was typed; null when it is none. */
export function plainOrderNumber(typed: string): string | null {
  const bits = readOrderNumber(typed);
  return bits === null ? null : `JW-${spokenBits(BigInt(bits))}`;
}
