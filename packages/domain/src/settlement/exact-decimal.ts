import type { Brand } from '../brand.ts';

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
  let kept = PLACES;
  while (places[kept - 1] === '0') kept -= 1;
  const fraction = places.slice(0, kept).padEnd(placesMin, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -PLACES)}${fraction === '' ? '' : `.${fraction}`}`;
}
