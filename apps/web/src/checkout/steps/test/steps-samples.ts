import {
  accountId,
  EMPTY_CARD,
  usdCents,
  type CardExpiry,
  type CardFingerprint,
  type CardSourceId,
  type GemPack,
  type PayType,
  type RechargeId,
  type SavedCard,
} from '@jawhara/domain';
import { paySteps, beginSteps, type StepsEntry } from '../pay-steps.ts';
import { stepOf } from '../step-stack.ts';
import type {
  Checkout,
  Offer,
  PurchaseEnd,
  StepInputs,
  StepsAt,
  StepsEffect,
  StepsEvent,
  StepsNext,
  StepsState,
  UsedCard,
} from '../steps-state.ts';

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

/** Named by provider: 13 can update a date, 17 and 6 cannot. */
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
export const OFFER: Offer = { pack: PACK, cardChannels: [23, 24], wallet: 25 };
export const WITHOUT_WALLET: Offer = { ...OFFER, wallet: null };

export const ENTRY: StepsEntry = {
  offer: OFFER,
  last: { card: null, payType: 23 },
  group: 'A',
  withoutCvv: [],
  hasRecipient: true,
  hasHistory: true,
};

const VALID_CARD = { number: 'valid', expiry: 'valid', cvv: 'valid', holder: 'valid' } as const;

/** Everything filled in, and nothing. */
export const FILLED: StepInputs = { fields: VALID_CARD, cvv: 'valid', expiry: '07/31', isExpiryTest: false };
export const BLANK: StepInputs = { fields: EMPTY_CARD, cvv: 'empty', expiry: '', isExpiryTest: false };

export const confirm = (inputs: StepInputs = FILLED): StepsEvent => ({
  type: 'confirm-pressed',
  inputs,
  now: NOW,
});
export const cardsRead = (...cards: readonly SavedCard[]): StepsEvent => ({
  type: 'cards-read',
  cards,
  now: NOW,
});
export const chooseCard = (one: SavedCard): StepsEvent => ({
  type: 'method-chosen',
  method: { kind: 'saved-card', card: one },
});
export const update = (one: SavedCard): StepsEvent => ({ type: 'update-pressed', sourceId: one.sourceId });
export const CHOOSE_WALLET: StepsEvent = { type: 'method-chosen', method: { kind: 'wallet' } };
export const chooseNewCard = (payType: PayType): StepsEvent => ({
  type: 'method-chosen',
  method: { kind: 'new-card', payType },
});
export const ended = (
  outcome: PurchaseEnd['outcome'],
  used: UsedCard,
  more: { readonly payType?: PayType; readonly smallerPack?: GemPack } = {},
): StepsEvent => ({
  type: 'ended',
  outcome,
  payType: more.payType ?? 23,
  used,
  smallerPack: more.smallerPack ?? null,
});
export const press = (button: Extract<StepsEvent, { type: 'result-pressed' }>['button']): StepsEvent => ({
  type: 'result-pressed',
  button,
  now: NOW,
});
export const OTHER_CARD: StepsEvent = { type: 'other-card-pressed', now: NOW };
export const BACK: StepsEvent = { type: 'back-pressed' };
export const GIVE_UP: StepsEvent = { type: 'give-up-pressed' };

/** The last answer of the machine after these events, one by one. */
export function play(first: StepsNext | StepsState, ...events: readonly StepsEvent[]): StepsNext {
  let next: StepsNext = isNext(first) ? first : [first];
  for (const event of events) next = paySteps(next[0], event);
  return next;
}

function isNext(first: StepsNext | StepsState): first is StepsNext {
  return Array.isArray(first);
}

/** HOME with these cards read. */
export function home(cards: readonly SavedCard[] = [], entry: Partial<StepsEntry> = {}): StepsState {
  return play(beginSteps({ ...ENTRY, ...entry }), cardsRead(...cards))[0];
}

export function checkoutOf(state: StepsState): Checkout {
  if (state.at === 'left') throw new Error('the payer has left');
  return state.checkout;
}

export const stepNames = (state: StepsState): string[] => [
  'home',
  ...checkoutOf(state).above.map(({ at }) => at),
];
export const topStep = (state: StepsState) => stepOf(checkoutOf(state));
export const popupOf = (state: StepsState): string | null =>
  state.at === 'choosing' ? (state.popup?.kind ?? null) : null;
export const methodOf = (state: StepsState) => checkoutOf(state).method;
export const cardOf = (state: StepsState): SavedCard | null => {
  const method = methodOf(state);
  return method?.kind === 'saved-card' ? method.card : null;
};
export const effectsOf = ([, ...effects]: StepsNext): StepsEffect[] => effects;

export function at<Name extends StepsState['at']>(state: StepsState, name: Name): StepsAt<Name> {
  if (state.at !== name) throw new Error(`expected ${name}, got ${state.at}`);
  return state as StepsAt<Name>;
}
