import {
  accountId,
  EMPTY_CARD,
  usdCents,
  type CardExpiry,
  type CardFingerprint,
  type CardSourceId,
  type DisplayId,
  type GemPack,
  type PayType,
  type RechargeId,
  type Recipient,
  type RefusalOutcome,
  type SavedCard,
} from '@jawhara/domain';
import { checkout, beginCheckout, type CheckoutEntry } from '../checkout.ts';
import { tellEnd } from '../ended-state.ts';
import { STATES } from '../purchase/test/purchase-samples.ts';
import { isOnStep, stepOf } from '../step-stack.ts';
import type {
  Checkout,
  Offer,
  PurchaseEnd,
  StepInputs,
  CheckoutAt,
  CheckoutEffect,
  CheckoutEvent,
  CheckoutNext,
  CheckoutState,
  UsedCard,
} from '../checkout-state.ts';

export const NOW = new Date('2026-11-14T10:42:00Z');

const card = (id: string, day: number, more: Partial<SavedCard> = {}): SavedCard => ({
  sourceId: id as CardSourceId,
  fingerprint: `print-${id}` as CardFingerprint,
  scheme: 'visa',
  last4: '4242',
  issuerCountry: 'SA',
  expiry: '12/30' as CardExpiry,
  isExpiredByBank: false,
  isRemembered: true,
  lastUsedAt: new Date(Date.UTC(2026, 9, day)),
  recipientId: accountId(1001),
  ownerId: null,
  ...more,
});

const expired = { expiry: '10/26' as CardExpiry };

/** Named by the number of the provider: Checkout.com (13) can update the date of a card, Adyen (17) and PayerMax (6) cannot. */
export const CARDS = {
  valid13: card('src_valid', 9),
  older13: card('src_older', 5),
  oldest13: card('src_oldest', 1),
  valid17: card('kept-valid', 7),
  valid6: card('pmx_valid', 6),
  expired13: card('src_expired', 8, expired),
  expired17: card('kept-expired', 4, expired),
  expired6: card('pmx_expired', 3, expired),
  bankExpired13: card('src_bank', 2, { isExpiredByBank: true }),
  unremembered13: card('src_unremembered', 10, { isRemembered: false }),
} as const satisfies Record<string, SavedCard>;

export const pack = (cents: number, ...payTypes: readonly PayType[]): GemPack => ({
  priceUsdCents: usdCents(cents),
  gems: cents,
  bonusGems: 0,
  rechargeId: `pack_${cents}` as RechargeId,
  methods: payTypes.map((payType) => ({ payType, rechargeId: `pack_${cents}` as RechargeId })),
});

export const PACK = pack(999, 23, 27, 24, 25);
export const SMALLER_PACK = pack(499, 23, 27, 24, 25);
export const RECIPIENT: Recipient = {
  accountId: accountId(1001),
  displayId: '50001' as DisplayId,
  nickname: 'N',
  iconUrl: null,
};
export const OFFER: Offer = {
  fine: null,
  pack: PACK,
  packs: [SMALLER_PACK, PACK],
  recipientId: RECIPIENT.accountId,
  cardChannels: [23, 24],
  wallet: 25,
  walletHost: null,
};
export const WITHOUT_WALLET: Offer = { ...OFFER, wallet: null };

export const ENTRY: CheckoutEntry = {
  offer: OFFER,
  last: { card: null, payType: 23 },
  group: 'A',
  withoutCvv: [],
  hasRecipient: true,
  hasHistory: true,
  seen: [],
};

const VALID_CARD = { number: 'valid', expiry: 'valid', cvv: 'valid', holder: 'valid' } as const;

/** Inputs with all fields filled in, and with none. */
export const FILLED: StepInputs = { fields: VALID_CARD, cvv: 'valid', expiry: '07/31', isExpiryTest: false };
export const BLANK: StepInputs = { fields: EMPTY_CARD, cvv: 'empty', expiry: '', isExpiryTest: false };

export const confirm = (inputs: StepInputs = FILLED): CheckoutEvent => ({
  type: 'confirm-pressed',
  inputs,
  now: NOW,
});
export const cardsRead = (...cards: readonly SavedCard[]): CheckoutEvent => ({
  type: 'cards-read',
  sources: cards.map((one) => ({ kind: 'saved-card', card: one })),
  now: NOW,
});
export const chooseCard = (one: SavedCard): CheckoutEvent => ({
  type: 'method-chosen',
  method: { kind: 'saved-card', card: one },
});
export const update = (one: SavedCard): CheckoutEvent => ({ type: 'update-pressed', sourceId: one.sourceId });
export const CHOOSE_WALLET: CheckoutEvent = { type: 'method-chosen', method: { kind: 'wallet' } };
export const chooseNewCard = (payType: PayType): CheckoutEvent => ({
  type: 'method-chosen',
  method: { kind: 'new-card', payType },
});

/** An event, or a function that changes the state. */
export type Play = CheckoutEvent | ((state: CheckoutState) => CheckoutNext);

/** A purchase that ended with this outcome, without the states before its end. */
export const ended =
  (
    outcome: PurchaseEnd['outcome'],
    used: UsedCard,
    more: { readonly payType?: PayType; readonly smallerPack?: GemPack } = {},
  ): Play =>
  ({ checkout: known }) => {
    const { orderId } = STATES['not-paid'];
    const ending = { kind: 'refused', outcome: outcome as RefusalOutcome, code: null, reason: null } as const;
    const state: CheckoutAt<'ended'> = {
      at: 'ended',
      checkout: known,
      use: null,
      purchase: outcome === 'success' ? STATES.paid : { at: 'not-paid', orderId, ending },
      order: null,
      end: null,
    };
    return tellEnd(state, {
      outcome,
      payType: more.payType ?? 23,
      used,
      smallerPack: more.smallerPack ?? null,
    });
  };
export const press = (
  button: Extract<CheckoutEvent, { type: 'result-pressed' }>['button'],
): CheckoutEvent => ({
  type: 'result-pressed',
  button,
  now: NOW,
});
export const OTHER_CARD: CheckoutEvent = { type: 'other-card-pressed', now: NOW };
export const OTHER_WALLET: CheckoutEvent = { type: 'wallet-pressed', now: NOW };
export const BACK: CheckoutEvent = { type: 'back-pressed' };
export const GIVE_UP: CheckoutEvent = { type: 'give-up-pressed' };

/** The last answer of the machine after these events, one by one. */
export function play(first: CheckoutNext | CheckoutState, ...plays: readonly Play[]): CheckoutNext {
  let next: CheckoutNext = isNext(first) ? first : [first];
  for (const one of plays) next = typeof one === 'function' ? one(next[0]) : checkout(next[0], one);
  return next;
}

function isNext(first: CheckoutNext | CheckoutState): first is CheckoutNext {
  return Array.isArray(first);
}

/** HOME with these cards read. */
export function home(cards: readonly SavedCard[] = [], entry: Partial<CheckoutEntry> = {}): CheckoutState {
  return play(beginCheckout({ ...ENTRY, ...entry }), cardsRead(...cards))[0];
}

export function checkoutOf(state: CheckoutState): Checkout {
  return state.checkout;
}

export const stepNames = (state: CheckoutState): string[] => [
  'home',
  ...checkoutOf(state).above.map(({ at }) => at),
];
export const topStep = (state: CheckoutState) => stepOf(checkoutOf(state));
export const popupOf = (state: CheckoutState): string | null =>
  isOnStep(state) ? (state.popup?.kind ?? null) : null;
export const methodOf = (state: CheckoutState) => checkoutOf(state).method;
export const cardOf = (state: CheckoutState): SavedCard | null => {
  const method = methodOf(state);
  return method?.kind === 'saved-card' ? method.card : null;
};
export const effectsOf = ([, ...effects]: CheckoutNext): CheckoutEffect[] => effects;

export function at<Name extends CheckoutState['at']>(state: CheckoutState, name: Name): CheckoutAt<Name> {
  if (state.at !== name) throw new Error(`expected ${name}, got ${state.at}`);
  return state as CheckoutAt<Name>;
}
