import { expect, it } from 'vitest';
import { accountId } from '../account/account.ts';
import { REPEAT_PURCHASE_CONFIRM_MS } from '../limits.ts';
import { usdCents } from '../money.ts';
import type { PayType } from '../pay-type/pay-type.ts';
import { ORDER_MOVES, type OrderState } from './order-state.ts';
import { repeatReason, type EarlierOrder } from './repeat-purchase.ts';

const NOW = new Date('2026-11-15T10:00:00Z');
const next = { priceUsdCents: usdCents(999), recipientId: accountId(11) };
const order = (ms: number, more: Partial<EarlierOrder> = {}): EarlierOrder => ({
  ...next,
  purpose: 'gems',
  state: 'delivered',
  payType: 23,
  hasWalletToken: false,
  at: new Date(NOW.getTime() - ms),
  ...more,
});
const repeated = (ms: number, more: Partial<EarlierOrder> = {}) => repeatReason(next, order(ms, more), NOW);

it('[ORD-20] buying the same gem pack for the same account again within ten minutes needs a confirmation', () => {
  expect(REPEAT_PURCHASE_CONFIRM_MS).toBe(10 * 60_000);
  expect(repeated(0)).toBe('paid');
  expect(repeated(599_999)).toBe('paid');
  expect(repeated(600_000)).toBeNull();
  expect(repeated(-30_000)).toBe('paid');
});

it('[ORD-20] a repeat purchase needs confirmation if the first order is paid or open, not if it failed or was refunded', () => {
  const states = Object.keys(ORDER_MOVES) as OrderState[];
  expect(Object.fromEntries(states.map((state) => [state, repeated(1_000, { state })]))).toEqual({
    created: 'open',
    'awaiting-payer': 'open',
    pending: 'open',
    paid: 'paid',
    delivering: 'paid',
    delivered: 'paid',
    refused: null,
    cancelled: null,
    expired: null,
    refunded: null,
    'charged-back': null,
  });
});

it.each<PayType>([26, 28])(
  '[ORD-20] a created order of wallet pay type %i without a wallet token does not count as an open order',
  (payType) => {
    expect(repeated(1_000, { payType, state: 'created' })).toBeNull();
    expect(repeated(1_000, { payType, state: 'created', hasWalletToken: true })).toBe('open');
    expect(repeated(1_000, { payType, state: 'pending' })).toBe('open');
  },
);

it('[ORD-20] another gem pack, another recipient or a fine does not count as a repeat purchase', () => {
  expect(repeated(1_000, { priceUsdCents: usdCents(499) })).toBeNull();
  expect(repeated(1_000, { recipientId: accountId(12) })).toBeNull();
  expect(repeated(1_000, { purpose: 'fine' })).toBeNull();
});
