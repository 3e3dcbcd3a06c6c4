import type { OrderState } from '@jawhara/domain';
import type { CardProvider } from './card-provider.ts';
import type { BookedPayment } from './sandbox-controls.ts';

/** Everything both sides know after a run: our database, the providers' books, and what the payers were told. */
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
  readonly alerts: readonly AlertFact[];
  readonly books: readonly BookedPayment[];
  readonly told: readonly ToldFact[];
  /** Orders the provider charged a second time, by its own mistake. */
  readonly chargedAgain: readonly string[];
  /** Orders whose payer brought a card to another provider, because the first gave no answer. */
  readonly turned: readonly string[];
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
  /** Several providers were asked, and not all of them have spoken. */
  readonly hasRivals: boolean;
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
  readonly provider: CardProvider;
  readonly providerPaymentId: string | null;
  readonly state: string;
  readonly isKept: boolean;
}

export interface AlertFact {
  readonly orderId: string | null;
  readonly kind: string;
  /** The payment it is about; empty: the order as a whole. */
  readonly providerPaymentId: string;
}

export interface ToldFact {
  readonly requestId: string;
  readonly orderIds: readonly string[];
  readonly wasPaused: boolean;
  readonly end: 'open' | 'paid' | 'not-paid';
}
