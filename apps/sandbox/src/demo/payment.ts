import { createHash, randomBytes } from 'node:crypto';
import type { OpenedToken } from '../apple-pay/wallet-tokens.ts';
import { SCENARIOS, type DeclineCode, type Scenario, type ScenarioKey } from '../scenarios.ts';

/** This provider's reason for each decline of a bank. */
export const REASONS = {
  '20005': 'bank_refused',
  '20051': 'insufficient_funds',
  '20054': 'card_expired',
  '20059': 'suspected_fraud',
  '200N7': 'security_code_wrong',
  '20151': 'authentication_failed',
  '20152': 'authentication_timed_out',
} as const satisfies Record<DeclineCode, string>;

/** This provider's error codes for requests that it does not carry out. */
export const FAULTS = ['token_unreadable', 'token_used', 'request_invalid', 'refund_too_much'] as const;

export type DemoReason = (typeof REASONS)[DeclineCode];

/** The provider's record of a payment, which changes as the payment goes on. */
export interface DemoPayment {
  readonly id: string;
  readonly reference: string;
  readonly requested: number;
  readonly currency: string;
  readonly scenario: ScenarioKey;
  status: 'pending' | 'paid' | 'refused';
  reason: DemoReason | null;
  captured: number;
  refunded: number;
}

export function newDemoId(prefix: 'dpay' | 'dref' | 'ddis' | 'devt'): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

export function scenarioOf({ scenario }: Pick<DemoPayment, 'scenario'>): Scenario {
  return SCENARIOS[scenario];
}

export function newDemoPayment(
  paymentDetails: Pick<DemoPayment, 'reference' | 'requested' | 'currency'>,
  { scenario }: OpenedToken,
): DemoPayment {
  const id = newDemoId('dpay');
  return { ...paymentDetails, id, scenario, status: 'pending', reason: null, captured: 0, refunded: 0 };
}

/** The amount that the bank takes: with one of the test cards it is a cent less than was requested. */
export function amountOf(payment: DemoPayment): number {
  const isLess = scenarioOf(payment).takes === 'one-cent-less' && payment.status === 'paid';
  return isLess ? payment.requested - 1 : payment.requested;
}

/** The facts about the wallet's card that a shop gets. */
export function cardOf(payment: DemoPayment): object {
  const { brand, number } = scenarioOf(payment);
  return {
    scheme: brand.toLowerCase(),
    last4: number.slice(-4),
    bin: number.slice(0, 6),
    fingerprint: createHash('sha256').update(`demo ${number}`).digest('hex').slice(0, 32),
  };
}
