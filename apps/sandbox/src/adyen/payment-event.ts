import type { AdyenPayment } from './payment.ts';

/** The codes of webhooks that the sandbox sends. `namesPayment`: the webhook has the payment's reference beside its own. */
const CODES = {
  AUTHORISATION: { namesPayment: false, isReturn: false },
  CANCELLATION: { namesPayment: true, isReturn: true },
  TECHNICAL_CANCEL: { namesPayment: true, isReturn: true },
  CANCEL_OR_REFUND: { namesPayment: true, isReturn: true },
  CAPTURE_FAILED: { namesPayment: true, isReturn: true },
  REFUND: { namesPayment: true, isReturn: true },
  REFUND_FAILED: { namesPayment: true, isReturn: true },
  NOTIFICATION_OF_CHARGEBACK: { namesPayment: true, isReturn: true },
  CHARGEBACK: { namesPayment: true, isReturn: true },
  DISPUTE_DEFENSE_PERIOD_ENDED: { namesPayment: true, isReturn: true },
  // In Adyen's own examples these have only the dispute's reference.
  CHARGEBACK_REVERSED: { namesPayment: false, isReturn: true },
  SECOND_CHARGEBACK: { namesPayment: false, isReturn: true },
  PREARBITRATION_WON: { namesPayment: false, isReturn: true },
  PREARBITRATION_LOST: { namesPayment: false, isReturn: true },
} as const satisfies Record<string, { readonly namesPayment: boolean; readonly isReturn: boolean }>;

export type EventCode = keyof typeof CODES;

/** An event of a payment, sent once to every listener. */
export interface AdyenPaymentEvent {
  readonly code: EventCode;
  readonly payment: AdyenPayment;
  /** The payment's own reference, or that of the change to it. */
  readonly pspReference: string;
  readonly isSuccess: boolean;
  readonly amount: number;
  /** Absent: the payment's currency. */
  readonly currency?: string;
  readonly reason: string;
  readonly additionalData: Readonly<Record<string, string>>;
}

export function namesPayment({ code }: AdyenPaymentEvent): boolean {
  return CODES[code].namesPayment;
}

/** True for events about money that goes back: cancels, refunds, failed captures and every stage of a dispute. */
export function isReturn({ code }: AdyenPaymentEvent): boolean {
  return CODES[code].isReturn;
}
