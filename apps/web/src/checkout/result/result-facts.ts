import { declineTold, isWallet, providerOf, type Decline, type Outcome, type PayType } from '@jawhara/domain';
import type { MedalKind } from '../../ui/medal.tsx';
import { word } from '../../words/word.ts';
import type { Ending } from '../purchase/purchase-state.ts';

/** How an ending is told: which row of the result panel it is. */
export function outcomeOf(ending: Ending): Outcome {
  return ending.kind === 'refused' ? ending.outcome : 'fail';
}

/** Why, and what to do next; null where no bank or provider has said no. */
export function declineOfEnding(ending: Ending, payType: PayType): Decline | null {
  if (ending.kind !== 'refused') return null;
  // What the wallet's panel says of it is all there is: no card was refused.
  if (ending.outcome === 'high-risk' && isWallet(payType)) return null;
  return declineTold(providerOf(payType), ending);
}

export interface ResultWords {
  readonly title: string;
  readonly tip: string;
  readonly medal: MedalKind;
}

/** Amber when the bank said no, red only when it simply did not work. */
const WORDS: { readonly [Each in Outcome]: () => ResultWords } = {
  success: () => ({ title: word('result.success.title'), tip: word('result.success.tip'), medal: 'success' }),
  balance: () => ({ title: word('result.balance.title'), tip: word('result.balance.tip'), medal: 'refused' }),
  verify: () => ({ title: word('result.verify.title'), tip: word('result.verify.tip'), medal: 'refused' }),
  expire: () => ({ title: word('result.expire.title'), tip: word('result.expire.tip'), medal: 'refused' }),
  'high-risk': () => ({
    title: word('result.highRisk.title'),
    tip: word('result.highRisk.tip'),
    medal: 'refused',
  }),
  'not-support-apple-pay': () => ({
    title: word('result.noApplePay.title'),
    tip: word('result.noApplePay.tip'),
    medal: 'refused',
  }),
  other: () => ({ title: word('result.other.title'), tip: word('result.other.tip'), medal: 'failed' }),
  fail: () => ({ title: word('result.fail.title'), tip: word('result.other.tip'), medal: 'failed' }),
  'not-active': () => ({ title: '', tip: '', medal: 'failed' }),
};

export function resultWords(outcome: Outcome, payType: PayType): ResultWords {
  // The specified sentence speaks of the wallet; said of a card it would be untrue.
  if (outcome === 'high-risk' && !isWallet(payType)) {
    return { title: word('result.other.title'), tip: word('decline.risk'), medal: 'refused' };
  }
  return WORDS[outcome]();
}

export function endingWords(ending: Ending, payType: PayType): ResultWords {
  const words = resultWords(outcomeOf(ending), payType);
  if (ending.kind === 'cancelled') return { ...words, tip: word('err.cancelledByUser'), medal: 'refused' };
  if (ending.kind === 'expired') return { ...words, tip: word('err.orderTimeout'), medal: 'refused' };
  if (ending.kind === 'returned') {
    return { title: word('result.returned.title'), tip: word('result.returned.tip'), medal: 'refused' };
  }
  return words;
}
