import type { Money } from '../money.ts';
import { goneBack } from '../payment/money-back.ts';
import { isGone, type KnownReturn, type ReturnHow } from '../payment/payment-return.ts';

/** Whether a return of the fine's money undoes the fine. An operator who returns a fine means to: its ban stays lifted. */
const UNDOES_FINE = { refund: false, dispute: true, reversal: true } as const satisfies Record<
  ReturnHow,
  boolean
>;

/**
 * [FIN-05] Whether the money of a fine is gone by nobody's decision: it never came, or a bank took it back. Not where an operator had
 * returned all of it besides: then there is nothing that the payer still owes.
 */
export function isFineMoneyGone(paid: Money, returns: readonly KnownReturn[]): boolean {
  const byOperator = goneBack(
    paid,
    returns.filter(({ how }) => !UNDOES_FINE[how]),
  );
  const isTaken = returns.some((one) => UNDOES_FINE[one.how] && isGone(one));
  return isTaken && byOperator.minorUnits < paid.minorUnits;
}
