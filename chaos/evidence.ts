import type { MailKind, ProviderNumber, OrderState, PaymentStanding, ReturnStage } from '@jawhara/domain';
import type { AcceptedCopy } from '../apps/sandbox/src/mail/mail-server.ts';
import type { BookedPayment } from './booked-payment.ts';

export type { AcceptedCopy };

/** All facts after a run, from our database, the providers' books and the results that payers saw. */
export interface Evidence {
  readonly orders: readonly OrderFact[];
  readonly requests: readonly { readonly requestId: string; readonly orderId: string }[];
  readonly transfers: readonly { readonly orderId: string; readonly number: number }[];
  readonly entries: readonly LedgerEntry[];
  readonly balances: readonly { readonly accountId: number; readonly gems: number }[];
  readonly payments: readonly PaymentFact[];
  readonly refunds: readonly RefundFact[];
  readonly returns: readonly ReturnOnRecord[];
  /** Orders that caused a restriction of their payer's device. */
  readonly restrictedBecause: readonly string[];
  readonly notifications: readonly NotificationFact[];
  readonly alerts: readonly AlertFact[];
  readonly books: readonly BookedPayment[];
  readonly payers: readonly PayerResult[];
  /** Orders that the provider charged a second time by its own mistake. */
  readonly chargedAgain: readonly string[];
  /** Orders whose payer used a card at another provider, because the first did not answer. */
  readonly turned: readonly string[];
  /** Orders for which a further card was refused, because their payer is restricted. */
  readonly turnedDown: readonly string[];
  /** Flows that the engine still runs although none should be left. */
  readonly unfinishedFlows: readonly string[];
}

/** The facts about mail after a run. */
export interface MailEvidence extends Pick<Evidence, 'alerts'> {
  /** Payers who agreed to mail. */
  readonly consents: readonly MailConsentFact[];
  /** Every copy of a mail that the mail server took. */
  readonly inbox: readonly AcceptedCopy[];
  readonly mails: readonly MailFact[];
  /** The mails that are due for what happened after the consent, computed from orders and refunds and not from the outbox. */
  readonly mailsDue: readonly { readonly orderId: string; readonly kind: MailKind }[];
}

export interface MailConsentFact {
  readonly orderId: string;
  readonly address: string;
  /** Whether the shop confirmed the consent; without its answer it may or may not have stored the address. */
  readonly isAnswered: boolean;
}

export interface MailFact {
  readonly id: string;
  readonly orderId: string;
  readonly kind: MailKind;
  readonly state: string;
  /** How many sends ended without a known result. */
  readonly interruptions: number;
}

export interface OrderFact {
  readonly id: string;
  readonly recipientId: number;
  readonly priceUsdCents: number;
  readonly gems: number;
  readonly state: OrderState;
  readonly isHeld: boolean;
}

export interface LedgerEntry {
  readonly orderId: string;
  readonly number: number;
  readonly account: string;
  readonly unit: string;
  readonly amount: number;
}

export interface PaymentFact {
  readonly orderId: string;
  readonly provider: ProviderNumber;
  readonly providerPaymentId: string | null;
  readonly state: 'sent' | 'open' | 'paid' | 'refused' | 'gone';
  readonly standing: PaymentStanding | null;
}

/** A refund that we submit. */
export interface RefundFact {
  readonly orderId: string;
  readonly provider: ProviderNumber;
  readonly providerPaymentId: string;
  readonly cause: string;
  readonly state: 'due' | 'accepted' | 'refused' | 'not-needed' | 'unclear';
}

/** A refund or dispute as our database has it. */
export interface ReturnOnRecord {
  readonly orderId: string;
  readonly provider: ProviderNumber;
  readonly returnId: string;
  readonly stage: ReturnStage;
}

export interface NotificationFact {
  readonly id: string;
  readonly provider: ProviderNumber;
  readonly eventType: string;
  readonly orderId: string | null;
  readonly isProcessed: boolean;
}

export interface AlertFact {
  readonly orderId: string | null;
  readonly kind: string;
  /** The payment that the alert is about; empty if it is about the whole order. */
  readonly providerPaymentId: string;
  /** Whether the alert is still open. */
  readonly isOpen: boolean;
}

export interface PayerResult {
  readonly requestId: string;
  readonly orderIds: readonly string[];
  readonly wasPaused: boolean;
  readonly end: 'open' | 'paid' | 'not-paid';
}
