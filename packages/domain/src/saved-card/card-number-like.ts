import { normaliseDigits } from '../digits.ts';

/** Ids of ours and of engines are full of digits and never cards. */
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** 13 to 19 digits in any grouping, not inside a longer word or number. Cards start with 2 to 6. */
const CANDIDATE = /(?<![A-Za-z0-9_.])[2-6](?:[ \-.]?[0-9]){12,18}(?![A-Za-z0-9_])/g;

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    const weighted = i % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

function isCardNumber(candidate: string): boolean {
  return passesLuhn(candidate.replace(/\D/g, ''));
}

/** Does this text carry something that looks like a card number, in any script and grouping? */
export function hasCardNumber(text: string): boolean {
  return (normaliseDigits(text).replace(UUID, '').match(CANDIDATE) ?? []).some(isCardNumber);
}

/** The same text with every such number struck out, for logs: what is refused must not be kept either. */
export function withoutCardNumbers(text: string): string {
  if (!/\p{Nd}{4}/u.test(text)) return text;
  const ids: string[] = [];
  const masked = normaliseDigits(text).replace(UUID, (id) => `<${ids.push(id) - 1}>`);
  if (!masked.match(CANDIDATE)?.some(isCardNumber)) return text;
  return masked
    .replace(CANDIDATE, (candidate) => (isCardNumber(candidate) ? '[card number]' : candidate))
    .replace(/<(\d+)>/g, (mark, index) => ids[Number(index)] ?? mark);
}

/** Names under which card secrets travel elsewhere. Nobody may send us a field called so, whatever it holds. */
const SECRET_NAMES = new Set(['cvv', 'cvc', 'cvv2', 'cvc2', 'securitycode', 'cardnumber', 'cardno', 'pan']);

export function isCardSecretName(name: string): boolean {
  return SECRET_NAMES.has(name.toLowerCase().replace(/[_\-\s]/g, ''));
}
