/** Direction marks, joiners and other characters that are never seen but arrive with every paste. */
const INVISIBLE = /\p{Cf}+/gu;
const FOREIGN_DIGITS = /[^\P{Nd}0-9]+/gu;
const DECIMAL_DIGIT = /\p{Nd}/u;

/**
 * Unicode gives every script its ten digits in a row. Some rows stand back to back and some start at odd places,
 * so the value is counted from the first digit of the unbroken run.
 */
function countedValue(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  let first = codePoint;
  while (DECIMAL_DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((codePoint - first) % 10);
}

/** There are some hundred digits in all scripts together; a text of a stranger may be full of those that take longest to count. */
const VALUES = new Map<string, string>();

function digitValue(character: string): string {
  const known = VALUES.get(character);
  if (known !== undefined) return known;
  const value = countedValue(character);
  VALUES.set(character, value);
  return value;
}

function plainDigits(run: string): string {
  let plain = '';
  for (const character of run) plain += digitValue(character);
  return plain;
}

/** Nearly everything that is looked at has nothing to change: every field of every request is. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Digits of any script become 0-9 and invisible marks vanish; everything else stays as typed. */
export function normaliseDigits(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(INVISIBLE, '').replace(FOREIGN_DIGITS, plainDigits);
}
