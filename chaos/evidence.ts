import type { ProviderNumber, OrderState, PaymentStanding, ReturnStage } from '@jawhara/domain';
import type { BookedPayment } from './booked-payment.ts';

/** Everything both sides know after a run: our database, the providers' books, and what the payers were told. */
export interface Evidence {
  readonly orders: readonly OrderFact[];
  readonly requests: readonly { readonly requestId: string; readonly orderId: string }[];
  readonly transfers: readonly { readonly orderId: string; readonly number: number }[];
  readonly entries: readonly LedgerEntry[];
  readonly balances: readonly { readonly accountId: number; readonly gems: number }[];
  readonly payments: readonly PaymentFact[];
  readonly refunds: readonly RefundFact[];
  readonly returns: readonly ReturnOnRecord[];
  /** Orders because of which no order is taken from their payer's device any more. */
  readonly restrictedBecause: readonly string[];
  readonly notifications: readonly NotificationFact[];
  readonly alerts: readonly AlertFact[];
  readonly books: readonly BookedPayment[];
  readonly told: readonly ToldFact[];
  /** Orders the provider charged a second time, by its own mistake. */
  readonly chargedAgain: readonly string[];
  /** Orders whose payer brought a card to another provider, because the first gave no answer. */
  readonly turned: readonly string[];
  /** Orders for which no other card was taken, because their payer is restricted. */
  readonly turnedDown: readonly string[];
  /** What the engine still has under way although nothing should be. */
  readonly unfinishedFlows: readonly string[];
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

/** Money that we send back. */
export interface RefundFact {
  readonly orderId: string;
  readonly provider: ProviderNumber;
  readonly providerPaymentId: string;
  readonly cause: string;
  readonly state: 'due' | 'accepted' | 'refused' | 'not-needed' | 'unclear';
}

/** A refund or dispute as we know it. */
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
  /** The payment it is about; empty: the order as a whole. */
  readonly providerPaymentId: string;
  /** Nobody has closed it. */
  readonly isOpen: boolean;
}

export interface ToldFact {
  readonly requestId: string;
  readonly orderIds: readonly string[];
  readonly wasPaused: boolean;
  readonly end: 'open' | 'paid' | 'not-paid';
}
