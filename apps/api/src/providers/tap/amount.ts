import { moneyDecimal, readMoneyDecimal, type Money } from '@jawhara/domain';
import * as v from 'valibot';

/** The wire has major units as a JSON number. It is read from the decimal, never computed: a number made so is printed so. */
export function wireAmount(money: Money): number {
  return Number(moneyDecimal(money));
}

export const amountSchema = v.pipe(v.union([v.number(), v.string()]), v.transform(String));
export const currencySchema = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/));

/** Null for what is no amount of whole minor units of that currency. */
export function moneyIn({
  amount,
  currency,
}: {
  readonly amount: string;
  readonly currency: string;
}): Money | null {
  return readMoneyDecimal(amount, currency);
}
