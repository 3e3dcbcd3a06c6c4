import type { RefusalOutcome } from '@jawhara/domain';

/** Every response code whose meaning we know, as the payer is told of it. */
export const DECLINE_CODES = {
  '20001': 'other', // refer to issuer
  '20002': 'other',
  '20005': 'other', // do not honour
  '20012': 'other',
  '20013': 'other',
  '20014': 'other',
  '20051': 'balance',
  '20054': 'expire',
  '20057': 'other',
  '2005C': 'other',
  '20059': 'high-risk', // suspected fraud
  '20061': 'other', // amount limit
  '20062': 'other',
  '20063': 'other',
  '20065': 'other', // frequency limit
  '20068': 'other', // issuer time-out
  '20087': 'other',
  '20091': 'other',
  '20096': 'other',
  '20100': 'expire', // bad expiry format
  '20121': 'other',
  '20124': 'other', // CVV missing
  '20150': 'verify', // 3-D Secure, from not enrolled to malfunction
  '20151': 'verify',
  '20152': 'verify',
  '20153': 'verify',
  '20154': 'verify',
  '20155': 'verify',
  '20159': 'verify',
  '20179': 'other',
  '20182': 'other',
  '20183': 'other',
  '200N7': 'other', // CVV failure
  '200P1': 'other', // daily limit
  '200P9': 'other',
  '200R1': 'other',
  '200R3': 'other',
  '30015': 'other',
  '30021': 'other',
  '30022': 'other',
  '30033': 'expire', // expired, pick up
  '30034': 'high-risk', // fraud, lost, stolen
  '30041': 'high-risk',
  '30043': 'high-risk',
  '30046': 'other', // account closed
  '43401': 'verify', // the risk rules ask for 3-D Secure
} as const satisfies Record<string, RefusalOutcome>;

const RISK_ENGINE = /^4\d{4}$/;

function isKnown(code: string): code is keyof typeof DECLINE_CODES {
  return Object.hasOwn(DECLINE_CODES, code);
}

export function outcomeOfDecline(code: string): RefusalOutcome {
  if (isKnown(code)) return DECLINE_CODES[code];
  return RISK_ENGINE.test(code) ? 'high-risk' : 'other';
}
