import { normaliseDigits } from '../digits.ts';

/** Ids of ours and of engines are full of digits and never cards. Found by their first hyphen: letters are far more common. */
const UUID_FROM_HYPHEN = /-(?<=[0-9a-fA-F]{8}-)[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}/g;
const UUID_LENGTH = 36;
/** No text shorter than this holds a card number, and nearly all texts are. */
const CARD_LENGTH_MIN = 13;
/** 13 to 19 digits in any grouping, not inside a longer word or number. Cards start with 2 to 6. */
const CANDIDATE = /(?<![A-Za-z0-9_.])[2-6](?:[ \-.]?[0-9]){12,18}(?![A-Za-z0-9_])/g;
/** As long as nearly all cards are, when something else follows: whoever types a card goes on with its date. */
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

/** How much of a candidate is a card number, from its beginning. */
function cardLength(candidate: string): number {
  if (passesLuhn(candidate)) return candidate.length;
  const shorter = WITH_MORE_BEHIND.map((pattern) => pattern.exec(candidate)?.[0] ?? '');
  return shorter.find((part) => part !== '' && passesLuhn(part))?.length ?? 0;
}

/** Blank where ids were, everything else in its place. */
function withBlankIds(text: string): string {
  let blank = '';
  let taken = 0;
  for (const { index } of text.matchAll(UUID_FROM_HYPHEN)) {
    const start = index - 8;
    if (start < taken) continue;
    blank += text.slice(taken, start) + '<'.repeat(UUID_LENGTH);
    taken = start + UUID_LENGTH;
  }
  return blank + text.slice(taken);
}

/** Does this text carry something that looks like a card number, in any script and grouping? */
export function hasCardNumber(text: string): boolean {
  if (text.length < CARD_LENGTH_MIN) return false;
  const candidates = withBlankIds(normaliseDigits(text)).match(CANDIDATE);
  return candidates !== null && candidates.some((candidate) => cardLength(candidate) > 0);
}

/** The same text with every such number struck out, for logs: what is refused must not be kept either. */
export function withoutCardNumbers(text: string, instead = '[card number]'): string {
  if (text.length < CARD_LENGTH_MIN) return text;
  const plain = normaliseDigits(text);
  let struck = '';
  let taken = 0;
  for (const { 0: candidate, index } of withBlankIds(plain).matchAll(CANDIDATE)) {
    const length = cardLength(candidate);
    if (length === 0) continue;
    struck += `${plain.slice(taken, index)}${instead}`;
    taken = index + length;
  }
  return taken === 0 ? text : struck + plain.slice(taken);
}

/** Names under which card secrets travel elsewhere. Nobody may send us a field called so, whatever it holds. */
const SECRET_NAMES = new Set(['cvv', 'cvc', 'cvv2', 'cvc2', 'securitycode', 'cardnumber', 'cardno', 'pan']);

export function isCardSecretName(name: string): boolean {
  return SECRET_NAMES.has(name.toLowerCase().replace(/[_\-\s]/g, ''));
}
