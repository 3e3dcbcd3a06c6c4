import type { Brand } from '../brand.ts';
import type { Money } from '../money.ts';
import type { OrderId } from '../order/order.ts';

/** A decimal with up to eight places, as providers write fees: counted in hundred-millionths, so that sums are exact. */
export type ExactDecimal = Brand<bigint, 'ExactDecimal'>;

const PLACES = 8;

export const NOTHING = 0n as ExactDecimal;

/** Parses "-0.05125" or "12"; null if it is no decimal, or has too many places. */
export function readExactDecimal(text: string): ExactDecimal | null {
  const match = /^([+-]?)(\d{1,15})(?:\.(\d{1,12}))?$/.exec(text);
  if (!match) return null;
  const fraction = match[3] ?? '';
  if (/[1-9]/.test(fraction.slice(PLACES))) return null;
  const amount = BigInt(`${match[2]}${fraction.slice(0, PLACES).padEnd(PLACES, '0')}`);
  return (match[1] === '-' ? -amount : amount) as ExactDecimal;
}

export function addExact(one: ExactDecimal, other: ExactDecimal): ExactDecimal {
  return (one + other) as ExactDecimal;
}

export function negated(amount: ExactDecimal): ExactDecimal {
  return -amount as ExactDecimal;
}

/** With at least the given number of decimal places, and as many more as it has. */
export function exactText(amount: ExactDecimal, placesMin: number): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(PLACES + 1, '0');
  const places = digits.slice(-PLACES);
  let significantPlaces = PLACES;
  while (places[significantPlaces - 1] === '0') significantPlaces -= 1;
  const fraction = places.slice(0, significantPlaces).padEnd(placesMin, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -PLACES)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The sum of ours that a report line is compared with, and whether its money is added to that sum or taken from it. */
export const LINE_MEANINGS = {
  captured: { row: 'captured', sign: 1 },
  /** The provider had counted it as captured, but the card scheme did not clear it. */
  'capture-reversed': { row: 'captured', sign: -1 },
  refunded: { row: 'refunds', sign: 1 },
  'refund-returned': { row: 'refunds', sign: -1 },
  /** The money is only frozen: the dispute must have been reported to us, but nothing has left. */
  'dispute-announced': { row: 'disputes', sign: 0 },
  disputed: { row: 'disputes', sign: 1 },
  'dispute-returned': { row: 'disputes', sign: -1 },
} as const satisfies Record<string, { readonly row: string; readonly sign: -1 | 0 | 1 }>;

export type LineMeaning = keyof typeof LINE_MEANINGS;
/** A row of the table that the bookkeeper reads. */
export type BookRow = (typeof LINE_MEANINGS)[LineMeaning]['row'];

export const BOOK_ROWS = ['captured', 'refunds', 'disputes'] as const satisfies readonly BookRow[];

/** A movement of one payment's money. The amount is never negative: the meaning gives the direction. */
export type MoneyLine = {
  readonly kind: 'money';
  readonly what: LineMeaning;
  /** The provider's own key of the line, so that a line read twice counts once. */
  readonly lineKey: string;
  /** Null if the line names the payment only by our reference. */
  readonly providerPaymentId: string | null;
  /** Our order id, if the reference is one. */
  readonly orderId: OrderId | null;
  readonly money: Money;
  readonly at: Date;
};

/** A line of a settlement report. A single row of the file can contain several lines: the movement and its fee. */
export type ReportLine =
  | MoneyLine
  /** A fee charged to us; negative if it was returned. Providers count fees in fractions of a cent. */
  | { readonly kind: 'fee'; readonly currency: string; readonly amount: ExactDecimal }
  /** Known, but not about a payment's money: a payout, a reserve, a failed payment. */
  | { readonly kind: 'other'; readonly type: string }
  /** A type that the provider's table lacks: reported to an operator, never dropped. */
  | { readonly kind: 'unknown'; readonly type: string }
  | { readonly kind: 'unreadable'; readonly why: string };
