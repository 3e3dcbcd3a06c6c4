import type { DeclineReason, CodeRow, CodeTable, DeclineCodes } from './decline-reason.ts';
import type { RefusalOutcome } from './outcome.ts';

type Meaning = DeclineReason | { readonly reason: DeclineReason; readonly outcome: RefusalOutcome };

/** Adyen's `refusalReasonCode` and its text: an answer has both, a webhook only the text. */
export const ADYEN_REFUSALS = [
  ['0', 'Unknown', 'not-processed'],
  ['2', 'Refused', 'bank-refused'],
  ['3', 'Referral', 'refer-to-bank'],
  ['4', 'Acquirer Error', 'bank-unavailable'], // to payers it is the bank
  ['5', 'Blocked Card', 'card-blocked'],
  ['6', 'Expired Card', 'card-expired'],
  ['7', 'Invalid Amount', 'amount-wrong'],
  ['8', 'Invalid Card Number', 'card-number-wrong'],
  ['9', 'Issuer Unavailable', 'bank-unavailable'],
  ['10', 'Not supported', 'not-supported'],
  ['11', '3D Not Authenticated', 'verification-failed'],
  ['12', 'Not enough balance', 'insufficient-funds'],
  ['14', 'Acquirer Fraud', 'risk'],
  ['15', 'Cancelled', 'payer-cancelled'],
  ['16', 'Shopper Cancelled', 'payer-cancelled'],
  ['17', 'Invalid Pin', 'pin-problem'],
  ['18', 'Pin tries exceeded', 'pin-problem'],
  ['19', 'Pin validation not possible', 'pin-problem'],
  ['20', 'FRAUD', 'risk'],
  ['21', 'Not Submitted', 'not-processed'],
  ['22', 'FRAUD-CANCELLED', 'risk'],
  ['23', 'Transaction Not Permitted', 'not-permitted'],
  // The specification treats a wrong CVC here as a failed verification.
  ['24', 'CVC Declined', { reason: 'cvv-wrong', outcome: 'verify' }],
  ['25', 'Restricted Card', 'card-blocked'],
  ['26', 'Revocation Of Auth', 'payments-stopped'],
  ['27', 'Declined Non Generic', 'bank-refused'],
  ['28', 'Withdrawal amount exceeded', 'amount-limit'],
  ['29', 'Withdrawal count exceeded', 'count-limit'],
  ['31', 'Issuer Suspected Fraud', 'risk'],
  ['32', 'AVS Declined', 'address-wrong'],
  ['33', 'Card requires online pin', 'pin-problem'],
  ['34', 'No checking account available on Card', 'not-supported'],
  ['35', 'No savings account available on Card', 'not-supported'],
  ['36', 'Mobile pin required', 'pin-problem'],
  ['37', 'Contactless fallback', 'not-supported'],
  ['38', 'Authentication required', 'verification-required'],
  ['39', 'RReq not received from DS', 'verification-timed-out'],
] as const satisfies readonly (readonly [code: string, text: string, Meaning])[];

/** The provider's documents, answers and webhooks write the same text with different capitals and punctuation. */
function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** The code of a text, so that an answer and a webhook give the same refusal. Null for an unknown text. */
export function adyenRefusalCode(text: string): string | null {
  return ADYEN_REFUSALS.find(([, listed]) => bare(listed) === bare(text))?.[0] ?? null;
}

/**
 * The row of each code and of each text. `Error` is a result without a code; the results Cancelled and Refused have texts above.
 * OFFER_CLOSED is an event.
 */
const CODES: CodeTable = Object.fromEntries<CodeRow>([
  ...ADYEN_REFUSALS.map(([code, , row]) => [code, row] as const),
  ...ADYEN_REFUSALS.map(([, text, row]) => [text, row] as const),
  ['Error', 'not-processed'],
  ['OFFER_CLOSED', 'payment-lapsed'], // the payer never finished
]);

export const ADYEN_CODES: DeclineCodes = { codes: CODES, ranges: [] };
