/** Direction marks, joiners and other characters that are never seen but arrive with every paste. */
const INVISIBLE = /\p{Cf}/gu;
const FOREIGN_DIGIT = /[^\P{Nd}0-9]/gu;
const ONE_DECIMAL_DIGIT = /^\p{Nd}$/u;

/**
 * Unicode gives every script its ten digits in a row. Some rows stand back to back and some start at odd places,
 * so the value is counted from the first digit of the unbroken run.
 */
function digitValue(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  let first = codePoint;
  while (ONE_DECIMAL_DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((codePoint - first) % 10);
}

/** Nearly everything that is looked at has nothing to change: every field of every request is. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Digits of any script become 0-9 and invisible marks vanish; everything else stays as typed. */
export function normaliseDigits(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(INVISIBLE, '').replace(FOREIGN_DIGIT, digitValue);
}
