/**
 * Names of the texts that payers can agree to. A changed text gets another name, because what was agreed to must stay
 * readable. The texts are in the contract.
 */
export const FIELDS_CONSENTS = ['fields-ar-1', 'fields-en-1'] as const;
export const QUESTION_CONSENTS = [
  'remember-ar-1',
  'remember-without-cvv-ar-1',
  'remember-en-1',
  'remember-without-cvv-en-1',
] as const;

/** The consent that the payer ticks in a provider's own fields before paying: PayerMax refuses to save a card without it. */
export type FieldsConsent = (typeof FIELDS_CONSENTS)[number];
/** The consent that the payer gives after a payment, when the page asks whether to save the card. */
export type QuestionConsent = (typeof QUESTION_CONSENTS)[number];
export type CardConsent = FieldsConsent | QuestionConsent;
