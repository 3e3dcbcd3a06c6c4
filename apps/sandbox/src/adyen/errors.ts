import type { Answer } from '../world/answer.ts';
import { newReference } from './ids.ts';

type ErrorType = 'validation' | 'security' | 'internal' | 'configuration';

export function errorAnswer(
  status: number,
  errorCode: string,
  message: string,
  errorType: ErrorType,
): Answer {
  return { status, body: { status, errorCode, message, errorType, pspReference: newReference() } };
}

export function serverError(): Answer {
  return errorAnswer(500, '000', 'Internal error', 'internal');
}

export const UNAUTHORISED: Answer = {
  status: 401,
  body: {
    status: 401,
    errorCode: '000',
    message: 'HTTP Status Response - Unauthorized',
    errorType: 'security',
  },
};

/** Codes and texts for requests that cannot be carried out. */
const FAULTS = {
  amountMissing: ['100', 'No amount specified'],
  amountInvalid: ['137', 'Invalid amount specified'],
  currencyInvalid: ['138', 'Unsupported currency specified'],
  referenceMissing: ['130', 'Reference Missing'],
  returnUrlMissing: ['158', "Required field 'returnUrl' is not provided."],
  methodMissing: ['158', "Required object 'paymentMethod' is not provided."],
  numberInvalid: ['101', 'Invalid card number'],
  cvcInvalid: ['103', 'CVC is not the right length'],
  monthInvalid: ['140', 'Invalid expiryMonth[1..12] / expiryMonth[01..12], or before now'],
  yearInvalid: ['141', 'Invalid expiryYear, expected valid 4 digit value, or before now'],
  unreadable: ['174', 'Unable to decrypt data'],
  walletUnreadable: ['905_1', 'Could not decrypt the Apple Pay token'],
  walletUsed: ['14_041', 'The Apple Pay token was used before'],
  googleUnreadable: ['905_1', 'Could not decrypt the Google Pay token'],
  googleUsed: ['14_041', 'The Google Pay token was used before'],
  shopperMissing: ['139', 'Recurring requires shopperEmail and shopperReference'],
  savedCardUnknown: ['803', 'PaymentDetail not found'],
  originalMissing: ['167', 'Original pspReference required for this operation'],
  detailsInvalid: ['158', "Required field 'details' is not provided."],
  detailsUnknown: ['14_006', 'The provided SDK token could not be parsed.'],
} as const satisfies Record<string, readonly [string, string]>;

export type AdyenFault = keyof typeof FAULTS;

export function invalid(fault: AdyenFault): Answer {
  const [code, message] = FAULTS[fault];
  return errorAnswer(422, code, message, 'validation');
}
