import type { Brand } from '../brand.ts';
import { normaliseDigits } from '../digits.ts';
import { CARD_EXPIRY_UTC_OFFSET_HOURS, CARD_EXPIRY_WARNING_DAYS } from '../limits.ts';

/** "MM/YY" with a real month. */
export type CardExpiry = Brand<string, 'CardExpiry'>;

const OFFSET_MS = CARD_EXPIRY_UTC_OFFSET_HOURS * 3_600_000;
const DAY_MS = 86_400_000;

/** Parses MMYY or MM/YY as people type it; null if it is no month of a year. */
export function readCardExpiry(typed: string): CardExpiry | null {
  const match = /^(\d{1,2})\s*[/\-.]\s*(\d{2})$|^(\d{2})(\d{2})$/.exec(normaliseDigits(typed).trim());
  if (!match) return null;
  const month = Number(match[1] ?? match[3]);
  if (month < 1 || month > 12) return null;
  return `${String(month).padStart(2, '0')}/${match[2] ?? match[4]}` as CardExpiry;
}

/** The field's text during typing: the slash is added, and the text is at most five characters long. */
export function formatExpiryWhileTyping(typed: string): string {
  // "1/" is January, because the payer typed the slash, not the start of "12".
  const digits = normaliseDigits(typed)
    .replace(/^\s*1\s*[/\-.]/, '01')
    .replace(/\D/g, '');
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  return (padded.length > 2 ? `${padded.slice(0, 2)}/${padded.slice(2)}` : padded).slice(0, 5);
}

function monthAndYear(expiry: string): { month: number; year: number } {
  const match = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(expiry);
  if (!match) throw new TypeError(`card expiry must be MM/YY, got a text of ${expiry.length} characters`);
  return { month: Number(match[1]), year: 2000 + Number(match[2]) };
}

/** The moment after the card's last day, in the time zone of card dates. */
export function expiryEnd(expiry: CardExpiry): Date {
  const { month, year } = monthAndYear(expiry);
  return new Date(Date.UTC(year, month, 1) - OFFSET_MS);
}

/** Whether this date may be entered as a card's expiry today. */
export function isExpiryAcceptable(expiry: CardExpiry, now: Date): boolean {
  const { month, year } = monthAndYear(expiry);
  const today = new Date(now.getTime() + OFFSET_MS);
  return year * 12 + month >= today.getUTCFullYear() * 12 + today.getUTCMonth() + 1;
}

export type ExpiryStanding =
  | { readonly kind: 'valid' }
  | { readonly kind: 'expiring'; readonly daysLeft: number }
  | { readonly kind: 'expired' };

export function expiryStanding(expiry: CardExpiry, now: Date): ExpiryStanding {
  const leftMs = expiryEnd(expiry).getTime() - now.getTime();
  if (leftMs <= 0) return { kind: 'expired' };
  if (leftMs > CARD_EXPIRY_WARNING_DAYS * DAY_MS) return { kind: 'valid' };
  return { kind: 'expiring', daysLeft: Math.floor(leftMs / DAY_MS) };
}
