import '../../words/load-wallet.ts';
import type { CardPaidWith } from '@jawhara/contract';
import { isWallet, type PayType } from '@jawhara/domain';
import { word } from '../../words/word.ts';
import { cardName } from '../parts/card-name.ts';

/** What was to pay, where no card is known by its number. */
export function methodName(payType: PayType): string {
  return word(isWallet(payType) ? 'method.applePay' : 'method.card');
}

/** The card, and the wallet it lies in. */
export function paidWithName(payType: PayType, card: CardPaidWith): string {
  if (card.wallet === 'google-pay') return `${cardName(card)} (${word('method.googlePay')})`;
  return isWallet(payType) ? `${cardName(card)} (${word('method.applePay')})` : cardName(card);
}
