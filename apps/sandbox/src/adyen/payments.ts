import type { Asking } from './adyen-cards.ts';
import type { AdyenCard } from './card.ts';
import { newPassage, newReference } from './ids.ts';
import { paymentChanges } from './payment-changes.ts';
import type { AdyenPaymentEvent } from './payment-event.ts';
import { amountOf, isOpen, scenarioOf, type AdyenPayment } from './payment.ts';
import type { RefusalCode } from './refusal-codes.ts';
import { scenarioRuling, type Ruling } from './ruling.ts';
import type { StoredCards } from './stored-cards.ts';

export interface AdyenPaymentOrder {
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly card: AdyenCard;
  readonly isSavedCard: boolean;
  readonly shopperReference: string | null;
  readonly keeps: boolean;
  readonly steered: Ruling | null;
  readonly asking: Asking;
  readonly returnUrl: string;
}

export type AdyenPayments = ReturnType<typeof createPayments>;

const FIRST_STANDING = {
  none: 'pending',
  fingerprint: 'looking',
  challenge: 'looking',
  'challenge-only': 'asking',
  redirect: 'asking',
} as const satisfies Record<Asking, AdyenPayment['standing']>;

function newPayment({ amount, ...order }: AdyenPaymentOrder): AdyenPayment {
  return {
    ...order,
    requestedAmount: amount,
    pspReference: newReference(),
    authorisationToken: newPassage(),
    paymentData: newPassage(),
    redirectResult: newPassage(),
    standing: FIRST_STANDING[order.asking],
    refusalCode: null,
    authentication: null,
    stored: null,
    capturedAmount: 0,
    refundedAmount: 0,
  };
}

/** All payments at Adyen, and every operation on one of them. */
export function createPayments(storedCards: StoredCards, notify: (event: AdyenPaymentEvent) => void) {
  const rows: AdyenPayment[] = [];
  const byPassage = new Map<string, AdyenPayment>();
  const { forgetRefunds, ...changes } = paymentChanges(notify);

  function authorisation(payment: AdyenPayment, isSuccess: boolean): void {
    const amount = amountOf(payment);
    const { pspReference } = payment;
    notify({
      code: 'AUTHORISATION',
      payment,
      pspReference,
      isSuccess,
      amount,
      reason: '',
      additionalData: {},
    });
  }

  function end(payment: AdyenPayment, standing: 'refused' | 'cancelled' | 'error', code: RefusalCode): void {
    if (!isOpen(payment)) return;
    payment.standing = standing;
    payment.refusalCode = code;
    authorisation(payment, false);
  }

  return {
    open(order: AdyenPaymentOrder): AdyenPayment {
      const payment = newPayment(order);
      rows.push(payment);
      for (const passage of ['pspReference', 'authorisationToken', 'paymentData', 'redirectResult'] as const)
        byPassage.set(payment[passage], payment);
      return payment;
    },
    /** Finds a payment by its reference, or by one of the secrets that were sent through the browser for it. */
    find: (passage: string): AdyenPayment | null => byPassage.get(passage) ?? null,
    withReference: (reference: string): readonly AdyenPayment[] =>
      rows.filter((payment) => payment.reference === reference),
    all: (): readonly AdyenPayment[] => rows,
    /** Approves or refuses the payment as its test card demands. Does nothing if it is decided already. */
    decide(payment: AdyenPayment): void {
      if (!isOpen(payment)) return;
      const steered = payment.steered?.says === 'received' ? null : payment.steered;
      const ruling = steered ?? scenarioRuling(scenarioOf(payment), payment.isSavedCard);
      if (ruling.says === 'refused' || ruling.says === 'cancelled' || ruling.says === 'error') {
        end(payment, ruling.says, ruling.code);
        return;
      }
      payment.standing = 'authorised';
      payment.capturedAmount = amountOf(payment);
      if (payment.keeps && payment.shopperReference !== null)
        payment.stored = storedCards.keep(payment.shopperReference, payment.card);
      authorisation(payment, true);
    },
    end,
    ...changes,
    clear(): void {
      rows.length = 0;
      byPassage.clear();
      forgetRefunds();
    },
  };
}
