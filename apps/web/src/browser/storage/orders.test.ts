import type { OrderInfo } from '@jawhara/contract';
import {
  accountId,
  CHECKOUT_COM_CARD,
  usdCents,
  type DisplayId,
  type OrderId,
  type RechargeId,
} from '@jawhara/domain';
import { beforeEach, expect, it } from 'vitest';
import { keepSeenOrder, STORED_ORDERS_MAX, rememberOrderId, storedOrders } from './orders.ts';

const orderId = (nth: number) => `018f2f9e-0000-7000-8000-${String(nth).padStart(12, '0')}` as OrderId;
const remembered = () => storedOrders.read()?.map((one) => one.orderId) ?? [];
const AT = new Date('2026-11-14T10:42:00Z');

function order(nth: number, changed: Partial<OrderInfo> = {}): OrderInfo {
  return {
    orderId: orderId(nth),
    purpose: 'gems',
    payType: CHECKOUT_COM_CARD,
    rechargeId: 'card_999' as RechargeId,
    priceUsdCents: usdCents(999),
    gems: 1_060,
    bonusGems: 60,
    recipient: {
      accountId: accountId(1),
      displayId: '5048213' as DisplayId,
      nickname: 'N',
      iconUrl: null,
    },
    createdAt: AT,
    challenge: null,
    money: null,
    refundWishedAt: null,
    deliveryDueAt: null,
    receiptLink: null,
    mail: null,
    result: -1,
    state: 'pending',
    creditedAt: null,
    ...changed,
  };
}

beforeEach(() => localStorage.clear());

it('the browser stores the last ten order ids, newest first', () => {
  for (const nth of [3, 1, 2]) rememberOrderId(orderId(nth));
  expect(remembered()).toEqual([orderId(3), orderId(2), orderId(1)]);
  for (let nth = 4; nth <= 20; nth += 1) rememberOrderId(orderId(nth));
  expect(remembered()).toHaveLength(STORED_ORDERS_MAX);
  expect(remembered()[0]).toBe(orderId(20));
});

it('storing an order id again does not erase the last seen state and time of that order', () => {
  rememberOrderId(orderId(1));
  expect(storedOrders.read()?.[0]?.seen).toBeNull();
  keepSeenOrder(order(1), AT);
  rememberOrderId(orderId(1));
  expect(storedOrders.read()?.[0]?.seen).toEqual({ order: order(1), at: AT });
  keepSeenOrder(order(1, { state: 'delivered', result: 0, creditedAt: AT }), AT);
  expect(storedOrders.read()?.[0]?.seen?.order.state).toBe('delivered');
  expect(remembered()).toEqual([orderId(1)]);
});

it('the address of the bank’s check is not stored with the order', () => {
  keepSeenOrder(order(1, { challenge: { way: 'frame', url: 'https://bank.test/secret' } }), AT);
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('bank.test');
});

it('a broken stored order causes no error, and the other orders are still read', () => {
  rememberOrderId(orderId(1));
  const good = (JSON.parse(localStorage.getItem('jawhara.orders') ?? '[]') as unknown[])[0];
  const odd = { order_id: orderId(2), order: { coin: 'x' }, seen_at: 1 };
  localStorage.setItem('jawhara.orders', JSON.stringify([null, 7, { order_id: 'x' }, odd, good]));
  expect(remembered()).toEqual([orderId(2), orderId(1)]);
  for (const text of ['{', '"x"', '{}']) {
    localStorage.setItem('jawhara.orders', text);
    expect(remembered()).toEqual([]);
  }
});
