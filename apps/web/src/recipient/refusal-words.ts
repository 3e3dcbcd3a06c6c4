import type { RefusalKind } from '@jawhara/contract';
import { RECHARGE_REFUSALS, type RechargeRefusal } from '@jawhara/domain';
import { word } from '../words/word.ts';

/** Every reason has its own sentence. */
const SENTENCES: { readonly [Reason in RechargeRefusal]: () => string } = {
  guest: () => word('err.guest'),
  banned: () => word('err.20001'),
  deactivated: () => word('err.20186'),
  'being-cancelled': () => word('err.cancelling'),
  'not-found': () => word('err.noMatch'),
  'source-mismatch': () => word('err.source'),
  'ludo-account': () => word('err.ludo'),
};

function isRechargeRefusal(refusal: RefusalKind | null): refusal is RechargeRefusal {
  return (RECHARGE_REFUSALS as readonly (RefusalKind | null)[]).includes(refusal);
}

/** Why this account cannot be recharged. A reason this site does not know is said in the server's own words. */
export function refusalSentence(refusal: RefusalKind | null, message: string): string {
  return isRechargeRefusal(refusal) ? SENTENCES[refusal]() : message || word('net.internal');
}

export interface NextStep {
  readonly label: string;
  readonly href: string;
}

/** Where the payer can go from a refusal, if anywhere. */
export function nextStepAfter(refusal: RefusalKind | null): NextStep | null {
  if (refusal === 'banned') return { label: word('err.20001.action'), href: '/fines' };
  if (refusal === 'guest') return { label: word('login.title'), href: '/login' };
  return null;
}
