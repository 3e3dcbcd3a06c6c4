import type { OrderState } from '@jawhara/domain';
import type { BookedPayment } from './sandbox-controls.ts';

/** Everything both sides know after a run: our database, the provider's books, and what the payers were told. */
export interface Evidence {
  readonly orders: readonly OrderFact[];
  readonly requests: readonly { readonly requestId: string; readonly orderId: string }[];
  readonly transfers: readonly { readonly orderId: string; readonly kind: string }[];
  readonly entries: readonly LedgerEntry[];
  readonly balances: readonly { readonly accountId: number; readonly gems: number }[];
  readonly payments: readonly PaymentFact[];
  readonly notifications: readonly {
    readonly id: string;
    readonly orderId: string | null;
    readonly isProcessed: boolean;
  }[];
  readonly alerts: readonly { readonly orderId: string | null; readonly kind: string }[];
  readonly books: readonly BookedPayment[];
  readonly told: readonly ToldFact[];
  /** Orders the provider charged a second time, by its own mistake. */
  readonly chargedAgain: readonly string[];
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
  readonly kind: string;
  readonly account: string;
  readonly unit: string;
  readonly amount: number;
}

export interface PaymentFact {
  readonly orderId: string;
  readonly providerPaymentId: string | null;
  readonly state: string;
  readonly isKept: boolean;
}

export interface ToldFact {
  readonly requestId: string;
  readonly orderIds: readonly string[];
  readonly wasPaused: boolean;
  readonly end: 'open' | 'paid' | 'not-paid';
}
