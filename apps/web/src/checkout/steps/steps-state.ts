import type {
  CardExpiry,
  CardFieldState,
  CardFieldStates,
  CardFingerprint,
  CardSourceId,
  GemPack,
  Outcome,
  PayType,
  RepurchaseGroup,
  ResultButton,
  SavedCard,
} from '@jawhara/domain';
import type { ChildPage, ChildPageEvent } from './child-page.ts';
import type { NamedStep, PurchaseScene } from './step-names.ts';

/** What can be bought and through which channels. */
export interface Offer {
  readonly pack: GemPack | null;
  /** Pay types that take a new card, the best one first. */
  readonly cardChannels: readonly PayType[];
  /** Who takes this visitor's wallet payment; null where this browser or host has no wallet. */
  readonly wallet: PayType | null;
}

/** Once read, cards stay read: reading them again shows the old ones until the new ones are there. */
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
  | { readonly kind: 'new-card'; readonly payType: PayType };

/** channel: nothing was used before, so the payer chooses a kind. recent: the methods used before, and a new card. */
export type ConfirmMode = 'channel' | 'recent';

/** A step carries what it shows, so that none can be shown without it. */
export type UpperStep =
  | { readonly at: 'saved-cards' }
  | { readonly at: 'new-card'; readonly payType: PayType }
  | { readonly at: 'cvv'; readonly card: SavedCard }
  | { readonly at: 'cvv-unremembered'; readonly card: SavedCard }
  | { readonly at: 'modify-expiry'; readonly card: SavedCard; readonly isPaidAfter: boolean };

export type PayStep = { readonly at: 'home' } | UpperStep;

/** What is known and what is chosen, on whichever step. */
export interface Checkout {
  readonly offer: Offer;
  readonly cards: CardsRead;
  readonly last: LastUsed;
  readonly group: RepurchaseGroup;
  /** Pay types whose saved cards can be charged without a CVV. */
  readonly withoutCvv: readonly PayType[];
  readonly scene: PurchaseScene;
  /** The steps above HOME, which is always there; the one shown is the last. */
  readonly above: readonly UpperStep[];
  readonly mode: ConfirmMode;
  readonly method: Method | null;
  /** By the payer's own hand: nothing that arrives later may change the list under it. */
  readonly isPicked: boolean;
  readonly recipient: ChildPage;
}

export type Popup =
  /** "Only one step left, give up?" */
  | { readonly kind: 'give-up' }
  | { readonly kind: 'expired-card'; readonly card: SavedCard }
  /** Its provider cannot change a date: the card can only be deleted or left alone. */
  | { readonly kind: 'not-updatable'; readonly card: SavedCard }
  | { readonly kind: 'delete-card'; readonly card: SavedCard; readonly isDeleting: boolean };

export type StepProblem = 'expiry-wrong' | 'expiry-refused' | 'expiry-not-updated' | 'card-not-deleted';

/** How a payment is to be made; handed to the purchase machine, which does it. */
export type PayUse =
  | { readonly kind: 'wallet'; readonly payType: PayType }
  | { readonly kind: 'new-card'; readonly payType: PayType }
  | {
      readonly kind: 'saved-card';
      readonly sourceId: CardSourceId;
      readonly payType: PayType;
      readonly hasCvv: boolean;
    };

/** What is known of the card that was used. Loading: the provider has not told us yet whether it keeps it. */
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
  readonly isRememberAnswered: boolean;
}

export type StepsState =
  | {
      readonly at: 'choosing';
      readonly checkout: Checkout;
      readonly popup: Popup | null;
      readonly problem: StepProblem | null;
    }
  | {
      readonly at: 'updating';
      readonly checkout: Checkout;
      readonly card: SavedCard;
      readonly expiry: CardExpiry;
      readonly isPaidAfter: boolean;
    }
  /** The purchase machine has the word; its answer is 'pay-stopped', 'pay-left' or 'ended'. */
  | { readonly at: 'paying'; readonly checkout: Checkout; readonly use: PayUse }
  | { readonly at: 'ended'; readonly checkout: Checkout; readonly end: PurchaseEnd }
  | { readonly at: 'left' };

/** What stands in the fields when confirm is pressed; of the provider's fields only whether it is valid. */
export interface StepInputs {
  readonly fields: CardFieldStates;
  readonly cvv: CardFieldState;
  readonly expiry: string;
  /** The address carries test_update_date. */
  readonly isExpiryTest: boolean;
}

export type StepsEvent =
  | ChildPageEvent
  | { readonly type: 'confirm-pressed'; readonly inputs: StepInputs; readonly now: Date }
  | { readonly type: 'method-chosen'; readonly method: Method }
  | { readonly type: 'all-cards-pressed' }
  | { readonly type: 'new-card-pressed' }
  | { readonly type: 'other-card-pressed'; readonly now: Date }
  | { readonly type: 'update-pressed'; readonly sourceId: CardSourceId }
  | { readonly type: 'delete-pressed'; readonly sourceId: CardSourceId }
  | { readonly type: 'delete-confirmed' }
  | { readonly type: 'card-deleted'; readonly fingerprint: CardFingerprint }
  | { readonly type: 'delete-failed'; readonly fingerprint: CardFingerprint }
  | { readonly type: 'popup-closed' }
  /** The page of a step was opened by its address; a card is named beside it by whoever remembers which. */
  | {
      readonly type: 'step-named';
      readonly step: NamedStep;
      readonly sourceId: CardSourceId | null;
      readonly now: Date;
    }
  /** The frame is about to show its fields, and nothing is typed yet: the last moment to change who takes the card. */
  | { readonly type: 'frame-opened' }
  | { readonly type: 'back-pressed' }
  | { readonly type: 'stay-pressed' }
  | { readonly type: 'give-up-pressed' }
  | { readonly type: 'expiry-updated' }
  /** `isRefused`: the provider said no, and asking again will not help. */
  | { readonly type: 'update-failed'; readonly isRefused?: boolean }
  /** Nothing was sent or the wallet's sheet was closed: the payer is where confirm was pressed. */
  | { readonly type: 'pay-stopped' }
  /** The payer left an order that nobody has decided yet. */
  | { readonly type: 'pay-left' }
  | { readonly type: 'cards-read'; readonly cards: readonly SavedCard[]; readonly now: Date }
  | { readonly type: 'cards-failed' }
  | { readonly type: 'group-known'; readonly group: RepurchaseGroup }
  | { readonly type: 'offer-changed'; readonly offer: Offer; readonly now: Date }
  | {
      readonly type: 'ended';
      readonly outcome: Outcome;
      readonly payType: PayType;
      readonly used: UsedCard;
      readonly smallerPack: GemPack | null;
    }
  | { readonly type: 'used-card-read'; readonly used: UsedCard }
  | { readonly type: 'result-pressed'; readonly button: ResultButton; readonly now: Date }
  /** The advice under a refusal: the same once more, after whatever result. */
  | { readonly type: 'pay-again-pressed'; readonly now: Date }
  | { readonly type: 'remember-chosen'; readonly isRemembered: boolean };

export type StepsEffect =
  | { readonly do: 'pay'; readonly use: PayUse }
  | { readonly do: 'update-expiry'; readonly sourceId: CardSourceId; readonly expiry: CardExpiry }
  | { readonly do: 'delete-card'; readonly fingerprint: CardFingerprint }
  | { readonly do: 'read-cards' }
  | { readonly do: 'remember-card'; readonly sourceId: CardSourceId; readonly isRemembered: boolean }
  | { readonly do: 'keep-last'; readonly last: LastUsed }
  | { readonly do: 'choose-pack'; readonly pack: GemPack }
  | { readonly do: 'say'; readonly what: 'expiry-updated' | 'wallet-gone' }
  | { readonly do: 'reload' };

export type StepsNext = readonly [StepsState, ...StepsEffect[]];

export type StepsAt<Name extends StepsState['at']> = Extract<StepsState, { at: Name }>;
