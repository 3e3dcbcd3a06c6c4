import { CARD_QUESTION_OPEN_MS } from '../limits.ts';
import type { Locale } from '../locale.ts';
import type { PayWith } from '../order/pay-with.ts';
import { PAY_TYPES_WITHOUT_CVV } from '../pay-type/card-pay-types.ts';
import type { PayType } from '../pay-type/pay-type.ts';
import type { FieldsConsent, QuestionConsent } from './card-consent-texts.ts';

const QUESTIONS = {
  ar: { withCvv: 'remember-ar-1', withoutCvv: 'remember-without-cvv-ar-1' },
  en: { withCvv: 'remember-en-1', withoutCvv: 'remember-without-cvv-en-1' },
} as const satisfies Record<Locale, Record<'withCvv' | 'withoutCvv', QuestionConsent>>;

const TICKS = { ar: 'fields-ar-1', en: 'fields-en-1' } as const satisfies Record<Locale, FieldsConsent>;

/** The text with which the page asks after a payment whether to save the card, by provider and language. */
export function questionAfter(payType: PayType, locale: Locale): QuestionConsent {
  return QUESTIONS[locale][PAY_TYPES_WITHOUT_CVV.includes(payType) ? 'withoutCvv' : 'withCvv'];
}

/** The text beside the box in a provider's own fields. */
export function tickIn(locale: Locale): FieldsConsent {
  return TICKS[locale];
}

/** Whether the provider may save the card of this payment: the payer has agreed, or will be asked after the payment. */
export function maySaveCard(card: PayWith): boolean {
  return 'keep' in card && card.keep !== undefined;
}

/** The consent to save the card that the payer gave before the payment; null if the payer is asked afterwards, or never. */
export function consentWith(card: PayWith): FieldsConsent | null {
  return 'dropInToken' in card ? (card.keep ?? null) : null;
}

/**
 * Until when the payer can answer whether to save the card. Null: the page does not ask, because the provider reported the card
 * so late that its payer has left.
 */
export function questionOpenUntil(orderedAt: Date, namedAt: Date): Date | null {
  if (namedAt.getTime() - orderedAt.getTime() > CARD_QUESTION_OPEN_MS) return null;
  return new Date(namedAt.getTime() + CARD_QUESTION_OPEN_MS);
}
