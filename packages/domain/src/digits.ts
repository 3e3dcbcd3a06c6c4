/** Direction marks, joiners and other invisible characters that come with pasted text. */
const INVISIBLE = /\p{Cf}+/gu;
const FOREIGN_DIGITS = /[^\P{Nd}0-9]+/gu;
const DECIMAL_DIGIT = /\p{Nd}/u;

/**
 * Unicode has ten consecutive digits per script. Some of these runs adjoin and some start at odd code points, so the value
 * is counted from the run's first digit.
 */
function countedValue(codePoint: number): number {
  let first = codePoint;
  while (DECIMAL_DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return (codePoint - first) % 10;
}

/** A cache: all scripts together have some hundred digits, and a hostile text may contain only those that take longest. */
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
/** How many arguments every JavaScript engine accepts in one call. */
const AT_ONCE = 4_096;

/**
 * Converts a run of digits to 0-9, by code points and in chunks: a text of 64 kB may be all digits, and appending one by one is
 * slow.
 */
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

/** Most fields of most requests contain nothing to change. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Digits of any script become 0-9, invisible marks are removed, everything else stays. */
export function normaliseDigits(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(INVISIBLE, '').replace(FOREIGN_DIGITS, plainDigits);
}
