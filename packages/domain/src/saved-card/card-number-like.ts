import { normaliseDigits } from '../digits.ts';

/**
 * UUIDs, ours and those of engines, have many digits and are never cards. The pattern starts at the first hyphen, as
 * hyphens are rarer than letters.
 */
const UUID_FROM_HYPHEN = /-(?<=[0-9a-fA-F]{8}-)[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}/g;
const UUID_LENGTH = 36;
/** Texts shorter than this, which most are, cannot contain a card number. */
const CARD_LENGTH_MIN = 13;
/** 13 to 19 digits in any grouping, not inside a longer word or number. Cards start with 2 to 6. */
const CANDIDATE = /(?<![A-Za-z0-9_.])[2-6](?:[ \-.]?[0-9]){12,18}(?![A-Za-z0-9_])/g;
/** 16 and 15 digits, the usual lengths of a card number, tried if more digits follow, such as the card's date. */
const WITH_MORE_BEHIND = [/^[0-9](?:[ \-.]?[0-9]){15}(?=[ \-.])/, /^[0-9](?:[ \-.]?[0-9]){14}(?=[ \-.])/];

function passesLuhn(candidate: string): boolean {
  const digits = candidate.replace(/\D/g, '');
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    const weighted = i % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

/** How many leading characters of a candidate are a card number. */
function cardLength(candidate: string): number {
  if (passesLuhn(candidate)) return candidate.length;
  const shorter = WITH_MORE_BEHIND.map((pattern) => pattern.exec(candidate)?.[0] ?? '');
  return shorter.find((part) => part !== '' && passesLuhn(part))?.length ?? 0;
}

/** Replaces each UUID by `<` signs of the same length, which no card number contains. */
function withBlankIds(text: string): string {
  let blank = '';
  let copiedUpTo = 0;
  for (const { index } of text.matchAll(UUID_FROM_HYPHEN)) {
    const start = index - 8;
    if (start < copiedUpTo) continue;
    blank += text.slice(copiedUpTo, start) + '<'.repeat(UUID_LENGTH);
    copiedUpTo = start + UUID_LENGTH;
  }
  return blank + text.slice(copiedUpTo);
}

/** Whether a text contains something like a card number, in any script and grouping. */
export function hasCardNumber(text: string): boolean {
  if (text.length < CARD_LENGTH_MIN) return false;
  const candidates = withBlankIds(normaliseDigits(text)).match(CANDIDATE);
  return candidates !== null && candidates.some((candidate) => cardLength(candidate) > 0);
}

/** The text with card numbers redacted, for logs. */
export function withoutCardNumbers(text: string, instead = '[card number]'): string {
  if (text.length < CARD_LENGTH_MIN) return text;
  const plain = normaliseDigits(text);
  let struck = '';
  let copiedUpTo = 0;
  for (const { 0: candidate, index } of withBlankIds(plain).matchAll(CANDIDATE)) {
    const length = cardLength(candidate);
    if (length === 0) continue;
    struck += `${plain.slice(copiedUpTo, index)}${instead}`;
    copiedUpTo = index + length;
  }
  return copiedUpTo === 0 ? text : struck + plain.slice(copiedUpTo);
}

/** Field names of card secrets. A request with such a field is refused, whatever its value. */
const SECRET_NAMES = new Set(['cvv', 'cvc', 'cvv2', 'cvc2', 'securitycode', 'cardnumber', 'cardno', 'pan']);

export function isCardSecretName(name: string): boolean {
  return SECRET_NAMES.has(name.toLowerCase().replace(/[_\-\s]/g, ''));
}

/**
 * A text with neither 13 digits nor an escape, which may stand for a digit, contains no card number. Most texts are like that.
 */
const DIGITS_OR_ESCAPE = /(?:\p{Nd}[ \-.\p{Cf}]*){13}|\\u/u;
/** In valid JSON: each string with its quotes, each bare number. The last quote is optional so that nothing is read twice. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*/g;
const BLANKS = ' \t\n\r';
const CARD_DIGITS = /^\d{13,19}$/;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a bare number of JSON is a card number. With decimals it is a rate or a share, but `.0` may end a long integer. */
function isCardNumber(token: string): boolean {
  const written = token.replace('-', '').replace(/\.0+$/, '');
  const digits = CARD_DIGITS.test(written) ? written : String(Math.abs(Number(token)));
  return CARD_DIGITS.test(digits) && hasCardNumber(digits);
}

/**
 * A field name for the redacted JSON that the text does not contain yet: of two fields with one name a reader would lose the
 * first value.
 */
function freshName(name: string, text: string, usedNames: Set<string>): string {
  let n = usedNames.size + 1;
  const numbered = (): string => (n === 1 ? name : `${name} ${n}`);
  while (usedNames.has(numbered()) || text.includes(JSON.stringify(numbered()))) n += 1;
  usedNames.add(numbered());
  return numbered();
}

function isName(json: string, end: number): boolean {
  let at = end;
  while (BLANKS.includes(json[at] ?? ':')) at += 1;
  return json[at] === ':';
}

function struckText(text: string, bareNumber: string): string {
  return /^\s*[[{]/.test(text) ? jsonWithoutCardNumbers(text, bareNumber) : withoutCardNumbers(text);
}

/**
 * The same JSON with card numbers redacted and the same structure, so that readers find each field. Only parts with a card
 * are rewritten. Text that is not JSON is redacted as text.
 */
export function jsonWithoutCardNumbers(json: string, bareNumber = '0'): string {
  if (!DIGITS_OR_ESCAPE.test(json)) return json;
  if (!isJson(json)) return withoutCardNumbers(json);
  const usedNames = new Set<string>();
  return json.replace(TOKEN, (token, offset: number) => {
    if (!token.startsWith('"')) return isCardNumber(token) ? bareNumber : token;
    const text = JSON.parse(token) as string;
    const struck = struckText(text, bareNumber);
    if (struck === text) return token;
    return JSON.stringify(isName(json, offset + token.length) ? freshName(struck, json, usedNames) : struck);
  });
}
