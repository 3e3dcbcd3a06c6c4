import { OWN_CARDS } from '../../apps/sandbox/src/adyen/adyen-cards.ts';
import { SCENARIOS } from '../../apps/sandbox/src/scenarios.ts';

const BETWEEN_DIGITS = String.raw`(?:%20|\\t|[\s\-._+\u00a0]){0,3}`;
const CVV_FIELD = /(?:^|[^a-z])(?:cvv2?|cvc2?|csc|security_?code)\\*["']?\s*[:=]/i;

const NUMBERS = Object.entries({ ...SCENARIOS, ...OWN_CARDS }).map(
  ([name, { number }]) => [name, new RegExp([...number].join(BETWEEN_DIGITS))] as const,
);

/** Turns Arabic-Indic and Persian digits into plain ones, so that a number typed with them is found. */
function plainDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x0660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) - 0x06f0));
}

/** Texts that may be base64 and are at least as long as a card number in base64. */
const PACKED = /[A-Za-z0-9+/_-]{20,}={0,2}/g;

/** Decodes base64: a provider's encrypted value must not be a number that was only encoded. */
function unpacked(text: string): string {
  return (text.match(PACKED) ?? [])
    .map((packed) => Buffer.from(packed, 'base64').toString('latin1'))
    .join('\n');
}

/** The test cards whose numbers are in the text, and whether it has a field for a CVV. Names only: no report repeats a number. */
export function cardDataIn(text: string): string[] {
  const plain = plainDigits(text);
  const inside = unpacked(text);
  const found = NUMBERS.filter(([, number]) => number.test(plain) || number.test(inside)).map(
    ([name]) => `card of ${name}`,
  );
  return CVV_FIELD.test(plain) ? [...found, 'a CVV field'] : found;
}
