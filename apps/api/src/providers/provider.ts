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

/** Facts about the payer that a provider may know. */
export type PayerFacts = {
  /** An id of the owner of saved cards, always the same for one owner; it identifies no person. */
  readonly reference: string;
  readonly address: string;
  /** The page's language: a provider's own page continues in it. */
  readonly locale: Locale;
  readonly browser: BrowserFacts | null;
};

/** Where a bank or a provider sends the payer back: inside our frame, or in place of our page. */
export type ReturnUrls = {
  readonly frame: string;
  readonly page: string;
};

/** A payment request. The provider gets our order id as its reference and the attempt's key as its idempotency key. */
export type PaymentRequest = PayWith & {
  readonly orderId: OrderId;
  readonly money: Money;
  /** The provider may save the card: the payer has agreed, or is asked right after (CRD-10). Otherwise it must not. */
  readonly keepCard: boolean;
  /** The same key for the same attempt, however often it is sent, so that a repeated call does not charge twice. */
  readonly idempotencyKey: string;
  readonly returnUrls: ReturnUrls;
  readonly payer: PayerFacts;
};

/** A card as the provider saved it: only we can pay with these values, and only at that provider. */
export type CardOnFile = {
  readonly sourceId: CardSourceId;
  readonly fingerprint: CardFingerprint;
  readonly scheme: CardScheme;
  readonly last4: string;
  readonly bin: string;
  readonly issuerCountry: string | null;
  readonly expiry: CardExpiry;
};

/** The card that paid, as a receipt or a dispute needs it. Stored with the order whether or not the card is saved. */
export type PaidCard = {
  readonly scheme: string;
  readonly last4: string;
  readonly fingerprint: CardFingerprint | null;
  /** The wallet, where it has no pay type of its own. */
  readonly wallet?: CardWallet;
};

/** The facts about a refused card that its payer may see. */
export type RefusedCard = Omit<PaidCard, 'fingerprint'>;

export function refusedCard(card: PaidCard | null): { readonly refusedWith?: RefusedCard } {
  if (card === null) return {};
  const { fingerprint: _print, ...refusedWith } = card;
  return { refusedWith };
}

/** Money that arrived at the provider, as the provider reports it: compared with the order before anything is delivered. */
export type CapturedMoney = {
  readonly providerPaymentId: string;
  readonly money: Money;
};

/** The result of a payment call, the same for every provider. */
export type PaymentStep =
  /** `card`: the card as the provider saved it, if it did; `paidWith`: the card that paid, where the provider reports it. */
  | ({
      readonly kind: 'paid';
      readonly card: CardOnFile | null;
      readonly paidWith: PaidCard | null;
    } & CapturedMoney)
  /** Some providers give a payment id only once the payment is made: until then there is none. */
  | ({ readonly kind: 'challenge'; readonly providerPaymentId: string | null } & Challenge)
  | { readonly kind: 'pending'; readonly providerPaymentId: string | null }
  | {
      readonly kind: 'refused';
      readonly providerPaymentId: string | null;
      readonly outcome: RefusalOutcome;
      readonly code: string;
      /** The first digits of the card, if the provider reports them. They identify the issuing bank, not the card. */
      readonly cardPrefix?: string;
      /** The refused card, where the provider reports it: its payer is shown which one it was. */
      readonly refusedWith?: RefusedCard;
    }
  /**
   * Time-out, lost connection, 5xx, and also 401, 403, 409 and 429: money may have moved. Looked up later, never guessed,
   * never blindly repeated.
   */
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * The result of looking up one order at the provider. `none`: the provider has no payment for it, so nothing was charged up to
 * now. A payment whose money went back is `paid` with `returns`, not refused.
 */
export type LookUp =
  | (Extract<PaymentStep, { kind: 'paid' }> & { readonly returns?: readonly ReturnUpdate[] })
  | Exclude<PaymentStep, { kind: 'paid' }>
  | { readonly kind: 'none' };

/** The meaning of a webhook. Every event type a provider can send has one of these in its table. */
export type WebhookMeaning =
  | PaymentStep
  | { readonly kind: 'returned'; readonly returned: ReturnUpdate }
  /** Moves no money and decides nothing, but an operator should know: a fraud report, a bank's enquiry. */
  | { readonly kind: 'person'; readonly why: string }
  /** A known event without any effect. */
  | { readonly kind: 'nothing' }
  /** An event type that the provider's table lacks: it is stored, and an alert is raised. */
  | { readonly kind: 'unheard-of'; readonly eventType: string };

/** A refund of a payment, in part or in full. */
export type RefundRequest = CapturedMoney & {
  /** The payment's full amount: some providers must know whether the refund covers all of it. */
  readonly paid: Money;
  readonly orderId: OrderId;
};

export type RefundStep =
  /** `returnId`: the provider's id of this refund, which its webhooks use. */
  | { readonly kind: 'accepted'; readonly returnId: string }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

/** The result of a change to a saved card. Each change may be repeated. */
export type CardChange =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

export type CardSessionRequest = {
  readonly payerReference: string;
  /** Null while the amount is not known. */
  readonly amountUsdCents: UsdCents | null;
};

/** The session that opens a provider's own fields in the browser. Valid for one payer, for a limited time. */
export type CardSession =
  | { readonly kind: 'opened'; readonly clientKey: string; readonly sessionKey: string }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

export type WalletSessionRequest = {
  /** The host whose page opens the sheet, from the deployment's own list. */
  readonly domain: string;
  /** The shop's name in the sheet. */
  readonly displayName: string;
  /** The owner's reference and the order's amount, for a provider that draws a button of its own. */
  readonly payerReference: string;
  readonly amountUsdCents: UsdCents;
};

/** The session that opens a wallet's sheet or button: only the wallet reads it, once, within some minutes. */
export type WalletSession =
  | { readonly kind: 'opened'; readonly sessionJson: string }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string };

export interface RawWebhook {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The unparsed bytes: signatures cover these. */
  readonly body: Buffer;
}

export type WebhookReading =
  | { readonly kind: 'forged' }
  /** Signed, but unreadable: stored with an alert, never dropped. */
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'read';
      readonly eventId: string;
      readonly orderId: OrderId | null;
      /** The id of the payment that the webhook is about. It finds the order where our reference is missing. */
      readonly providerPaymentId: string | null;
      readonly eventType: string;
    };

export interface ProviderPowers {
  /** Payments can be looked up. A provider without look-ups reports everything by webhook, and its `lookUp` answers `pending`. */
  readonly lookUp: boolean;
  /** The expiry date of a saved card can be changed. */
  readonly updateCardExpiry: boolean;
  /** This adapter takes wallet payments, whatever the provider's contract offers. */
  readonly wallets: boolean;
}

export interface PaymentProvider {
  readonly number: ProviderNumber;
  /** Capabilities that not every provider has. */
  readonly can: ProviderPowers;
  authorise(request: PaymentRequest): Promise<PaymentStep>;
  /** Looks up a payment by its id at the provider where we have that, otherwise by our order id. */
  lookUp(orderId: OrderId, providerPaymentId: string | null): Promise<LookUp>;
  /** Called when the payer is back from the bank, with the proof that the bank's page gave, if any. */
  confirm(orderId: OrderId, providerPaymentId: string | null, proof: PayerProof | null): Promise<LookUp>;
  /** Refunds `money` of the payment. The same key is the same refund. */
  refund(request: RefundRequest, idempotencyKey: string): Promise<RefundStep>;
  /** Stores the date of the new card that the bank has sent, with the same number. */
  updateCardExpiry(sourceId: CardSourceId, expiry: CardExpiry): Promise<CardChange>;
  /** Deletes a saved card at the provider. Also done if the provider does not have it. */
  forgetCard(sourceId: CardSourceId, payerReference: string): Promise<CardChange>;
  /** Only where the fields in the browser need a session to open. */
  openCardSession?(request: CardSessionRequest): Promise<CardSession>;
  /** Only for providers that take wallets: a merchant session for the sheet, within WALLET_SESSION_WITHIN_MS. */
  openWalletSession?(request: WalletSessionRequest): Promise<WalletSession>;
  /** Checks the signature before it parses the body. */
  readWebhook(raw: RawWebhook): WebhookReading;
  /** The meaning of a stored webhook. Null if it cannot be parsed any more. */
  interpretWebhook(body: string): WebhookMeaning | null;
}
