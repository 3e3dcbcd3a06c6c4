import type { FineQuote, OrderInfo } from '@jawhara/contract';
import {
  EMPTY_CARD,
  type AccountId,
  type CardExpiry,
  type CardFieldState,
  type CardFieldStates,
  type CardFingerprint,
  type CardSourceId,
  type GemPack,
  type OrderId,
  type Outcome,
  type PaySource,
  type PayType,
  type Recipient,
  type RepurchaseGroup,
  type ResultButton,
  type SavedCard,
  type SeenCard,
} from '@jawhara/domain';
import type { RecipientPanel, RecipientPanelEvent } from './recipient-panel.ts';
import type { PurchaseEntry } from './purchase/purchase.ts';
import type {
  EntryProblem,
  RefusedField,
  PayUse,
  PurchaseEffect,
  PurchaseEvent,
  PurchaseState,
} from './purchase/purchase-state.ts';
import type { NamedStep, PurchaseScene } from './step-names.ts';

/** A fine with the quote of the amount that its payer was shown. */
export interface FineToPay {
  readonly account: Recipient;
  readonly quote: FineQuote;
}

/** The goods, the recipient and the possible pay types of a payment. */
export interface Offer {
  /** Set if a fine is to be paid. Then the pack is not paid. */
  readonly fine: FineToPay | null;
  readonly pack: GemPack | null;
  /** All packs on sale. */
  readonly packs: readonly GemPack[];
  readonly recipientId: AccountId | null;
  /** Pay types that take a new card, the best one first. */
  readonly cardChannels: readonly PayType[];
  /** The pay type of this visitor's wallet; null where this browser or host has no wallet. */
  readonly wallet: PayType | null;
  /** The host of ours on which the wallet can be opened, if that is not this host. */
  readonly walletHost: string | null;
}

/** The saved cards. Once read, they stay while the list is read again. */
export type CardsRead =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly cards: readonly SavedCard[] }
  | { readonly kind: 'failed' };

/** How this device paid last. */
export interface LastUsed {
  readonly card: CardSourceId | 'wallet' | null;
  readonly payType: PayType;
}

export type Method =
  | { readonly kind: 'wallet' }
  | { readonly kind: 'saved-card'; readonly card: SavedCard }
  /** A card stored from the last visit; the list of saved cards, once read from the server, shows whether it still exists. */
  | { readonly kind: 'seen-card'; readonly card: SeenCard }
  | { readonly kind: 'new-card'; readonly payType: PayType };

/**
 * channel: no method was used before, so the payer chooses the wallet or a new card. recent: the methods used before, and a new
 * card.
 */
export type ConfirmMode = 'channel' | 'recent';

/** Each step holds the data its screen needs, so that no screen can be drawn without its data. */
export type UpperStep =
  | { readonly at: 'saved-cards' }
  | { readonly at: 'new-card'; readonly payType: PayType }
  | { readonly at: 'cvv'; readonly card: SavedCard }
  | { readonly at: 'cvv-unremembered'; readonly card: SavedCard }
  | { readonly at: 'modify-expiry'; readonly card: SavedCard; readonly isPaidAfter: boolean };

export type PayStep = { readonly at: 'home' } | UpperStep;

/** The loaded data and the payer's choices, the same on every step. */
export interface Checkout {
  readonly offer: Offer;
  readonly cards: CardsRead;
  /** The list of cards as received last: the same list again is ignored, so that it undoes no change made since. */
  readonly lastSources: readonly PaySource[] | null;
  /** The cards stored from the last visit of this device, shown until the list has been read. */
  readonly seen: readonly SeenCard[];
  /**
   * A card that was shown from the last visit and that the server no longer has. The page says so until the payer opens the next
   * step.
   */
  readonly gone: SeenCard | null;
  readonly last: LastUsed;
  readonly group: RepurchaseGroup;
  /** Pay types whose saved cards can be charged without a CVV. */
  readonly withoutCvv: readonly PayType[];
  readonly scene: PurchaseScene;
  /** The steps opened on top of HOME, the first step. The last of them is on the screen; if there is none, HOME is. */
  readonly above: readonly UpperStep[];
  readonly mode: ConfirmMode;
  readonly method: Method | null;
  /**
   * The payer selected the method with a press: data that arrives later must not move the selection or the list while the payer
   * is using it.
   */
  readonly isPicked: boolean;
  readonly recipient: RecipientPanel;
  /** Why the last try to pay ended without a payment; shown on the step where the next payment is confirmed. */
  readonly stopped: EntryProblem | null;
  /** The number of the new card that is being typed. A higher number opens empty fields. */
  readonly cardNth: number;
  /** How often in a row the bank declined the CVV of the card used last; absent: never. */
  readonly declinedCvvs?: DeclinedCvvs;
}

export interface DeclinedCvvs {
  readonly card: CardSourceId | 'typed';
  readonly count: number;
}

export type Popup =
  /** Back was pressed: "Only one step left, give up?" */
  | { readonly kind: 'give-up' }
  | { readonly kind: 'expired-card'; readonly card: SavedCard }
  /** The card's provider cannot change a date: the card can only be deleted or left alone. */
  | { readonly kind: 'not-updatable'; readonly card: SavedCard }
  | { readonly kind: 'delete-card'; readonly card: SavedCard; readonly isDeleting: boolean };

export type StepProblem = 'expiry-wrong' | 'expiry-refused' | 'expiry-not-updated' | 'card-not-deleted';

/** The card that was used, as far as it is known. Loading: the provider has not reported yet whether it saves the card. */
export type UsedCard =
  | { readonly kind: 'wallet' }
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'saved'; readonly card: SavedCard };

export interface PurchaseEnd {
  readonly outcome: Outcome;
  readonly payType: PayType;
  readonly used: UsedCard;
  readonly smallerPack: GemPack | null;
}

/**
 * A new expiry date that is being sent to the provider. A payment may start after the answer, so the payer cannot leave
 * meanwhile.
 */
export interface ExpiryUpdate {
  readonly card: SavedCard;
  readonly expiry: CardExpiry;
  readonly isPaidAfter: boolean;
}

export type EndedPurchase = Extract<PurchaseState, { at: 'paid' | 'not-paid' }>;
export type PurchaseUnderWay = Exclude<PurchaseState, { at: 'stopped' | 'left' | 'paid' | 'not-paid' }>;

interface Step {
  readonly checkout: Checkout;
  readonly popup: Popup | null;
  readonly problem: StepProblem | null;
}

/** `use` (the card or wallet that pays) is null for an order that was started elsewhere or before this page was opened. */
interface Payment {
  readonly checkout: Checkout;
  readonly use: PayUse | null;
  readonly order: OrderInfo | null;
}

export type CheckoutState =
  /** A step with a choice of methods and no fields. */
  | (Step & { readonly at: 'choosing' })
  /** A step in which a card, its CVV or its date is typed. */
  | (Step & { readonly at: 'entering'; readonly update: ExpiryUpdate | null })
  /** The child machine of one payment (purchase.ts) handles the events. */
  | (Payment & { readonly at: 'purchasing'; readonly purchase: PurchaseUnderWay })
  /** The child machine polls until the gems have arrived. `end` is null until the order has been read. */
  | (Payment & {
      readonly at: 'ended';
      readonly purchase: EndedPurchase;
      readonly end: PurchaseEnd | null;
    })
  /** The payer goes to the page of packs, which is also the page of the first step, HOME. */
  | { readonly at: 'left'; readonly checkout: Checkout };

/** The values of the fields when confirm is pressed; of the provider's fields only whether they are valid. */
export interface StepInputs {
  readonly fields: CardFieldStates;
  readonly cvv: CardFieldState;
  readonly expiry: string;
  /** The address contains test_update_date: confirm can then be pressed with an invalid expiry date. */
  readonly isExpiryTest: boolean;
}

/** The inputs of a step without fields. */
export const NOTHING_TYPED: StepInputs = {
  fields: EMPTY_CARD,
  cvv: 'empty',
  expiry: '',
  isExpiryTest: false,
};

export type CheckoutEvent =
  | RecipientPanelEvent
  | PurchaseEvent
  /** The page that shows payments was opened, with or without an order; or it was closed. */
  | { readonly type: 'page-opened'; readonly entry: PurchaseEntry }
  | { readonly type: 'page-closed' }
  | { readonly type: 'confirm-pressed'; readonly inputs: StepInputs; readonly now: Date }
  | { readonly type: 'method-chosen'; readonly method: Method }
  | { readonly type: 'all-cards-pressed' }
  | { readonly type: 'new-card-pressed' }
  | { readonly type: 'other-card-pressed'; readonly now: Date }
  | { readonly type: 'wallet-pressed'; readonly now: Date }
  | { readonly type: 'update-pressed'; readonly sourceId: CardSourceId }
  | { readonly type: 'delete-pressed'; readonly sourceId: CardSourceId }
  | { readonly type: 'delete-confirmed' }
  | { readonly type: 'card-deleted'; readonly fingerprint: CardFingerprint }
  | { readonly type: 'delete-failed'; readonly fingerprint: CardFingerprint }
  | { readonly type: 'popup-closed' }
  /** The page of a step was opened by its address; the card is not in the address, and comes from storage as `sourceId`. */
  | {
      readonly type: 'step-named';
      readonly step: NamedStep;
      readonly sourceId: CardSourceId | null;
      readonly now: Date;
    }
  /**
   * The fields for a new card are about to be shown, and nothing is typed yet: this is the last moment to change the provider.
   */
  | { readonly type: 'frame-opened' }
  | { readonly type: 'expiry-updated' }
  /** `isRefused`: the provider refused the date, and another request will not help. */
  | { readonly type: 'update-failed'; readonly isRefused?: boolean }
  | { readonly type: 'cards-read'; readonly sources: readonly PaySource[]; readonly now: Date }
  | { readonly type: 'cards-failed' }
  | { readonly type: 'group-known'; readonly group: RepurchaseGroup }
  | { readonly type: 'offer-changed'; readonly offer: Offer; readonly now: Date }
  /** The order of the payment has been read. */
  | { readonly type: 'order-known'; readonly order: OrderInfo }
  | { readonly type: 'used-card-read'; readonly used: UsedCard }
  | { readonly type: 'result-pressed'; readonly button: ResultButton; readonly now: Date }
  /**
   * The payer tries to pay again, with a button or a row of the result. `refused`: the field of the card that the bank did not
   * accept, which is typed again.
   */
  | { readonly type: 'pay-again-pressed'; readonly now: Date; readonly refused?: RefusedField | null };

export type CheckoutEffect =
  | PurchaseEffect
  | { readonly do: 'update-expiry'; readonly sourceId: CardSourceId; readonly expiry: CardExpiry }
  | { readonly do: 'delete-card'; readonly fingerprint: CardFingerprint }
  | { readonly do: 'read-cards' }
  | { readonly do: 'keep-last'; readonly last: LastUsed }
  | { readonly do: 'choose-pack'; readonly pack: GemPack }
  | { readonly do: 'say'; readonly what: 'expiry-updated' | 'wallet-gone' }
  /** The recipient and the amount of this order are selected for the next purchase. */
  | { readonly do: 'choose-order'; readonly order: OrderInfo }
  /** Stores the purchase, so that the next visit can offer it again. */
  | { readonly do: 'keep-purchase'; readonly order: OrderInfo; readonly card: CardSourceId | null }
  | { readonly do: 'watch-card'; readonly orderId: OrderId }
  /** [RES-01] [ORD-20] The press on the result is the payer's yes to buying the same again. */
  | { readonly do: 'repeat-order'; readonly order: OrderInfo }
  /** Reads the configuration of the site again: it says which providers are failing now, and a retry avoids them. */
  | { readonly do: 'read-config' }
  | { readonly do: 'reload' };

export type CheckoutNext = readonly [CheckoutState, ...CheckoutEffect[]];

export type CheckoutAt<Name extends CheckoutState['at']> = Extract<CheckoutState, { at: Name }>;

/** A checkout on one of the steps before a payment. */
export type OnStep = CheckoutAt<'choosing' | 'entering'>;
