import { answerOf, isPaidBy, isUndecided, type PayAnswer, type WalletToken } from '@jawhara/domain';
import { isPastDeadline } from '../base/order-context.ts';
import type { StoredOrder } from '../store/order.store.ts';
import { cardAttemptOf, type OpenOrderDeps } from './open-order.ts';
import type { Payer } from './order-payer.ts';
import { payOpened } from './pay-opened.ts';

export type PaidByWallet =
  | { readonly kind: 'asked'; readonly answer: Exclude<PayAnswer, { kind: 'challenge' }> }
  | {
      readonly kind: 'refused';
      readonly refusal: 'wallet-not-available' | 'too-many-tries';
      readonly retryAfterS?: number;
    };

/** The sheet cannot show a bank's question; whoever has one is told of it by the order. */
function sheetAnswerOf(answer: PayAnswer): PaidByWallet {
  return { kind: 'asked', answer: answer.kind === 'challenge' ? { kind: 'pending' } : answer };
}

/**
 * The payer has agreed in the sheet of an order that is waiting for it. The first token begins the payment, and every other
 * one, from this page or another, hears what became of that one: an order is paid once. Whatever has ended takes no token.
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
  // Ended, though nobody has written it down yet.
  if (isPastDeadline(context, order)) return { kind: 'refused', refusal: 'wallet-not-available' };
  const retryAfterS = await cardTestingLimit.secondsToWait(cardAttemptOf(order, payer.address));
  if (retryAfterS !== null) return { kind: 'refused', refusal: 'too-many-tries', retryAfterS };
  const answer = await payOpened(deps, order.id, { card, browser: null }, payer);
  return sheetAnswerOf(answer === 'paused' ? { kind: 'refused', outcome: 'other' } : answer);
}
