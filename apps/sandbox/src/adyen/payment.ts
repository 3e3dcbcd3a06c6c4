import { SCENARIOS, type Scenario } from '../scenarios.ts';
import type { Asking } from './adyen-cards.ts';
import type { AdyenCard } from './card.ts';
import type { RefusalCode } from './refusal-codes.ts';
import type { Ruling } from './ruling.ts';

/** The state of a payment. `looking`: the bank waits for browser data; `asking`: for the cardholder's answer. */
export type AdyenStanding =
  | 'looking'
  | 'asking'
  | 'pending'
  | 'authorised'
  | 'refused'
  | 'cancelled'
  | 'error';

/** Adyen's record of a payment, which changes as the payment goes on. */
export interface AdyenPayment {
  readonly pspReference: string;
  readonly reference: string;
  readonly requestedAmount: number;
  readonly currency: string;
  readonly card: AdyenCard;
  readonly isSavedCard: boolean;
  readonly shopperReference: string | null;
  /** The shopper wants the card saved, which happens if the payment succeeds. */
  readonly keeps: boolean;
  /** The result that the shop has requested by a test trigger (ruling.ts), if any. */
  readonly steered: Ruling | null;
  readonly asking: Asking;
  readonly returnUrl: string;
  readonly authorisationToken: string;
  readonly paymentData: string;
  readonly redirectResult: string;
  standing: AdyenStanding;
  refusalCode: RefusalCode | null;
  /** The result of the bank's check as the bank has stored it; what the browser sends later does not change it. */
  authentication: 'passed' | 'failed' | null;
  stored: { readonly id: string; readonly isNew: boolean } | null;
  capturedAmount: number;
  refundedAmount: number;
}

export function scenarioOf(payment: AdyenPayment): Scenario {
  return SCENARIOS[payment.card.scenario];
}

export function isOpen({ standing }: AdyenPayment): boolean {
  return standing === 'looking' || standing === 'asking' || standing === 'pending';
}

/** The amount that the bank takes: with one of the test cards it is a cent less than was requested. */
export function amountOf(payment: AdyenPayment): number {
  if (scenarioOf(payment).takes === 'one-cent-less' && payment.standing === 'authorised')
    return payment.requestedAmount - 1;
  return payment.requestedAmount;
}

const STATUSES = {
  looking: 'Pending',
  asking: 'Pending',
  pending: 'Pending',
  authorised: 'Captured',
  refused: 'Refused',
  cancelled: 'Cancelled',
  error: 'Error',
} as const satisfies Record<AdyenStanding, string>;

export function statusOf(payment: AdyenPayment): string {
  if (payment.refundedAmount === 0) return STATUSES[payment.standing];
  return payment.refundedAmount < payment.capturedAmount ? 'Partially Refunded' : 'Refunded';
}
