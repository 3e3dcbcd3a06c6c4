import { LOCAL_CURRENCIES, type Estimate, type LocalCurrency } from '@jawhara/domain';
import * as v from 'valibot';

/** An estimate of a price in the payer's own money. Left out where it is unknown, and where an older server answers. */
export const estimateField = v.optional(
  v.nullable(v.object({ currency: v.picklist(LOCAL_CURRENCIES), value: v.string() })),
);

export function writeEstimate(
  estimate: Estimate | null | undefined,
): { currency: LocalCurrency; value: string } | null {
  return estimate ? { ...estimate } : null;
}
