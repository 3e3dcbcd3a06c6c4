import { REFUSAL_OF_DECLINE, type RefusalCode } from './refusal-codes.ts';
import type { Scenario } from '../scenarios.ts';

/** How a payment ends. `received`: it is not decided yet, and the result comes by webhook. */
export type Ruling =
  | { readonly says: 'authorised' }
  | { readonly says: 'received' }
  | { readonly says: 'refused' | 'cancelled' | 'error'; readonly code: RefusalCode };

const refused = (code: RefusalCode): Ruling => ({ says: 'refused', code });

/** Adyen's test triggers: with one of these names as the card holder's the name decides the result, not the card number. */
export const HOLDER_NAMES = {
  UNKNOWN: { acquirerCode: '0', ruling: { says: 'error', code: '0' } },
  APPROVED: { acquirerCode: '1', ruling: { says: 'authorised' } },
  DECLINED: { acquirerCode: '2', ruling: refused('2') },
  REFERRAL: { acquirerCode: '3', ruling: refused('3') },
  ERROR: { acquirerCode: '4', ruling: { says: 'error', code: '4' } },
  BLOCK_CARD: { acquirerCode: '5', ruling: refused('5') },
  CARD_EXPIRED: { acquirerCode: '6', ruling: refused('6') },
  INVALID_AMOUNT: { acquirerCode: '7', ruling: refused('7') },
  INVALID_CARD_NUMBER: { acquirerCode: '8', ruling: refused('8') },
  ISSUER_UNAVAILABLE: { acquirerCode: '9', ruling: refused('9') },
  NOT_SUPPORTED: { acquirerCode: '10', ruling: refused('10') },
  NOT_3D_AUTHENTICATED: { acquirerCode: '11', ruling: refused('11') },
  NOT_ENOUGH_BALANCE: { acquirerCode: '12', ruling: refused('12') },
  PENDING: { acquirerCode: '13', ruling: { says: 'received' } },
  ACQUIRER_FRAUD: { acquirerCode: '14', ruling: refused('14') },
  CANCELLED: { acquirerCode: '15', ruling: { says: 'cancelled', code: '15' } },
  SHOPPER_CANCELLED: { acquirerCode: '16', ruling: { says: 'cancelled', code: '16' } },
  CVC_DECLINED: { acquirerCode: '24', ruling: refused('24') },
} as const satisfies Record<string, { readonly acquirerCode: string; readonly ruling: Ruling }>;

type HolderName = keyof typeof HOLDER_NAMES;

export const HOLDER_NAME_KEYS = Object.keys(HOLDER_NAMES) as HolderName[];

/** The result that the shop has requested by a holder name or a test code. Null: none requested. */
export function steeredRuling(holderName: string | null, acquirerCode: string | null): Ruling | null {
  const name = HOLDER_NAME_KEYS.find(
    (key) => key === holderName || HOLDER_NAMES[key].acquirerCode === acquirerCode,
  );
  return name === undefined ? null : HOLDER_NAMES[name].ruling;
}

/** The result that the card's scenario demands. */
export function scenarioRuling({ verdict, savedCardBehaviour }: Scenario, isSavedCard: boolean): Ruling {
  if (savedCardBehaviour === 'expires' && isSavedCard) return refused(REFUSAL_OF_DECLINE['20054']);
  return verdict.says === 'yes' ? { says: 'authorised' } : refused(REFUSAL_OF_DECLINE[verdict.code]);
}
