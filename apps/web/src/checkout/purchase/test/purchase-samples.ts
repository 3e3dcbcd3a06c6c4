import type { OrderInfo, OrderStatus } from '@jawhara/contract';
import {
  accountId,
  CHECKOUT_COM_CARD,
  usdCents,
  type DisplayId,
  type OrderId,
  type OrderState,
  type RechargeId,
} from '@jawhara/domain';
import type { Attempt, Next, PurchaseEffect, PurchaseEvent, PurchaseState } from '../purchase-state.ts';

export const ORDER = '018f2f9e-0000-7000-8000-000000000001' as OrderId;
export const OTHER_ORDER = '018f2f9e-0000-7000-8000-000000000002' as OrderId;
export const BOUGHT = {
  rechargeId: 'card_999' as RechargeId,
  recipientId: accountId(7),
  payType: CHECKOUT_COM_CARD,
};
export const ATTEMPT: Attempt = { purchase: BOUGHT, requestId: 'request-1', token: 'tok_1' };
export const CREDITED = new Date('2026-11-14T10:42:00Z');

export const status = (state: OrderState, creditedAt: Date | null = null): OrderStatus => ({
  result: state === 'paid' || state === 'delivered' ? 0 : state === 'refused' ? 1 : -1,
  state,
  creditedAt,
});

export const order = (state: OrderState, challengeUrl: string | null = null): OrderInfo => ({
  ...status(state),
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
  challengeUrl,
});

export const STATES: { readonly [At in PurchaseState['at']]: Extract<PurchaseState, { at: At }> } = {
  'card-entry': { at: 'card-entry', isLeaving: false, problem: null },
  tokenising: { at: 'tokenising', purchase: BOUGHT },
  placing: { at: 'placing', attempt: ATTEMPT, tries: 1 },
  finding: { at: 'finding', requestId: 'request-1', tries: 1 },
  unsure: { at: 'unsure', requestId: 'request-1' },
  opening: { at: 'opening', orderId: ORDER, tries: 0 },
  missing: { at: 'missing', orderId: ORDER },
  'bank-check': { at: 'bank-check', orderId: ORDER, url: 'https://bank', polls: 3, isLeaving: false },
  confirming: { at: 'confirming', orderId: ORDER, polls: 3 },
  cancelling: { at: 'cancelling', orderId: ORDER, polls: 3 },
  watching: { at: 'watching', orderId: ORDER, polls: 3 },
  explaining: { at: 'explaining', orderId: ORDER, polls: 3, outcome: 'other' },
  paid: { at: 'paid', orderId: ORDER, polls: 3, creditedAt: null },
  'not-paid': { at: 'not-paid', orderId: ORDER, ending: { kind: 'cancelled' } },
  left: { at: 'left' },
};

export const EVENTS: { readonly [Type in PurchaseEvent['type']]: Extract<PurchaseEvent, { type: Type }> } = {
  'confirm-pressed': { type: 'confirm-pressed', purchase: BOUGHT },
  tokenised: { type: 'tokenised', token: 'tok_1', requestId: 'request-1' },
  'tokenise-failed': { type: 'tokenise-failed' },
  placed: { type: 'placed', orderId: ORDER, answer: { kind: 'pending' } },
  'place-refused': { type: 'place-refused', refusal: 'pack-not-found', message: 'no', result: 22004 },
  'place-lost': { type: 'place-lost' },
  'request-resolved': { type: 'request-resolved', orderId: ORDER },
  'resolve-lost': { type: 'resolve-lost' },
  'check-again': { type: 'check-again' },
  'bank-returned': { type: 'bank-returned', orderId: ORDER },
  'bank-timed-out': { type: 'bank-timed-out', orderId: ORDER },
  confirmed: { type: 'confirmed', answer: { kind: 'paid' } },
  'confirm-lost': { type: 'confirm-lost' },
  'status-read': { type: 'status-read', orderId: ORDER, turn: 3, status: status('paid') },
  'status-lost': { type: 'status-lost', orderId: ORDER, turn: 3 },
  'failure-read': { type: 'failure-read', orderId: ORDER, turn: 3, outcome: 'balance', code: '20051' },
  'failure-lost': { type: 'failure-lost', orderId: ORDER, turn: 3 },
  'order-read': { type: 'order-read', order: order('pending') },
  'order-missing': { type: 'order-missing' },
  'order-lost': { type: 'order-lost' },
  cancelled: { type: 'cancelled' },
  'cancel-refused': { type: 'cancel-refused' },
  'back-pressed': { type: 'back-pressed' },
  'stay-pressed': { type: 'stay-pressed' },
  'give-up-pressed': { type: 'give-up-pressed' },
  'retry-pressed': { type: 'retry-pressed' },
  'refresh-pressed': { type: 'refresh-pressed' },
  'close-pressed': { type: 'close-pressed' },
};

export const S = (at: PurchaseState['at']): PurchaseState => STATES[at];
export const E = (type: PurchaseEvent['type']): PurchaseEvent => EVENTS[type];

export const effectsOf = ([, ...effects]: Next): PurchaseEffect[] => effects;
export const names = (next: Next): string[] => effectsOf(next).map((effect) => effect.do);
