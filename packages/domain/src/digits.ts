/** Direction marks, joiners and other characters that are never seen but arrive with every paste. */
const INVISIBLE = /\p{Cf}/gu;
const DECIMAL_DIGIT = /\p{Nd}/gu;
const ONE_DECIMAL_DIGIT = /^\p{Nd}$/u;

const MATHEMATICAL_ZERO = 0x1d7ce;
const MATHEMATICAL_LAST = 0x1d7ff;

function digitValue(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint >= MATHEMATICAL_ZERO && codePoint <= MATHEMATICAL_LAST) {
    return String((codePoint - MATHEMATICAL_ZERO) % 10); // five styles of ten digits, back to back
  }
  // Unicode gives every script ten digits in a row, starting at a code point that ends in 0 or 6.
  const low = codePoint & 0xf;
  const startsAtZero = low < 6 || (low < 10 && ONE_DECIMAL_DIGIT.test(String.fromCodePoint(codePoint - low)));
  return String(startsAtZero ? low : low - 6);
}

/** Digits of any script become 0-9 and invisible marks vanish; everything else stays as typed. */
export function normaliseDigits(text: string): string {
  return text.replace(INVISIBLE, '').replace(DECIMAL_DIGIT, digitValue);
}
