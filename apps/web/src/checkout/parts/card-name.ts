import type { CardPaidWith } from '@jawhara/contract';
import { isWallet, type PayType, type CardFace } from '@jawhara/domain';
import { word } from '../../words/word.ts';

/** The names of card schemes as payers know them. A scheme that we do not take has its provider's name. */
const SCHEME_NAMES: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard' };

export function cardName({ scheme, last4 }: CardFace): string {
  return `${SCHEME_NAMES[scheme] ?? scheme} •••• ${last4}`;
}

/** In two parts for a narrow line, so that the dots stay with their digits. */
export function cardNameInTwo(card: CardFace): string {
  return cardName(card).replace('•••• ', '••••\u00A0');
}

/** The name of the payment method, where the card's number is not known. */
export function methodName(payType: PayType): string {
  return word(isWallet(payType) ? 'method.applePay' : 'method.card');
}

/** The card's name, with the wallet it is in. */
export function paidWithName(payType: PayType, card: CardPaidWith): string {
  if (card.wallet === 'google-pay') return `${cardName(card)} (${word('method.googlePay')})`;
  return isWallet(payType) ? `${cardName(card)} (${word('method.applePay')})` : cardName(card);
}
