import { parseUsdDecimal, usdCents, usdDecimal, type UsdCents } from '@jawhara/domain';
import * as v from 'valibot';

/** The wire has dollars as a JSON number. It is read from the decimal, never computed: a number made so is printed so. */
export function wireAmount(cents: number): number {
  return Number(usdDecimal(usdCents(cents)));
}

/** Cents, from a number or a text; null for anything that is no amount with at most two decimals. */
export const amountSchema = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform((amount): UsdCents | null => parseUsdDecimal(String(amount))),
);
