import { isGone, type Money, type OrderId, type ReturnStage, type ReturnUpdate } from '@jawhara/domain';
import type { WebhookMeaning, PaymentStep } from '../apps/api/src/providers/provider.ts';

/** How the bank treats a card. It travels in the card's token, as a sandbox's test cards do. */
export const CARDS = [
  'approve',
  'approve and save',
  'decline',
  'challenge',
  'cent less',
  'answer lost',
  'never arrives',
  'pending',
] as const;
export type Card = (typeof CARDS)[number];

export interface SimulatedReturn {
  readonly id: string;
  readonly how: ReturnUpdate['how'];
  stage: ReturnStage;
  readonly cents: number;
  readonly isOurs: boolean;
  /** Some reports name the order alone, such as Adyen's of a second chargeback. */
  readonly namesPayment: boolean;
}

/** A payment in the provider's own books. */
export interface SimulatedPayment {
  readonly id: string;
  readonly orderId: OrderId;
  readonly requestedCents: number;
  state: 'asked' | 'captured' | 'declined';
  cents: number;
  readonly card: Card;
  /** The provider's name of the card, where it was allowed to keep it. */
  readonly cardName: string | null;
  /** An attempt of ours requested it. */
  readonly isOurs: boolean;
  readonly returns: SimulatedReturn[];
}

export interface SimulatedWebhook {
  readonly eventId: string;
  readonly orderId: OrderId;
  readonly paymentId: string;
  readonly meaning: WebhookMeaning | null;
  /** Refund and dispute webhooks of some providers name the payment alone. */
  readonly namesOrder: boolean;
  deliveries: number;
  /** The provider never sends it. */
  isLost: boolean;
  /** A text that we do not read: it may have characters that our database refuses. */
  note: string;
}

export const usd = (minorUnits: number): Money => ({ currency: 'USD', minorUnits });

export const centsGone = ({ returns }: SimulatedPayment): number =>
  returns.reduce((sum, one) => sum + (isGone(one) ? one.cents : 0), 0);

/** True if the provider has money of this payment, or may still get it. */
export const isOpenAtProvider = (payment: SimulatedPayment): boolean =>
  payment.state === 'asked' || (payment.state === 'captured' && payment.cents > centsGone(payment));

/** Disputes do not count: a bank takes that money by itself, and a real provider still accepts refunds besides. */
export const centsRefunded = ({ returns }: SimulatedPayment): number =>
  returns.reduce((sum, one) => sum + (one.how !== 'dispute' && isGone(one) ? one.cents : 0), 0);

export function declined({ id }: SimulatedPayment): Extract<PaymentStep, { kind: 'refused' }> {
  return { kind: 'refused', providerPaymentId: id, outcome: 'balance', code: '20051' };
}

export function updateOf({ id }: SimulatedPayment, one: SimulatedReturn): ReturnUpdate {
  const { id: returnId, how, stage, cents, namesPayment } = one;
  return {
    returnId,
    how,
    stage,
    providerPaymentId: namesPayment ? id : null,
    money: usd(cents),
    fee: null,
  };
}
