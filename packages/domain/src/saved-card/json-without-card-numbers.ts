import { hasCardNumber, withoutCardNumbers } from './card-number-like.ts';

/** No text without this holds a card number, and nearly all texts are without. An escape may stand for a digit. */
const DIGITS_OR_ESCAPE = /(?:\p{Nd}[ \-.\p{Cf}]*){13}|\\u/u;
/** In valid JSON: each text with its quotes, each bare number. Without the last quote nothing is read twice. */
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

/** A number with decimals is a rate or a share; a float that is whole is how some write a long integer. */
function isCardNumber(token: string): boolean {
  const written = token.replace('-', '').replace(/\.0+$/, '');
  const digits = CARD_DIGITS.test(written) ? written : String(Math.abs(Number(token)));
  return CARD_DIGITS.test(digits) && hasCardNumber(digits);
}

/** The first that the whole text does not have yet: two names that become one would lose what the first stood for. */
function freshName(name: string, text: string, given: Set<string>): string {
  let n = given.size + 1;
  const numbered = (): string => (n === 1 ? name : `${name} ${n}`);
  while (given.has(numbered()) || text.includes(JSON.stringify(numbered()))) n += 1;
  given.add(numbered());
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
 * The same JSON with every card number struck out, and JSON of the same shape still: who reads it later finds each field in its
 * place. Only what holds a card is written anew. A text that is no JSON is struck out as a text.
 */
export function jsonWithoutCardNumbers(json: string, bareNumber = '0'): string {
  if (!DIGITS_OR_ESCAPE.test(json)) return json;
  if (!isJson(json)) return withoutCardNumbers(json);
  const given = new Set<string>();
  return json.replace(TOKEN, (token, offset: number) => {
    if (!token.startsWith('"')) return isCardNumber(token) ? bareNumber : token;
    const text = JSON.parse(token) as string;
    const struck = struckText(text, bareNumber);
    if (struck === text) return token;
    return JSON.stringify(isName(json, offset + token.length) ? freshName(struck, json, given) : struck);
  });
}
