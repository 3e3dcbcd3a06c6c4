import { cardHabitsFor, type PayType } from '../pay-type/pay-type.ts';

export const OUTCOMES = [
  'success',
  'fail',
  'balance',
  'expire',
  'verify',
  'not-support-apple-pay',
  'other',
  'not-active',
  'high-risk',
] as const;

/** How a purchase ended, as the result panel shows it. */
export type Outcome = (typeof OUTCOMES)[number];

/** The outcomes of a provider's refusal. */
export type RefusalOutcome = Extract<Outcome, 'balance' | 'expire' | 'verify' | 'high-risk' | 'other'>;

export type ResultButton =
  | 'repeat-same-amount'
  | 'retry-other-amount'
  | 'retry'
  | 'update-and-pay'
  | 'refresh'
  | 'understood'
  | 'close';

export interface PanelFacts {
  readonly payType: PayType;
  readonly hasSmallerPack: boolean;
}

export const RESULT_BUTTONS = {
  success: () => ['repeat-same-amount', 'close'],
  balance: ({ hasSmallerPack }) => (hasSmallerPack ? ['retry-other-amount', 'close'] : ['understood']),
  verify: () => ['retry', 'close'],
  expire: ({ payType }) =>
    cardHabitsFor(payType)?.updatesExpiry ? ['update-and-pay', 'understood'] : ['understood'],
  'high-risk': () => ['refresh'],
  'not-support-apple-pay': () => ['understood'],
  other: () => ['understood'],
  fail: () => ['understood'],
  'not-active': () => [],
} as const satisfies Record<Outcome, (facts: PanelFacts) => readonly ResultButton[]>;

/** The fields of an order's failure on the wire. */
export interface FailureWords {
  readonly failDetail: string | null;
  readonly errCode: string | null;
}

export const BALANCE_INSUFFICIENT = 'balance-insufficient';
export const VERIFICATION_FAILED = 'verification-failed';
export const HIGH_RISK = 'high-risk';
export const CARD_EXPIRED_CODE = '20054';

export function outcomeOfFailure({ failDetail, errCode }: FailureWords): RefusalOutcome {
  if (failDetail === BALANCE_INSUFFICIENT) return 'balance';
  if (failDetail === VERIFICATION_FAILED) return 'verify';
  if (failDetail === HIGH_RISK) return 'high-risk';
  if (errCode === CARD_EXPIRED_CODE) return 'expire';
  return 'other';
}

const FAIL_DETAILS = {
  balance: BALANCE_INSUFFICIENT,
  verify: VERIFICATION_FAILED,
  'high-risk': HIGH_RISK,
  expire: 'card-expired',
  other: 'declined',
} as const satisfies Record<RefusalOutcome, string>;

/** The fields that a refused order sends to the site. An expired card always has the code by which the site recognises it. */
export function failureOfOutcome(outcome: RefusalOutcome, code: string | null): FailureWords {
  return { failDetail: FAIL_DETAILS[outcome], errCode: outcome === 'expire' ? CARD_EXPIRED_CODE : code };
}
