/** Direction marks, joiners and other characters that are never seen but arrive with every paste. */
const INVISIBLE = /\p{Cf}+/gu;
const FOREIGN_DIGITS = /[^\P{Nd}0-9]+/gu;
const DECIMAL_DIGIT = /\p{Nd}/u;

/**
 * Unicode gives every script its ten digits in a row. Some rows stand back to back and some start at odd places,
 * so the value is counted from the first digit of the unbroken run.
 */
function countedValue(codePoint: number): number {
  let first = codePoint;
  while (DECIMAL_DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return (codePoint - first) % 10;
}

/** There are some hundred digits in all scripts together; a text of a stranger may be full of those that take longest to count. */
const VALUES = new Map<number, number>();

function digitValue(codePoint: number): number {
  const known = VALUES.get(codePoint);
  if (known !== undefined) return known;
  const value = countedValue(codePoint);
  VALUES.set(codePoint, value);
  return value;
}

const ZERO = 0x30;
const BEYOND_ONE_UNIT = 0xffff;
/** As many arguments as any engine takes. */
const AT_ONCE = 4_096;

/** By code points and many at once: a text of 64 kB can be nothing but digits, and a text that grows by one each time is slow. */
function plainDigits(run: string): string {
  let plain = '';
  let codes: number[] = [];
  for (let i = 0; i < run.length; i += 1) {
    const codePoint = run.codePointAt(i) ?? 0;
    if (codePoint > BEYOND_ONE_UNIT) i += 1;
    codes.push(ZERO + digitValue(codePoint));
    if (codes.length === AT_ONCE) {
      plain += String.fromCharCode(...codes);
      codes = [];
    }
  }
  return plain + String.fromCharCode(...codes);
}

/** Nearly everything that is looked at has nothing to change: every field of every request is. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Digits of any script become 0-9 and invisible marks vanish; everything else stays as typed. */
export function normaliseDigits(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(INVISIBLE, '').replace(FOREIGN_DIGITS, plainDigits);
}
