import type { Json } from '../world/reading.ts';

const CENTS = 100;
const CENTS_MAX = 100_000_000;
const ROUNDING_MAX = 1e-6;

/** Reads an amount, which PayerMax sends in major units as number or text, in cents. Null: not an amount with two decimals. */
export function centsIn(record: Json, name: string): number | null {
  const value = record[name];
  const major = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof major !== 'number' || !Number.isFinite(major)) return null;
  const cents = Math.round(major * CENTS);
  const isWhole = Math.abs(major * CENTS - cents) < ROUNDING_MAX * CENTS;
  return isWhole && cents > 0 && cents <= CENTS_MAX ? cents : null;
}

export function majorUnits(cents: number): number {
  return cents / CENTS;
}
