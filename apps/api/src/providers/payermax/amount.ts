import { moneyDecimal, readMoneyDecimal, type Money } from '@jawhara/domain';
import * as v from 'valibot';

/** The wire has major units as a JSON number. It is read from the decimal, never computed: a number made so is printed so. */
export function wireAmount(money: Money): number {
  return Number(moneyDecimal(money));
}

/** An amount as it stands on the wire, a number or a text. Its currency stands beside it. */
export const amountSchema = v.pipe(v.union([v.number(), v.string()]), v.transform(String));

/** Null for what is missing, or is no amount of whole minor units of that currency. */
export function moneyIn(
  amount: string | null | undefined,
  currency: string | null | undefined,
): Money | null {
  return amount && currency ? readMoneyDecimal(amount, currency) : null;
}
