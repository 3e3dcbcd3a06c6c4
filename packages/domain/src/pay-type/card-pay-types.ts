import { CARD_PROVIDERS, PROVIDERS } from '../provider/providers.ts';
import { cardHabitsFor, cardPayTypeOf, type PayType } from './pay-type.ts';

/** Pay types whose saved cards are charged without a CVV. */
export const PAY_TYPES_WITHOUT_CVV: readonly PayType[] = CARD_PROVIDERS.filter(
  (provider) => !PROVIDERS[provider].card.needsCvv,
).map(cardPayTypeOf);

/**
 * Google Pay returns a card encrypted for one provider, which charges it like any card. So Google Pay has no pay type of its own.
 */
export function takesGooglePay(payType: PayType): boolean {
  return cardHabitsFor(payType)?.forms.includes('google-pay') ?? false;
}
