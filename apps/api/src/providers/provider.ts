import type {
  BrowserFacts,
  CardExpiry,
  CardFingerprint,
  CardScheme,
  CardSourceId,
  CardWallet,
  Challenge,
  Locale,
  Money,
  OrderId,
  PayerProof,
  PayWith,
  ProviderNumber,
  RefusalOutcome,
  ReturnUpdate,
  UsdCents,
} from '@jawhara/domain';

/** Who pays, as far as a provider may know. */
export type PayerFacts = {
  /** The same for the same owner of kept cards; says nothing about a person. */
  readonly reference: string;
  readonly address: string;
  /** The language the page was in: a provider's own page goes on in it. */
  readonly locale: Locale;
  readonly browser: BrowserFacts | null;
};

/** Where a bank or a provider sends the payer back to: inside our frame, or in the place of our page. */
export type ReturnUrls = {
  readonly frame: string;
  readonly page: string;
};

/** A payment request. The provider gets our order id as its reference and the attempt's key as its idempotency key. */
export type PaymentRequest = PayWith & {
  readonly orderId: OrderId;
  readonly money: Money;
  /** The provider may keep the card: the payer has agreed, or is asked right after (CRD-10). Otherwise it must not. */
  readonly keepCard: boolean;
  /** The same key for the same attempt, however often it is sent: that is what keeps a repeated call from charging twice. */
  readonly idempotencyKey: string;
  readonly returnUrls: ReturnUrls;
  readonly payer: PayerFacts;
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

/** The card that paid, as far as a receipt and a dispute need it. It stays with the order whether or not the card is kept. */
export type PaidCard = {
  readonly scheme: string;
  readonly last4: string;
  readonly fingerprint: CardFingerprint | null;
  /** Where it lay in one that has no pay type of its own. */
  readonly wallet?: CardWallet;
};

/** Money that arrived at the provider, in its own numbers: compared with the order before anything is delivered. */
export type CapturedMoney = {
  readonly providerPaymentId: string;
  readonly money: Money;
};

/** Every provider answers in these words. */
export type PaymentStep =
  /** `card`: the card as the provider keeps it, if it does; `paidWith`: what it paid with, where it says so. */
  | ({
      readonly kind: 'paid';
      readonly card: CardOnFile | null;
      readonly paidWith: PaidCard | null;
    } & CapturedMoney)
  /** Some providers name a payment only once it is made: then there is no id yet. */
  | ({ readonly kind: 'challenge'; readonly providerPaymentId: string | null } & Challenge)
  | { readonly kind: 'pending'; readonly providerPaymentId: string | null }
  | {
      readonly kind: 'refused';
      readonly providerPaymentId: string | null;
      readonly outcome: RefusalOutcome;
      readonly code: string;
      /** The first digits of the card, where the provider says so: they name a bank, not a card. */
      readonly cardPrefix?: string;
    }
  /**
   * Time-out, lost connection, 5xx, and also 401, 403, 409 and 429: nobody can say here whether money moved. Asked about later,
   * never guessed, never repeated blindly.
   */
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * The provider's books on one order. `none`: it never heard of it, so nothing was charged up to now. Money that came and went
 * again is `paid` with its returns, not refused.
 */
export type LookUp =
  | (Extract<PaymentStep, { kind: 'paid' }> & { readonly returns?: readonly ReturnUpdate[] })
  | Exclude<PaymentStep, { kind: 'paid' }>
  | { readonly kind: 'none' };

/** The meaning of a webhook. Every event type a provider can send has one of these in its table. */
export type WebhookMeaning =
  | PaymentStep
  | { readonly kind: 'returned'; readonly returned: ReturnUpdate }
  /** Moves no money and decides nothing, but a person should know: a fraud report, a question of the bank. */
  | { readonly kind: 'person'; readonly why: string }
  /** Known, and nothing to us. */
  | { readonly kind: 'nothing' }
  /** A type that the provider's table does not have: stored, and raised. */
  | { readonly kind: 'unheard-of'; readonly eventType: string };

/** Part of a payment, or all of it, is to go back. */
export type RefundRequest = CapturedMoney & {
  /** The whole payment: some providers need to know whether this refund is all of it. */
  readonly paid: Money;
  readonly orderId: OrderId;
};

export type RefundStep =
  /** `returnId`: the provider's id of this refund, under which its notifications will speak of it. */
  | { readonly kind: 'accepted'; readonly returnId: string }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

/** Each may be repeated: the end is the same. */
export type CardChange =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

export type CardSessionRequest = {
  readonly payerReference: string;
  /** Null where it is not known yet. */
  readonly amountUsdCents: UsdCents | null;
};

/** The session that opens a provider's own fields in the browser. Good for one payer, and for a while. */
export type CardSession =
  | { readonly kind: 'opened'; readonly clientKey: string; readonly sessionKey: string }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

export type WalletSessionRequest = {
  /** The host whose page opens the sheet: one of the deployment's own list. */
  readonly domain: string;
  /** The shop's name in the sheet. */
  readonly displayName: string;
  /** Whose order it is and what it costs: a provider that draws a button of its own wants to know. */
  readonly payerReference: string;
  readonly amountUsdCents: UsdCents;
};

/** The session that opens a wallet's sheet or button: only the wallet reads it, and it is good for one of them and some minutes. */
export type WalletSession =
  | { readonly kind: 'opened'; readonly sessionJson: string }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

export interface RawWebhook {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The bytes as they came: signatures are over these, not over what a parser made of them. */
  readonly body: Buffer;
}

export type WebhookReading =
  | { readonly kind: 'forged' }
  /** Signed, but not something we can read: stored and raised, never dropped. */
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'read';
      readonly eventId: string;
      readonly orderId: OrderId | null;
      /** The payment it is about: finds the order where our reference is missing. */
      readonly providerPaymentId: string | null;
      readonly eventType: string;
    };

export interface ProviderPowers {
  /** Has books to look into. One without them tells everything by notification, and its look-up answers `pending`. */
  readonly lookUp: boolean;
  /** A kept card's date can be changed. */
  readonly updateCardExpiry: boolean;
  /** Takes wallet payments, and not only by its contract: this adapter can. */
  readonly wallets: boolean;
}

export interface PaymentProvider {
  readonly number: ProviderNumber;
  /** Abilities that not every provider has. */
  readonly can: ProviderPowers;
  authorise(request: PaymentRequest): Promise<PaymentStep>;
  /** By the provider's own id where we have it, else by our reference. */
  lookUp(orderId: OrderId, providerPaymentId: string | null): Promise<LookUp>;
  /** The payer is back from the bank, with what its page gave them, if anything. */
  confirm(orderId: OrderId, providerPaymentId: string | null, proof: PayerProof | null): Promise<LookUp>;
  /** `money` of the payment goes back. The same key is the same refund. */
  refund(request: RefundRequest, idempotencyKey: string): Promise<RefundStep>;
  /** The bank has sent a new card with the same number. */
  updateCardExpiry(sourceId: CardSourceId, expiry: CardExpiry): Promise<CardChange>;
  /** A card it does not keep is forgotten already. */
  forgetCard(sourceId: CardSourceId, payerReference: string): Promise<CardChange>;
  /** Only where the fields in the browser need a session before they open. */
  openCardSession?(request: CardSessionRequest): Promise<CardSession>;
  /** Only where it takes wallets: a merchant session for the sheet, within WALLET_SESSION_WITHIN_MS. */
  openWalletSession?(request: WalletSessionRequest): Promise<WalletSession>;
  /** Signature first, parsing second. */
  readWebhook(raw: RawWebhook): WebhookReading;
  /** The meaning of a stored webhook. Null: it cannot be read any more. */
  interpretWebhook(body: string): WebhookMeaning | null;
}
