import type { AccountId } from '../account/account.ts';
import { REPEAT_PURCHASE_CONFIRM_MS } from '../limits.ts';
import type { UsdCents } from '../money.ts';
import type { PayType } from '../pay-type/pay-type.ts';
import type { OrderPurpose } from './order.ts';
import { isPaid, isUndecided, type OrderState } from './order-state.ts';
import { isPaidBy } from './pay-with.ts';

/** A purchase of gems before its payment. Packs are compared by their amount, which is what the payer chooses. */
export interface Purchase {
  readonly priceUsdCents: UsdCents;
  readonly recipientId: AccountId;
}

export interface EarlierOrder extends Purchase {
  readonly purpose: OrderPurpose;
  readonly state: OrderState;
  readonly payType: PayType;
  /** The payer has authorised the wallet's payment. */
  readonly hasWalletToken: boolean;
  /** When the order was placed, paid or delivered: the latest of these times that is known. */
  readonly at: Date;
}

/**
 * Whether the payer may have paid the order. A wallet's order is created before the wallet's sheet opens: without a token it
 * costs nothing, and the sheet may have been closed.
 */
function isAuthorised({ state, payType, hasWalletToken }: EarlierOrder): boolean {
  return state !== 'created' || hasWalletToken || !isPaidBy(payType, { walletSheet: true });
}

/**
 * [ORD-20] Why the payer must confirm this purchase: an earlier order of the same amount for the same recipient was just paid, or
 * may still be. Null: no need. Fines are never compared, because a fine is no pack. If the clock here runs behind, the earlier
 * order counts as just placed.
 */
export function repeatReason(next: Purchase, earlier: EarlierOrder, now: Date): 'paid' | 'open' | null {
  if (earlier.purpose !== 'gems') return null;
  if (earlier.priceUsdCents !== next.priceUsdCents || earlier.recipientId !== next.recipientId) return null;
  if (now.getTime() - earlier.at.getTime() >= REPEAT_PURCHASE_CONFIRM_MS) return null;
  if (isPaid(earlier.state)) return 'paid';
  return isUndecided(earlier.state) && isAuthorised(earlier) ? 'open' : null;
}
