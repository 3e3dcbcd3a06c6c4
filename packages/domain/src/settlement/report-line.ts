import type { Brand } from '../brand.ts';
import type { Money } from '../money.ts';
import type { OrderId } from '../order/order.ts';

/** A decimal with up to eight places, as providers write fees: a count of hundred-millionths. Sums of it are exact. */
export type ExactDecimal = Brand<bigint, 'ExactDecimal'>;

const PLACES = 8;

export const NOTHING = 0n as ExactDecimal;

/** Reads "-0.05125" or "12"; null where it is no decimal, or has more places than can be kept. */
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

/** At least the given number of places, and as many more as it has. */
export function exactText(amount: ExactDecimal, placesMin: number): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(PLACES + 1, '0');
  const places = digits.slice(-PLACES);
  let significantPlaces = PLACES;
  while (places[significantPlaces - 1] === '0') significantPlaces -= 1;
  const fraction = places.slice(0, significantPlaces).padEnd(placesMin, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -PLACES)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Which of our figures a line of a settlement report is held against, and whether it is money that came or money that left. */
export const LINE_MEANINGS = {
  captured: { row: 'captured', sign: 1 },
  /** It was counted as taken and never came: the scheme did not clear it. */
  'capture-reversed': { row: 'captured', sign: -1 },
  refunded: { row: 'refunds', sign: 1 },
  'refund-returned': { row: 'refunds', sign: -1 },
  /** Frozen only. Somebody must have told us, but nothing has left. */
  'dispute-announced': { row: 'disputes', sign: 0 },
  disputed: { row: 'disputes', sign: 1 },
  'dispute-returned': { row: 'disputes', sign: -1 },
} as const satisfies Record<string, { readonly row: string; readonly sign: -1 | 0 | 1 }>;

export type LineMeaning = keyof typeof LINE_MEANINGS;
/** A line of the bookkeeper's table. */
export type BookRow = (typeof LINE_MEANINGS)[LineMeaning]['row'];

export const BOOK_ROWS = ['captured', 'refunds', 'disputes'] as const satisfies readonly BookRow[];

/** Money of one payment that moved. The amount is never negative: the meaning says which way it went. */
export type MoneyLine = {
  readonly kind: 'money';
  readonly what: LineMeaning;
  /** The provider's own key of the line: read twice, it counts once. */
  readonly lineKey: string;
  /** Null where the line names the payment by our reference alone. */
  readonly providerPaymentId: string | null;
  /** Our reference, where it is one of ours at all. */
  readonly orderId: OrderId | null;
  readonly money: Money;
  readonly at: Date;
};

/** The content of a row of a report. A row can say several things: the movement, and the fee charged for it. */
export type ReportLine =
  | MoneyLine
  /** Charged to us; negative where it was given back. Providers count fees in fractions of a cent. */
  | { readonly kind: 'fee'; readonly currency: string; readonly amount: ExactDecimal }
  /** Known, and no payment's money: a payout, a reserve, a payment that failed. */
  | { readonly kind: 'other'; readonly type: string }
  /** A type that the provider's table does not have: told to a person, never dropped. */
  | { readonly kind: 'unknown'; readonly type: string }
  | { readonly kind: 'unreadable'; readonly why: string };
