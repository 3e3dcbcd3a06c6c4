import type { DeclineCode } from '../scenarios.ts';

/** Adyen's refusalReasonCode and its refusalReason. */
export const REFUSALS = {
  '0': 'Unknown',
  '2': 'Refused',
  '3': 'Referral',
  '4': 'Acquirer Error',
  '5': 'Blocked Card',
  '6': 'Expired Card',
  '7': 'Invalid Amount',
  '8': 'Invalid Card Number',
  '9': 'Issuer Unavailable',
  '10': 'Not supported',
  '11': '3D Not Authenticated',
  '12': 'Not enough balance',
  '14': 'Acquirer Fraud',
  '15': 'Cancelled',
  '16': 'Shopper Cancelled',
  '20': 'FRAUD',
  '24': 'CVC Declined',
  '39': 'RReq not received from DS',
} as const;

export type RefusalCode = keyof typeof REFUSALS;

/** For each decline code of the shared scenarios Adyen's code. */
export const REFUSAL_OF_DECLINE = {
  '20005': '2',
  '20051': '12',
  '20054': '6',
  '20059': '20',
  '200N7': '24',
  '20151': '11',
  '20152': '39',
} as const satisfies Record<DeclineCode, RefusalCode>;
