import type { DeclineReason } from './decline-reason.ts';
import type { RefusalOutcome } from './outcome.ts';

type Meaning = DeclineReason | { readonly reason: DeclineReason; readonly outcome: RefusalOutcome };

/** refusalReasonCode, and its text: an answer carries both, a notification the text alone. */
export const ADYEN_REFUSALS = [
  ['0', 'Unknown', 'not-processed'],
  ['2', 'Refused', 'bank-refused'],
  ['3', 'Referral', 'refer-to-bank'],
  ['4', 'Acquirer Error', 'bank-unavailable'], // to a payer the same
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
  // The specification counts a wrong CVC here as a failed verification.
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

/** Its documents, its answers and its notifications write the same words with other capitals and signs between. */
function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** The code behind a text: one refusal, one code, whether an answer told it or a notification. Null for words of nobody's list. */
export function adyenRefusalCode(text: string): string | null {
  return ADYEN_REFUSALS.find(([, listed]) => bare(listed) === bare(text))?.[0] ?? null;
}
