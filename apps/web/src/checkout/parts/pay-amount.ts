import { usdText, type UsdCents } from '@jawhara/domain';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

/** "Pay $9.99": every pay button shows the amount. */
export function payAmount(cents: UsdCents): string {
  return word('pay.amount', { amount: isolatedLtr(usdText(cents)) });
}
