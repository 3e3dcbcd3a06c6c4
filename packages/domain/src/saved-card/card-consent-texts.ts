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

/** Ticked in a provider's own fields before paying: PayerMax refuses to save a card without it. */
export type FieldsConsent = (typeof FIELDS_CONSENTS)[number];
/** Agreed to by answering yes when the page offers after a payment to keep the card. */
export type QuestionConsent = (typeof QUESTION_CONSENTS)[number];
export type CardConsent = FieldsConsent | QuestionConsent;
