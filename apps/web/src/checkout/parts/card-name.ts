import type { CardPaidWith } from '@jawhara/contract';
import { isWallet, type PayType } from '@jawhara/domain';
import { word } from '../../words/word.ts';

/** As a card is called between a payer and us. What a scheme is called here that we do not take is what its provider calls it. */
const SCHEME_NAMES: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard' };

export function cardName({ scheme, last4 }: { readonly scheme: string; readonly last4: string }): string {
  return `${SCHEME_NAMES[scheme] ?? scheme} •••• ${last4}`;
}

/** For a line that may be too narrow for all of it: the dots stay with their digits. */
export function cardNameInTwo(card: Parameters<typeof cardName>[0]): string {
  return cardName(card).replace('•••• ', '••••\u00A0');
}

/** The name of the payment method, where the card's number is not known. */
export function methodName(payType: PayType): string {
  return word(isWallet(payType) ? 'method.applePay' : 'method.card');
}

/** The card, and the wallet it lies in. */
export function paidWithName(payType: PayType, card: CardPaidWith): string {
  if (card.wallet === 'google-pay') return `${cardName(card)} (${word('method.googlePay')})`;
  return isWallet(payType) ? `${cardName(card)} (${word('method.applePay')})` : cardName(card);
}
