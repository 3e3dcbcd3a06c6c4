import { CARD_PROVIDERS, PROVIDERS } from '../provider/providers.ts';
import { cardHabitsFor, cardPayTypeOf, type PayType } from './pay-type.ts';

/** Their provider charges a card that it keeps without a CVV beside it. */
export const PAY_TYPES_WITHOUT_CVV: readonly PayType[] = CARD_PROVIDERS.filter(
  (provider) => !PROVIDERS[provider].card.needsCvv,
).map(cardPayTypeOf);

/** Google Pay hands over a card, sealed for one provider: who takes it so takes it as a card, and it has no pay type of its own. */
export function takesGooglePay(payType: PayType): boolean {
  return cardHabitsFor(payType)?.forms.includes('google-pay') ?? false;
}
