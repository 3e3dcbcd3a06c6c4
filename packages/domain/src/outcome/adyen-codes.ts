import { ADYEN_REFUSALS } from './adyen-refusals.ts';
import type { CodeRow, CodeTable, DeclineCodes } from './decline-reason.ts';

/** `Error` is a result without a refusal code; Cancelled and Refused have texts above. The last is an event. */
const CODES: CodeTable = Object.fromEntries<CodeRow>([
  ...ADYEN_REFUSALS.map(([code, , row]) => [code, row] as const),
  ...ADYEN_REFUSALS.map(([, text, row]) => [text, row] as const),
  ['Error', 'not-processed'],
  ['OFFER_CLOSED', 'payment-lapsed'], // the payer never finished
]);

export const ADYEN_CODES: DeclineCodes = { codes: CODES, ranges: [] };
