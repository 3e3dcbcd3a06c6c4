import type { Brand } from './brand.ts';

/** An ISO 4217 code, as providers write it. */
export type Currency = string;

/** Money as a provider reports it: whole minor units of a currency. Amounts compare only within one currency. */
export type Money = { readonly currency: Currency; readonly minorUnits: number };

/** The decimals of currencies that do not have two. */
const DECIMALS: Readonly<Record<string, number>> = {
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  JPY: 0,
  KRW: 0,
};
const DECIMALS_USUAL = 2;

export function decimalsOf(currency: Currency): number {
  return DECIMALS[currency] ?? DECIMALS_USUAL;
}

export function isSameMoney(one: Money, other: Money): boolean {
  return one.currency === other.currency && one.minorUnits === other.minorUnits;
}

/** "9.990" for dinars, "9.99" for dollars, "-4.00" for money that left. */
export function moneyDecimal({ currency, minorUnits }: Money): string {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(minorUnits)).padStart(decimals + 1, '0');
  const sign = minorUnits < 0 ? '-' : '';
  return decimals === 0
    ? `${sign}${digits}`
    : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** "9.99 USD": for bookkeepers. */
export function moneyText(money: Money): string {
  return `${moneyDecimal(money)} ${money.currency}`;
}

/** Parses "9.99", "-9.9" or "9.99000000" as money of that currency; null if it is no whole number of minor units. */
export function readMoneyDecimal(text: string, currency: Currency): Money | null {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,12}))?$/.exec(text);
  if (!match) return null;
  const decimals = decimalsOf(currency);
  const fraction = match[3] ?? '';
  if (/[1-9]/.test(fraction.slice(decimals))) return null;
  const minorUnits = Number(`${match[2]}${fraction.slice(0, decimals).padEnd(decimals, '0')}`);
  return { currency, minorUnits: match[1] && minorUnits !== 0 ? -minorUnits : minorUnits };
}

/** An amount in whole US cents: of our prices and fines. On the wire and on screen it is a decimal. */
export type UsdCents = Brand<number, 'UsdCents'>;

export function usdCents(value: number): UsdCents {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`not an amount in whole cents: ${value}`);
  return value as UsdCents;
}

/** "9.99": an amount on the wire. */
export function usdDecimal(cents: UsdCents): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Not toLocaleString, whose first call takes a slow phone longer than drawing every price. */
function inThousands(whole: number): string {
  let left = String(whole);
  let grouped = '';
  for (; left.length > 3; left = left.slice(0, -3)) grouped = `,${left.slice(-3)}${grouped}`;
  return left + grouped;
}

/** "$1,234.50". One format in every Arabic locale, because some swap the separators, and a payer must not misread a price. */
export function usdText(cents: UsdCents): string {
  return `$${inThousands(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`;
}

/** Parses "9.99", "9.9" or "9", otherwise null. Never uses floating point. */
export function parseUsdDecimal(text: string): UsdCents | null {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  return usdCents(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')));
}

export function usdMoney(cents: UsdCents): Money {
  return { currency: 'USD', minorUnits: cents };
}
