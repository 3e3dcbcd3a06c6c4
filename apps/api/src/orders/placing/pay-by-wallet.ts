import type { RepeatQuestion } from '@jawhara/contract';
import { answerOf, isPaidBy, isUndecided, type PayAnswer, type WalletToken } from '@jawhara/domain';
import { inTransaction } from '../../platform/postgres.ts';
import { isPastDeadline } from '../base/order-context.ts';
import type { OrderContext } from '../base/order-context.ts';
import type { StoredOrder } from '../store/order.store.ts';
import { lockPurchase, lockWalletOrder, noteWalletToken } from '../store/repeat-purchase.store.ts';
import { cardAttemptOf, type OpenOrderDeps } from './open-order.ts';
import type { Payer } from './order-payer.ts';
import { payOpened } from './pay-opened.ts';
import { askAboutRepeat, findRepeat, purchaseOf, type Repeat } from './repeat-purchase.ts';

export type PaidByWallet =
  | { readonly kind: 'asked'; readonly answer: Exclude<PayAnswer, { kind: 'challenge' }> }
  | {
      readonly kind: 'refused';
      readonly refusal: 'wallet-not-available' | 'repeat-purchase' | 'too-many-tries';
      readonly retryAfterS?: number;
      readonly question?: RepeatQuestion;
    };

/** A wallet sheet cannot show a bank's challenge, so it gets `pending`; the order's page shows the challenge. */
function sheetAnswerOf(answer: PayAnswer): PaidByWallet {
  return { kind: 'asked', answer: answer.kind === 'challenge' ? { kind: 'pending' } : answer };
}

/**
 * [ORD-20] The order counts as open from its first token. If the payer bought the same elsewhere while the sheet was open, the
 * token is refused until the payer confirms the repeat. A repeated token belongs to the same payment.
 */
async function takeFirstToken(context: OrderContext, order: StoredOrder): Promise<Repeat | null> {
  if (order.purpose !== 'gems') return null;
  const bought = purchaseOf(order);
  return inTransaction(context.db, async (tx) => {
    await lockPurchase(tx, bought);
    const { state, repeatOf, tokenAt } = await lockWalletOrder(tx, order.id);
    if (state !== 'created' || tokenAt !== null) return null;
    const repeat = await findRepeat(tx, context, bought, { except: order.id, after: repeatOf });
    if (repeat === null) await noteWalletToken(tx, order.id, context.now());
    return repeat;
  });
}

/**
 * Pays an open order with the token of its wallet sheet. The first token starts the payment; any later token, from this
 * page or another, gets the result of the first, so an order is paid once. An ended order accepts no token.
 */
export async function payByWallet(
  deps: OpenOrderDeps,
  order: StoredOrder,
  { walletToken, methodType }: WalletToken,
  payer: Payer,
): Promise<PaidByWallet> {
  const { context, cardTestingLimit } = deps;
  const card = { walletToken, methodType };
  if (!isPaidBy(order.payType, card)) return { kind: 'refused', refusal: 'wallet-not-available' };
  if (!isUndecided(order.state)) return sheetAnswerOf(answerOf(order));
  // The order is past its deadline but not yet marked expired.
  if (isPastDeadline(context, order)) return { kind: 'refused', refusal: 'wallet-not-available' };
  const attempt = cardAttemptOf(order, payer.address);
  const retryAfterS = await cardTestingLimit.secondsToWait(attempt);
  if (retryAfterS !== null) return { kind: 'refused', refusal: 'too-many-tries', retryAfterS };
  const repeat = await takeFirstToken(context, order);
  if (repeat !== null) {
    await cardTestingLimit.release(attempt);
    const question = await askAboutRepeat(context, repeat, payer);
    return { kind: 'refused', refusal: 'repeat-purchase', question };
  }
  const answer = await payOpened(deps, order.id, { card, browser: null }, payer);
  return sheetAnswerOf(answer === 'paused' ? { kind: 'refused', outcome: 'other' } : answer);
}
