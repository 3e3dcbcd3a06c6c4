import type { ProviderNumber } from '@jawhara/domain';
import type { Db } from '../apps/api/src/platform/postgres.ts';
import type { RefundRequest } from '../apps/api/src/providers/provider.ts';

/** A broken invariant. `kind` names it: histories that break the same one are one finding. */
export interface Violation {
  readonly kind: string;
  readonly detail: string;
}

/** A violation if a refund, added to what is known to have gone back, exceeds its payment; otherwise null. */
export async function refundBeyondPayment(
  db: Db,
  provider: ProviderNumber,
  { providerPaymentId, money }: RefundRequest,
): Promise<Violation | null> {
  const [known] = await db<{ gone: number; isDisputed: boolean | null; paid: number }[]>`
    select coalesce(sum(amount_minor_units), 0)::int as gone, bool_or(how = 'dispute') as "isDisputed",
      coalesce((select max(amount_minor_units) from payments
        where provider_payment_id = ${providerPaymentId} and provider = ${provider}), 0)::int as paid
    from known_returns where provider_payment_id = ${providerPaymentId} and provider = ${provider}
      and stage in ('taken', 'lost', 'taken-again', 'lost-for-good')`;
  if (known === undefined || known.gone + money.minorUnits <= known.paid) return null;
  return {
    kind: known.isDisputed ? 'refund beside a dispute' : 'refund beyond the payment',
    detail: `a refund of ${money.minorUnits} of ${providerPaymentId} is sent, of whose ${known.paid} we know ${known.gone} to be gone`,
  };
}

/** Whether the program's own code is wrong: injected faults are plain errors, never of these types. */
export const isProgramError = (error: unknown): error is Error =>
  error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
