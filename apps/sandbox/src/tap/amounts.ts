import type { Json } from '../world/reading.ts';

/** The number of decimals of currencies that do not have two. */
const DECIMALS: Readonly<Record<string, number>> = { KWD: 3, BHD: 3, OMR: 3, JOD: 3 };
const MINOR_UNITS_MAX = 100_000_000;

const decimalsOf = (currency: string): number => DECIMALS[currency] ?? 2;

/** Reads an amount, which Tap sends in major units, in minor units. Null: not an amount of that currency. */
export function minorUnitsIn(record: Json, currency: string): number | null {
  const { amount } = record;
  if (typeof amount !== 'number' || !Number.isFinite(amount) || amount <= 0) return null;
  const minorUnits = Math.round(amount * 10 ** decimalsOf(currency));
  const isWhole = Number(printed(minorUnits, currency)) === amount;
  return isWhole && minorUnits <= MINOR_UNITS_MAX ? minorUnits : null;
}

/** "9.990" of dinars, "9.99" of dollars. */
export function printed(minorUnits: number, currency: string): string {
  return (minorUnits / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency));
}

export function majorUnits(minorUnits: number, currency: string): number {
  return Number(printed(minorUnits, currency));
}
