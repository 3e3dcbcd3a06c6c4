import type {
  CardExpiry,
  CardFingerprint,
  CardScheme,
  CardSourceId,
  OrderId,
  ProviderNumber,
  RefusalOutcome,
  UsdCents,
} from '@jawhara/domain';

/** A card typed into the hosted fields just now, or one the provider keeps, with a one-time token of its CVV where one was asked for. */
export type PayWith =
  | { readonly cardToken: string }
  | { readonly sourceId: CardSourceId; readonly cvvToken: string | null };

/** What a payment is made of. The provider gets our order id as its reference and the attempt's key as its idempotency key. */
export type PaymentRequest = PayWith & {
  readonly orderId: OrderId;
  readonly amountUsdCents: UsdCents;
  /** The same key for the same attempt, however often it is sent: that is what keeps a repeated call from charging twice. */
  readonly idempotencyKey: string;
  /** Where the bank sends the payer back to. */
  readonly returnUrl: string;
};

/** A card as the provider keeps it: nothing in here can be paid with by anybody but us, at that provider. */
export type CardOnFile = {
  readonly sourceId: CardSourceId;
  readonly fingerprint: CardFingerprint;
  readonly scheme: CardScheme;
  readonly last4: string;
  readonly bin: string;
  readonly issuerCountry: string | null;
  readonly expiry: CardExpiry;
};

/** What arrived at the provider, in its own numbers: compared with the order before anything is delivered. */
export type MoneyTaken = {
  readonly providerPaymentId: string;
  readonly amountMinorUnits: number;
  readonly currency: string;
};

/** Every provider answers in these words. */
export type PaymentStep =
  /** `card`: what it was paid with, where the provider says so and keeps it. */
  | ({ readonly kind: 'paid'; readonly card: CardOnFile | null } & MoneyTaken)
  | { readonly kind: 'challenge'; readonly providerPaymentId: string; readonly url: string }
  | { readonly kind: 'pending'; readonly providerPaymentId: string | null }
  | {
      readonly kind: 'refused';
      readonly providerPaymentId: string | null;
      readonly outcome: RefusalOutcome;
      readonly code: string;
      /** The first digits of the card, where the provider says so: they name a bank, not a card. */
      readonly cardPrefix?: string;
    }
  /** Money that had come has gone back: we were not asked. An unknown amount is taken as all of it. */
  | {
      readonly kind: 'returned';
      readonly how: 'refund' | 'chargeback';
      readonly providerPaymentId: string;
      readonly amountMinorUnits: number | null;
    }
  /** Time-out, lost connection, 5xx: the money may or may not have moved. Asked about later, never guessed, never repeated blindly. */
  | { readonly kind: 'unknown'; readonly why: string };

/** The provider's books on one order. `none`: it never heard of it, so nothing was charged up to now. */
export type LookUp = PaymentStep | { readonly kind: 'none' };

export type RefundStep =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

/** Each may be repeated: the end is the same. */
export type CardChange =
  | { readonly kind: 'done' }
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
  /** The bank has sent a new card with the same number. */
  updateCardExpiry(sourceId: CardSourceId, expiry: CardExpiry): Promise<CardChange>;
  /** A card it does not keep is forgotten already. */
  forgetCard(sourceId: CardSourceId): Promise<CardChange>;
  /** Signature first, parsing second. */
  readNotification(raw: RawNotification): NotificationReading;
  /** What a stored notification says; null for events that decide nothing. */
  stepOfNotification(body: string): PaymentStep | null;
}
