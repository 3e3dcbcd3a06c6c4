import type { Brand } from './brand.ts';

/** Whole US cents. The only form money takes inside; a decimal exists on wires and on screens alone. */
export type UsdCents = Brand<number, 'UsdCents'>;

export function usdCents(value: number): UsdCents {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`not an amount in whole cents: ${value}`);
  return value as UsdCents;
}

/** "9.99": what the wire carries as an amount. */
export function usdDecimal(cents: UsdCents): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** "$1,234.50". One format in every Arabic locale: some of them swap the separators, and a payer must never misread a price. */
export function usdText(cents: UsdCents): string {
  const dollars = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  return `$${dollars}.${String(cents % 100).padStart(2, '0')}`;
}

/** Reads "9.99", "9.9" or "9"; anything else is null. Never goes through floating point. */
export function parseUsdDecimal(text: string): UsdCents | null {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  return usdCents(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')));
}
