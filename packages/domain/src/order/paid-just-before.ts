import type { AccountId } from '../account/account.ts';
import { REPEAT_PURCHASE_CONFIRM_MS } from '../limits.ts';
import type { UsdCents } from '../money.ts';

/** A purchase that is about to be paid. */
export interface Purchase {
  readonly priceUsdCents: UsdCents;
  readonly recipientId: AccountId;
}

export interface PaidPurchase extends Purchase {
  readonly paidAt: Date;
}

/**
 * The purchase that this one would repeat so soon that it may be a slip; null when it may be paid without a question.
 * A clock that runs behind the server's makes it younger than now, which is as good as just now.
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
