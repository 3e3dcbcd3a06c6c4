import type { RepeatQuestion } from '@jawhara/contract';
import type {
  CardSourceId,
  DisplayId,
  GemPack,
  PayType,
  Purchase,
  Recipient,
  UsdCents,
} from '@jawhara/domain';
import type { FineToPay } from './checkout-state.ts';

/** Every press that leads to a payment, by its page. */
export type PayPress =
  // /pay
  | 'pay'
  | 'all-cards'
  | 'system-browser'
  | 'wallet-row'
  // /recharge-list
  | 'continue'
  // The start screen: the last purchase once more
  | 'repeat'
  // /fines
  | 'pay-fine'
  | 'all-cards-for-fine'
  | 'wallet-again-for-fine';

/** The first thing that is missing before the next step. */
export type PayGap = 'offline' | 'recipient' | 'pack' | 'method';

/** The facts of a page, known without waiting, because a wallet opens only inside a press. */
export interface PageFacts {
  readonly isOnline: boolean;
  /** The recipient whose face and name are on the screen, and who was not refused. */
  readonly recipient: Recipient | null;
  /** The payer has not yet confirmed this recipient or paid for them. */
  readonly isNewFace: boolean;
  /** No recipient is chosen, and the page can look an id up. */
  readonly hasIdField: boolean;
  readonly typedId: string;
  /** The field holds a valid id that has no answer yet. */
  readonly isIdPending: boolean;
  readonly pack: GemPack | null;
  /** The purchase of gems, for the comparison with earlier ones; null for a fine and while something is missing. */
  readonly purchase: Purchase | null;
  readonly fine: FineToPay | null;
  /** This device, or the account that is signed in on it, may have ordered before. */
  readonly hasOrdered: boolean;
  /** The selected wallet has a button of its own, which opens the sheet inside the press. */
  readonly hasOwnButton: boolean;
}

/** The guards' facts about the selected payment method. */
export interface MethodFacts {
  /** The selected method's pay type; null when none is selected. */
  readonly payType: PayType | null;
  /** The selected card. `isSeen`: known from the last visit only, until the list has been read. */
  readonly card: { readonly sourceId: CardSourceId; readonly isSeen: boolean } | null;
  /** The host on which the selected wallet can be opened, if that is not this host. */
  readonly walletHost: string | null;
}

export type GuardFacts = PageFacts & MethodFacts;

/** Facts of a page without an id field, a pack and a fine: each page adds its own. */
export const NO_FACTS: PageFacts = {
  isOnline: true,
  recipient: null,
  isNewFace: false,
  hasIdField: false,
  typedId: '',
  isIdPending: false,
  pack: null,
  purchase: null,
  fine: null,
  hasOrdered: false,
  hasOwnButton: false,
};

export function gemsPurchase(pack: GemPack | null, recipient: Recipient | null): Purchase | null {
  if (pack === null || recipient === null) return null;
  return { priceUsdCents: pack.priceUsdCents, recipientId: recipient.accountId };
}

export interface GuardMemory {
  /** Counts the presses: the answer to an older press is ignored. */
  readonly turn: number;
  /** The host on which the wallet can be opened was not reached, so it is not offered again. */
  readonly isHostFailed: boolean;
}

/** A press whose guards are being checked. */
export interface Passage extends GuardMemory {
  readonly press: PayPress;
  /** A sheet has added a history entry, which the next page replaces. */
  readonly isAfterSheet: boolean;
}

export type GuardState =
  | (GuardMemory & { readonly at: 'open' })
  /** Pay was pressed while an id is looked up: the payment continues when the account is found, and only for the same id. */
  | (Passage & { readonly at: 'awaiting-recipient'; readonly typedId: string })
  /** The payer is asked to confirm the recipient. */
  | (Passage & { readonly at: 'new-face' })
  | (Passage & { readonly at: 'reading-orders' })
  /** The payer is asked whether to pay the same again. */
  | (Passage & { readonly at: 'same-again'; readonly question: RepeatQuestion; readonly now: Date })
  | (Passage & { readonly at: 'leaving-host' })
  | (Passage & { readonly at: 'checking-fine'; readonly amountUsdCents: UsdCents })
  /**
   * The list of cards is read to see whether the card still exists. If the payer chooses another card, pack or recipient
   * meanwhile, the press ends here.
   */
  | (Passage & {
      readonly at: 'checking-card';
      readonly sourceId: CardSourceId;
      readonly purchase: Purchase | null;
    });

export type GuardEvent =
  | { readonly type: 'pressed'; readonly press: PayPress }
  /** The recipient or the text of the id field has changed. */
  | { readonly type: 'recipient-changed' }
  | { readonly type: 'face-confirmed' }
  | { readonly type: 'again-confirmed' }
  | { readonly type: 'question-closed' }
  | {
      readonly type: 'earlier-read';
      readonly turn: number;
      readonly question: RepeatQuestion | null;
      readonly now: Date;
    }
  | { readonly type: 'host-failed'; readonly turn: number }
  /** The navigation to the other host did not happen, or the payer came back. */
  | { readonly type: 'host-stopped'; readonly turn: number | null }
  /** Null: the fine no longer exists. */
  | { readonly type: 'fine-read'; readonly turn: number; readonly amountUsdCents: UsdCents | null }
  | { readonly type: 'cards-checked'; readonly turn: number }
  /** The fine or the cards could not be read; the payer has been told. */
  | { readonly type: 'check-failed'; readonly turn: number };

export type GuardEffect =
  | { readonly do: 'explain'; readonly gap: PayGap }
  | { readonly do: 'search' }
  | { readonly do: 'read-earlier'; readonly turn: number; readonly purchase: Purchase }
  | { readonly do: 'go-to-host'; readonly turn: number; readonly host: string }
  | { readonly do: 'read-fine'; readonly turn: number; readonly displayId: DisplayId }
  | { readonly do: 'check-cards'; readonly turn: number }
  | { readonly do: 'go-on'; readonly isAfterSheet: boolean };

export type GuardNext = readonly [GuardState, ...GuardEffect[]];

export const OPEN: GuardState = { at: 'open', turn: 0, isHostFailed: false };
