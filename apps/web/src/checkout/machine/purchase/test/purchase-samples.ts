import type { OrderInfo, OrderResult, RepeatQuestion } from '@jawhara/contract';
import {
  accountId,
  ADYEN_CARD,
  CHECKOUT_COM_CARD,
  usdCents,
  type Challenge,
  type DisplayId,
  type OrderId,
  type PayerOrderState,
  type RechargeId,
  type WalletToken,
} from '@jawhara/domain';
import { openPurchase, type PurchaseEntry } from '../purchase.ts';
import type {
  Attempt,
  Next,
  PurchaseEffect,
  PurchaseEvent,
  PurchaseState,
  Undecided,
} from '../purchase-state.ts';

export const NOTHING_UNDECIDED: Undecided = { orderId: null, pendingRequestId: null };
/** The entry of a page that finds no undecided order. */
export const FRESH: PurchaseEntry = { ...NOTHING_UNDECIDED, isBackFromBank: false, proof: null };

export const ORDER = '018f2f9e-0000-7000-8000-000000000001' as OrderId;
export const OTHER_ORDER = '018f2f9e-0000-7000-8000-000000000002' as OrderId;
export const BOUGHT = {
  kind: 'gems',
  rechargeId: 'card_999' as RechargeId,
  recipientId: accountId(7),
  payType: CHECKOUT_COM_CARD,
} as const;
export const ATTEMPT: Attempt = { purchase: BOUGHT, requestId: 'request-1', card: { token: 'tok_1' } };
export const WALLET_TOKEN: WalletToken = { walletToken: 'e30=', methodType: 'debit' };
export const WALLET_ATTEMPT: Attempt = {
  purchase: { ...BOUGHT, payType: 26 },
  requestId: 'request-1',
  card: { walletSheet: true },
};
export const CREDITED = new Date('2026-11-14T10:42:00Z');

export const status = (state: PayerOrderState, creditedAt: Date | null = null): OrderResult => ({
  result: state === 'paid' || state === 'delivered' ? 0 : state === 'refused' ? 1 : -1,
  state,
  creditedAt,
  sourceId: null,
  triedProviders: [13],
});

export const order = (state: PayerOrderState, challenge: Challenge | null = null): OrderInfo => ({
  result: status(state).result,
  state,
  creditedAt: null,
  orderId: ORDER,
  purpose: 'gems',
  payType: CHECKOUT_COM_CARD,
  rechargeId: BOUGHT.rechargeId,
  priceUsdCents: usdCents(999),
  gems: 1_060,
  bonusGems: 60,
  recipient: {
    accountId: BOUGHT.recipientId,
    displayId: '5048213' as DisplayId,
    nickname: 'N',
    iconUrl: null,
  },
  createdAt: CREDITED,
  challenge,
  money: null,
  refundWishedAt: null,
  deliveryDueAt: null,
  receiptLink: null,
  mail: null,
});

/** The question about a repeat of an order from another tab. */
export const QUESTION: RepeatQuestion = {
  order: { ...order('delivered'), orderId: OTHER_ORDER },
  from: 'device',
  repeatOf: OTHER_ORDER,
};

export const STATES: { readonly [At in PurchaseState['at']]: Extract<PurchaseState, { at: At }> } = {
  tokenising: { at: 'tokenising', purchase: BOUGHT, isByWallet: false },
  placing: { at: 'placing', attempt: ATTEMPT, tries: 1 },
  'same-again': { at: 'same-again', question: QUESTION, attempt: ATTEMPT },
  'sheet-validating': { at: 'sheet-validating', orderId: ORDER, payType: 26, tries: 1 },
  'sheet-button': { at: 'sheet-button', orderId: ORDER },
  'sheet-ready': { at: 'sheet-ready', orderId: ORDER },
  'sheet-paying': { at: 'sheet-paying', orderId: ORDER, token: WALLET_TOKEN, tries: 1 },
  'sheet-deciding': { at: 'sheet-deciding', orderId: ORDER, polls: 3 },
  'sheet-explaining': { at: 'sheet-explaining', orderId: ORDER, polls: 3, outcome: 'other' },
  finding: { at: 'finding', requestId: 'request-1', tries: 1 },
  unsure: { at: 'unsure', requestId: 'request-1' },
  opening: { at: 'opening', orderId: ORDER, tries: 0 },
  missing: { at: 'missing', orderId: ORDER },
  'bank-check': {
    at: 'bank-check',
    orderId: ORDER,
    challenge: { way: 'frame', url: 'https://bank' },
    polls: 3,
    isLeaving: false,
  },
  'sent-away': {
    at: 'sent-away',
    orderId: ORDER,
    url: 'https://provider',
    polls: 3,
    isHere: false,
    isLeaving: false,
  },
  confirming: { at: 'confirming', orderId: ORDER, polls: 3, proof: null, tries: 1 },
  cancelling: { at: 'cancelling', orderId: ORDER, polls: 3 },
  watching: { at: 'watching', orderId: ORDER, polls: 3, triedProviders: [13] },
  'other-card': { at: 'other-card', orderId: ORDER, polls: 3, triedProviders: [13], problem: null },
  'reading-other-card': {
    at: 'reading-other-card',
    orderId: ORDER,
    polls: 3,
    triedProviders: [13],
    payType: ADYEN_CARD,
  },
  'paying-again': { at: 'paying-again', orderId: ORDER, polls: 3, triedProviders: [13] },
  explaining: { at: 'explaining', orderId: ORDER, polls: 3, outcome: 'other' },
  paid: { at: 'paid', orderId: ORDER, polls: 3, creditedAt: null },
  'not-paid': { at: 'not-paid', orderId: ORDER, ending: { kind: 'cancelled' } },
  stopped: { at: 'stopped', problem: { kind: 'card-not-read' } },
  left: { at: 'left' },
};

export const EVENTS: { readonly [Type in PurchaseEvent['type']]: Extract<PurchaseEvent, { type: Type }> } = {
  tokenised: {
    type: 'tokenised',
    paymentInput: { card: { token: 'tok_1' } },
    requestId: 'request-1',
    undecided: NOTHING_UNDECIDED,
  },
  'tokenise-failed': { type: 'tokenise-failed' },
  placed: { type: 'placed', orderId: ORDER, answer: { kind: 'pending' } },
  'place-refused': { type: 'place-refused', refusal: 'pack-not-found', message: 'no', result: 22004 },
  'place-lost': { type: 'place-lost' },
  'repeat-asked': { type: 'repeat-asked', question: QUESTION },
  'again-confirmed': { type: 'again-confirmed' },
  'earlier-pressed': { type: 'earlier-pressed' },
  'question-closed': { type: 'question-closed' },
  'session-opened': { type: 'session-opened', orderId: ORDER, sessionJson: '{}' },
  'session-lost': { type: 'session-lost', orderId: ORDER },
  'button-pressed': { type: 'button-pressed' },
  'button-timed-out': { type: 'button-timed-out', orderId: ORDER },
  'sheet-authorised': { type: 'sheet-authorised', token: WALLET_TOKEN },
  'sheet-cancelled': { type: 'sheet-cancelled' },
  'sheet-failed': { type: 'sheet-failed' },
  'sheet-timed-out': { type: 'sheet-timed-out', orderId: ORDER },
  'wallet-paid': { type: 'wallet-paid', orderId: ORDER, answer: { kind: 'paid' } },
  'wallet-refused': { type: 'wallet-refused', orderId: ORDER },
  'wallet-lost': { type: 'wallet-lost', orderId: ORDER },
  'request-resolved': { type: 'request-resolved', orderId: ORDER },
  'resolve-lost': { type: 'resolve-lost' },
  'check-again': { type: 'check-again' },
  'bank-returned': { type: 'bank-returned', orderId: ORDER, proof: null },
  'bank-timed-out': { type: 'bank-timed-out', orderId: ORDER },
  'still-here': { type: 'still-here', orderId: ORDER },
  'go-on-pressed': { type: 'go-on-pressed' },
  'other-provider-pressed': { type: 'other-provider-pressed' },
  'other-provider-confirmed': { type: 'other-provider-confirmed', payType: ADYEN_CARD },
  'paid-again': { type: 'paid-again', orderId: ORDER, answer: { kind: 'pending' } },
  'pay-again-refused': { type: 'pay-again-refused', orderId: ORDER, message: 'no', result: 22004 },
  'pay-again-lost': { type: 'pay-again-lost', orderId: ORDER },
  confirmed: { type: 'confirmed', orderId: ORDER, answer: { kind: 'paid' } },
  'confirm-lost': { type: 'confirm-lost', orderId: ORDER },
  'status-read': { type: 'status-read', orderId: ORDER, turn: 3, status: status('paid') },
  'status-lost': { type: 'status-lost', orderId: ORDER, turn: 3 },
  'failure-read': {
    type: 'failure-read',
    orderId: ORDER,
    turn: 3,
    failure: { outcome: 'balance', code: '20051', reason: 'insufficient-funds' },
  },
  'failure-lost': { type: 'failure-lost', orderId: ORDER, turn: 3 },
  'order-read': { type: 'order-read', order: order('pending') },
  'order-missing': { type: 'order-missing', orderId: ORDER },
  'order-lost': { type: 'order-lost', orderId: ORDER },
  cancelled: { type: 'cancelled', orderId: ORDER },
  'cancel-refused': { type: 'cancel-refused', orderId: ORDER },
  'back-pressed': { type: 'back-pressed' },
  'stay-pressed': { type: 'stay-pressed' },
  'give-up-pressed': { type: 'give-up-pressed' },
  'close-pressed': { type: 'close-pressed' },
};

export const S = (at: PurchaseState['at']): PurchaseState => STATES[at];
export const E = (type: PurchaseEvent['type']): PurchaseEvent => EVENTS[type];

export const effectsOf = ([, ...effects]: Next): PurchaseEffect[] => effects;
export const names = (next: Next): string[] => effectsOf(next).map((effect) => effect.do);

/** Opens a page that finds an undecided order or request. */
export function opened(entry: PurchaseEntry): Next {
  const next = openPurchase(entry);
  if (next === null) throw new Error('nothing is under way');
  return next;
}
