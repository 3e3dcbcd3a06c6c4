import type { DeclineCode } from '../scenarios.ts';

export interface TapResponse {
  readonly status: string;
  readonly code: string;
  readonly message: string;
}

/** Tap's charge status and response code for each decline of a bank. */
export const RESPONSES = {
  '20005': { status: 'DECLINED', code: '501', message: 'Declined' },
  '20051': { status: 'DECLINED', code: '505', message: 'Declined, Insufficient Funds' },
  '20054': { status: 'FAILED', code: '407', message: 'Failed, Expired Card' },
  '20059': { status: 'DECLINED', code: '514', message: 'Declined, Card Issuer - Risk Check' },
  '200N7': { status: 'DECLINED', code: '502', message: 'Declined, Incorrect CSC/CVV' },
  '20151': { status: 'DECLINED', code: '516', message: 'Declined, Authentication Failed' },
  '20152': { status: 'DECLINED', code: '512', message: 'Declined, Not Authenticated' },
} as const satisfies Record<DeclineCode, TapResponse>;

export const CAPTURED: TapResponse = { status: 'CAPTURED', code: '000', message: 'Captured' };
export const INITIATED: TapResponse = { status: 'INITIATED', code: '100', message: 'Initiated' };
