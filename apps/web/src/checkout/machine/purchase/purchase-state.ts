import type {
  OrderFailure,
  OrderInfo,
  OrderResult,
  RefusalKind,
  RepeatQuestion,
  WalletPaid,
} from '@jawhara/contract';
import type {
  AccountId,
  BrowserFacts,
  CardFace,
  CardSourceId,
  Challenge,
  DisplayId,
  OrderedWith,
  OrderId,
  PayAnswer,
  PayerProof,
  PayType,
  RechargeId,
  RefusalOutcome,
  WalletToken,
} from '@jawhara/domain';

/** The goods, the recipient and the pay type: everything an order needs except the card. */
export type Purchase =
  | {
      readonly kind: 'gems';
      readonly rechargeId: RechargeId;
      readonly recipientId: AccountId;
      readonly payType: PayType;
    }
  /** The quote fixes the amount that the payer was shown: no other amount is charged. */
  | {
      readonly kind: 'fine';
      readonly displayId: DisplayId;
      readonly quoteId: string;
      readonly payType: PayType;
    };

/** How a payment is to be made. */
export type PayUse =
  | { readonly kind: 'wallet'; readonly payType: PayType }
  | { readonly kind: 'new-card'; readonly payType: PayType }
  | {
      readonly kind: 'saved-card';
      readonly sourceId: CardSourceId;
      readonly payType: PayType;
      readonly hasCvv: boolean;
    };

/** The fields that the card comes from, because several steps may have fields. other-provider: another card for an open order. */
export type CardFrom = PayUse | { readonly kind: 'other-provider' };

/** The card as the fields give it: a token or encrypted values, held in memory only. */
export interface PaymentInput {
  readonly card: OrderedWith;
  /** Sent where the provider passes it on to the bank. */
  readonly browser?: BrowserFacts;
  /** Scheme and last four digits, shown on this page and never sent; absent where the fields do not reveal them. */
  readonly face?: CardFace;
}

/** Requests the card from the fields; null when they could not give one. */
export type Tokeniser = () => Promise<PaymentInput | null>;

/** A request to place an order. The card is held in memory only; the request id is stored before the request is sent. */
export interface Attempt extends PaymentInput {
  readonly purchase: Purchase;
  readonly requestId: string;
}

/** The providers already tried, where the order may be paid through another provider; null where it may not. */
export type TriedProviders = OrderResult['triedProviders'];

/** A bank's check of the payer that is shown inside our page. The other kind of check replaces our page. */
export type ShownChallenge =
  | { readonly way: 'frame'; readonly url: string }
  | Extract<Challenge, { way: 'native' }>;

/** The field of a card that the bank did not accept. It is typed again, and the CVV with it. */
export type RefusedField = 'number' | 'expiry' | 'cvv' | 'holder';

/**
 * Why a wallet's sheet did not lead to a payment. cancelled: the payer closed it. session: there was no session for the wallet,
 * or its button failed. lost: no answer came while the order was placed, or the button was not pressed in time. not-sent: the
 * sheet did not open or failed, or the payment was not accepted.
 */
export type WalletTrouble = 'cancelled' | 'session' | 'lost' | 'not-sent';

/** Why the payer is back at the card, in a form that the screen can show. */
export type EntryProblem =
  | { readonly kind: 'card-not-read' }
  /** A request without an answer; the server has closed its request id, so nothing was or will be charged. */
  | { readonly kind: 'nothing-sent' }
  | { readonly kind: 'field-refused'; readonly field: RefusedField }
  | { readonly kind: 'wallet'; readonly why: WalletTrouble }
  | { readonly kind: 'refused'; readonly message: string; readonly result: number };

/** How an order ended that was not paid, or whose money went back. */
export type Ending =
  | ({ readonly kind: 'refused' } & OrderFailure)
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'expired' }
  /** Paid, and the money went back. `wasDelivered`: the gems had been delivered before. */
  | { readonly kind: 'returned'; readonly wasDelivered: boolean };

/** An order that is polled; `polls` counts the requests. */
interface PolledOrder {
  readonly orderId: OrderId;
  readonly polls: number;
}

/** An order that may be paid through another provider. */
interface OnHold extends PolledOrder {
  readonly triedProviders: TriedProviders;
}

/** A status check that the payer pressed: the number of its poll, and its answer. */
export interface PressedCheck {
  readonly turn: number;
  readonly answer: 'awaited' | 'nothing-new' | 'failed';
}

/** A bank check of the payer; `isLeaving`: the payer is being asked whether to give up. */
interface Checked extends PolledOrder {
  readonly isLeaving: boolean;
}

export type PurchaseState =
  | { readonly at: 'tokenising'; readonly purchase: Purchase; readonly isByWallet: boolean }
  /** `isSheetGone`: the payer closed the wallet's sheet meanwhile; an order that was created is cancelled. */
  | {
      readonly at: 'placing';
      readonly attempt: Attempt;
      readonly tries: number;
      readonly isSheetGone?: boolean;
    }
  /**
   * [ORD-20] The server asks whether to buy the same again; nothing was paid. `attempt`: the request to send after a
   * yes; null for a wallet, whose sheet has closed and opens again.
   */
  | { readonly at: 'same-again'; readonly question: RepeatQuestion; readonly attempt: Attempt | null }
  /** The wallet's sheet is open and waits for merchant validation; then the payer authorises in it, or closes it. */
  | {
      readonly at: 'sheet-validating';
      readonly orderId: OrderId;
      readonly payType: PayType;
      readonly tries: number;
    }
  /** A button that the provider draws in our page waits to be pressed: its press opens the sheet. */
  | { readonly at: 'sheet-button'; readonly orderId: OrderId }
  | { readonly at: 'sheet-ready'; readonly orderId: OrderId }
  /** The wallet token that the payer authorised is being sent. */
  | {
      readonly at: 'sheet-paying';
      readonly orderId: OrderId;
      readonly token: WalletToken;
      readonly tries: number;
    }
  /**
   * The payment is undecided, and the sheet stays open as long as the wallet allows. `isUnsure`: the token may not have arrived.
   */
  | (PolledOrder & { readonly at: 'sheet-deciding'; readonly isUnsure?: boolean })
  /** Not paid; the reason is being read, with the sheet still open. */
  | (PolledOrder & { readonly at: 'sheet-explaining'; readonly outcome: RefusalOutcome })
  /** The request for an order was sent, and its answer never came: the server is asked for the order of this request. */
  | { readonly at: 'finding'; readonly requestId: string; readonly tries: number }
  /** The request may have been sent, and no answer came. From here it is only looked up, never sent again. */
  | { readonly at: 'unsure'; readonly requestId: string }
  | { readonly at: 'opening'; readonly orderId: OrderId; readonly tries: number }
  | { readonly at: 'missing'; readonly orderId: OrderId }
  | (Checked & { readonly at: 'bank-check'; readonly challenge: ShownChallenge })
  /**
   * The provider's page is about to replace ours. `isHere`: the payer is still on our page, or back on it, and decides what
   * to do.
   */
  | (Checked & { readonly at: 'sent-away'; readonly url: string; readonly isHere: boolean })
  | (PolledOrder & { readonly at: 'confirming'; readonly proof: PayerProof | null; readonly tries: number })
  | (PolledOrder & { readonly at: 'cancelling' })
  | (OnHold & { readonly at: 'watching'; readonly check?: PressedCheck })
  /** Another card is typed for an undecided order, which is still polled. */
  | (OnHold & { readonly at: 'other-card'; readonly problem: EntryProblem | null })
  | (OnHold & { readonly at: 'reading-other-card'; readonly payType: PayType })
  | (OnHold & { readonly at: 'paying-again' })
  /** Not paid; the reason is being read. `outcome`: the part that is known. */
  | (PolledOrder & { readonly at: 'explaining'; readonly outcome: RefusalOutcome })
  | (PolledOrder & { readonly at: 'paid'; readonly creditedAt: Date | null })
  | { readonly at: 'not-paid'; readonly orderId: OrderId; readonly ending: Ending }
  /**
   * Nothing was paid, and the payer is on the step where confirm was pressed; an order of a wallet is cancelled. `problem` is
   * null if the payer stopped.
   */
  | { readonly at: 'stopped'; readonly problem: EntryProblem | null }
  | { readonly at: 'left' };

/** The undecided order or request of this device, whichever page started it. */
export interface Undecided {
  readonly orderId: OrderId | null;
  /** A request left this device and its answer never came. */
  readonly pendingRequestId: string | null;
}

export type PurchaseEvent =
  | {
      readonly type: 'tokenised';
      readonly paymentInput: PaymentInput;
      readonly requestId: string;
      readonly undecided: Undecided;
    }
  | { readonly type: 'tokenise-failed' }
  | { readonly type: 'placed'; readonly orderId: OrderId; readonly answer: PayAnswer }
  | {
      readonly type: 'place-refused';
      readonly refusal: RefusalKind | null;
      readonly message: string;
      readonly result: number;
    }
  | { readonly type: 'place-lost' }
  /**
   * The server asks about a repeat: the same goods were bought just now, or may still be paid. `orderId`: the wallet's
   * order, not paid.
   */
  | { readonly type: 'repeat-asked'; readonly question: RepeatQuestion; readonly orderId?: OrderId }
  | { readonly type: 'again-confirmed' }
  | { readonly type: 'earlier-pressed' }
  | { readonly type: 'question-closed' }
  /** The wallet's session for this sheet, passed on unchanged. */
  | { readonly type: 'session-opened'; readonly orderId: OrderId; readonly sessionJson: string }
  | { readonly type: 'session-lost'; readonly orderId: OrderId }
  | { readonly type: 'button-pressed' }
  | { readonly type: 'button-timed-out'; readonly orderId: OrderId }
  | { readonly type: 'sheet-authorised'; readonly token: WalletToken }
  /** The payer or the device closed the sheet. */
  | { readonly type: 'sheet-cancelled' }
  /** The sheet rejected its session, or the provider's button failed. */
  | { readonly type: 'sheet-failed' }
  /** The sheet must get a result now: soon the wallet stops waiting for it. */
  | { readonly type: 'sheet-timed-out'; readonly orderId: OrderId }
  | { readonly type: 'wallet-paid'; readonly orderId: OrderId; readonly answer: WalletPaid }
  | { readonly type: 'wallet-refused'; readonly orderId: OrderId }
  | { readonly type: 'wallet-lost'; readonly orderId: OrderId }
  | { readonly type: 'request-resolved'; readonly orderId: OrderId | null }
  | { readonly type: 'resolve-lost' }
  | { readonly type: 'check-again' }
  | { readonly type: 'bank-returned'; readonly orderId: OrderId; readonly proof: PayerProof | null }
  | { readonly type: 'bank-timed-out'; readonly orderId: OrderId }
  /** The provider's page was to replace this page, but the payer is back or never left. */
  | { readonly type: 'still-here'; readonly orderId: OrderId }
  | { readonly type: 'go-on-pressed' }
  | { readonly type: 'confirmed'; readonly orderId: OrderId; readonly answer: PayAnswer }
  | { readonly type: 'confirm-lost'; readonly orderId: OrderId }
  /** The payer presses to pay the same order through another provider, then confirms the card typed for it. */
  | { readonly type: 'other-provider-pressed' }
  | { readonly type: 'other-provider-confirmed'; readonly payType: PayType }
  | { readonly type: 'paid-again'; readonly orderId: OrderId; readonly answer: PayAnswer }
  | {
      readonly type: 'pay-again-refused';
      readonly orderId: OrderId;
      readonly message: string;
      readonly result: number;
    }
  | { readonly type: 'pay-again-lost'; readonly orderId: OrderId }
  | {
      readonly type: 'status-read';
      readonly orderId: OrderId;
      readonly turn: number;
      readonly status: OrderResult;
    }
  | { readonly type: 'status-lost'; readonly orderId: OrderId; readonly turn: number }
  | {
      readonly type: 'failure-read';
      readonly orderId: OrderId;
      readonly turn: number;
      readonly failure: OrderFailure;
    }
  | { readonly type: 'failure-lost'; readonly orderId: OrderId; readonly turn: number }
  | { readonly type: 'order-read'; readonly order: OrderInfo }
  | { readonly type: 'order-missing'; readonly orderId: OrderId }
  | { readonly type: 'order-lost'; readonly orderId: OrderId }
  | { readonly type: 'cancelled'; readonly orderId: OrderId }
  | { readonly type: 'cancel-refused'; readonly orderId: OrderId }
  | { readonly type: 'back-pressed' }
  | { readonly type: 'stay-pressed' }
  | { readonly type: 'give-up-pressed' }
  | { readonly type: 'close-pressed' };

export type PurchaseEffect =
  | { readonly do: 'tokenise'; readonly from: CardFrom }
  | { readonly do: 'remember-request'; readonly requestId: string }
  | { readonly do: 'forget-request' }
  /** Stores that the payer agrees to buy these goods again. */
  | { readonly do: 'confirm-repeat'; readonly purchase: Purchase; readonly repeatOf: OrderId }
  /** The payer agreed to buy the same again: the card that was read before is sent once more, under a new request id. */
  | { readonly do: 'place-again'; readonly paymentInput: PaymentInput }
  /** The fine's amount differs from the one shown: it is read again and shown before anything is paid. */
  | { readonly do: 'read-fine'; readonly displayId: DisplayId }
  | { readonly do: 'place'; readonly attempt: Attempt; readonly afterMs: number }
  | { readonly do: 'open-session'; readonly orderId: OrderId }
  | { readonly do: 'complete-validation'; readonly sessionJson: string }
  | {
      readonly do: 'verify';
      readonly orderId: OrderId;
      readonly token: WalletToken;
      readonly afterMs: number;
    }
  | { readonly do: 'time-button'; readonly orderId: OrderId }
  | { readonly do: 'time-sheet'; readonly orderId: OrderId }
  /** True: the sheet may show success. */
  | { readonly do: 'complete-sheet'; readonly isGood: boolean }
  | { readonly do: 'close-sheet' }
  | { readonly do: 'resolve-request'; readonly requestId: string; readonly afterMs: number }
  | { readonly do: 'remember-order'; readonly orderId: OrderId }
  | { readonly do: 'order-decided'; readonly orderId: OrderId; readonly isPaid: boolean }
  | { readonly do: 'read-order'; readonly orderId: OrderId; readonly afterMs: number }
  | { readonly do: 'ask-status'; readonly orderId: OrderId; readonly turn: number; readonly afterMs: number }
  | { readonly do: 'ask-failure'; readonly orderId: OrderId; readonly turn: number; readonly afterMs: number }
  | { readonly do: 'time-bank-check'; readonly orderId: OrderId }
  | { readonly do: 'go-to'; readonly orderId: OrderId; readonly url: string }
  | {
      readonly do: 'confirm';
      readonly orderId: OrderId;
      readonly proof: PayerProof | null;
      readonly afterMs: number;
    }
  | {
      readonly do: 'pay-again';
      readonly orderId: OrderId;
      readonly payType: PayType;
      readonly paymentInput: PaymentInput;
    }
  | { readonly do: 'cancel'; readonly orderId: OrderId };

export type Next = readonly [PurchaseState, ...PurchaseEffect[]];

/** The bank did not accept the CVV: the step asks only for the CVV, and its title says so. */
export function isCvvAgain(problem: EntryProblem | null): boolean {
  return problem?.kind === 'field-refused' && problem.field === 'cvv';
}
