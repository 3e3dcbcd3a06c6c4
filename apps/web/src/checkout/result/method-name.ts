import { isWallet, type PayType } from '@jawhara/domain';
import { word } from '../../words/word.ts';

/** What was to pay, where no card is known by its number. */
export function methodName(payType: PayType): string {
  return word(isWallet(payType) ? 'method.applePay' : 'method.card');
}
