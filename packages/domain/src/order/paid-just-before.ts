import type { AccountId } from '../account/account.ts';
import { REPEAT_PURCHASE_CONFIRM_MS } from '../limits.ts';
import type { UsdCents } from '../money.ts';

/** A purchase before its payment. */
export interface Purchase {
  readonly priceUsdCents: UsdCents;
  readonly recipientId: AccountId;
}

export interface PaidPurchase extends Purchase {
  readonly paidAt: Date;
}

/**
 * The recent purchase that this one would repeat, possibly by mistake; null if it may be paid without a question. If the
 * clock here runs behind the server's, the earlier purchase counts as just made.
 */
export function paidJustBefore<Paid extends PaidPurchase>(
  next: Purchase,
  paid: readonly Paid[],
  now: Date,
): Paid | null {
  const isSame = (one: Paid): boolean =>
    one.priceUsdCents === next.priceUsdCents &&
    one.recipientId === next.recipientId &&
    now.getTime() - one.paidAt.getTime() < REPEAT_PURCHASE_CONFIRM_MS;
  return paid.find(isSame) ?? null;
}
