import type { OrderId, ProviderNumber, RefusalOutcome, UsdCents } from '@jawhara/domain';

/** What a payment is made of. The provider gets our order id as its reference and the attempt's key as its idempotency key. */
export interface PaymentRequest {
  readonly orderId: OrderId;
  readonly amountUsdCents: UsdCents;
  readonly cardToken: string;
  /** The same key for the same attempt, however often it is sent: that is what keeps a repeated call from charging twice. */
  readonly idempotencyKey: string;
  /** Where the bank sends the payer back to. */
  readonly returnUrl: string;
}

/** What arrived at the provider, in its own numbers: compared with the order before anything is delivered. */
export type MoneyTaken = {
  readonly providerPaymentId: string;
  readonly amountMinorUnits: number;
  readonly currency: string;
};

/** Every provider answers in these words. */
export type PaymentStep =
  | ({ readonly kind: 'paid' } & MoneyTaken)
  | { readonly kind: 'challenge'; readonly providerPaymentId: string; readonly url: string }
  | { readonly kind: 'pending'; readonly providerPaymentId: string | null }
  | {
      readonly kind: 'refused';
      readonly providerPaymentId: string | null;
      readonly outcome: RefusalOutcome;
      readonly code: string;
    }
  /** Time-out, lost connection, 5xx: the money may or may not have moved. Asked about later, never guessed, never repeated blindly. */
  | { readonly kind: 'unknown'; readonly why: string };

/** The provider's books on one order. `none`: it never heard of it, so nothing was charged up to now. */
export type LookUp = PaymentStep | { readonly kind: 'none' };

export type RefundStep =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

export interface RawNotification {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The bytes as they came: signatures are over these, not over what a parser made of them. */
  readonly body: Buffer;
}

export type NotificationReading =
  | { readonly kind: 'forged' }
  /** Signed, but not something we can read: stored and raised, never dropped. */
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'read';
      readonly eventId: string;
      readonly orderId: OrderId | null;
      readonly eventType: string;
    };

export interface PaymentProvider {
  readonly number: ProviderNumber;
  authorise(request: PaymentRequest): Promise<PaymentStep>;
  /** By the provider's own id where we have it, else by our reference. */
  lookUp(orderId: OrderId, providerPaymentId: string | null): Promise<LookUp>;
  refund(providerPaymentId: string, idempotencyKey: string): Promise<RefundStep>;
  /** Signature first, parsing second. */
  readNotification(raw: RawNotification): NotificationReading;
  /** What a stored notification says; null for events that decide nothing. */
  stepOfNotification(body: string): PaymentStep | null;
}
