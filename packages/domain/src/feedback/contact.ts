import type { Brand } from '../brand.ts';
import { normaliseDigits } from '../digits.ts';

/** Where a visitor wants the answer: an e-mail address, or a telephone number that WhatsApp knows. */
export type FeedbackContact = Brand<string, 'FeedbackContact'>;

export type ContactReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'read'; readonly contact: FeedbackContact }
  | { readonly kind: 'contact-unreadable' };

const EMAIL_CHARACTERS_MAX = 254;
const EMAIL = /^[^\s@<>()"',;:\\[\]]+@[^\s@<>()"',;:\\[\]/.]+(?:\.[^\s@<>()"',;:\\[\]/.]+)+$/u;
/** The longest number of any country has 15 digits; fewer than 7 reach nobody from abroad. */
const TELEPHONE = /^\+?\d{7,15}$/;

/** Reads what was typed or pasted, in the digits of any script. Leaving it out is an answer too. */
export function readContact(typed: string): ContactReading {
  // Numbers that are copied out of a telephone carry marks of direction that nobody sees: they go with the foreign digits.
  const text = normaliseDigits(typed).trim();
  if (text === '') return { kind: 'none' };
  if (text.length <= EMAIL_CHARACTERS_MAX && EMAIL.test(text)) {
    return { kind: 'read', contact: text as FeedbackContact };
  }
  const number = text.replace(/[\s().-]/g, '').replace(/^00/, '+');
  return TELEPHONE.test(number)
    ? { kind: 'read', contact: number as FeedbackContact }
    : { kind: 'contact-unreadable' };
}
