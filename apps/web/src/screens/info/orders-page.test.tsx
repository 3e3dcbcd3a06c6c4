import '../../words/load-home.ts';
import '../../words/load-info.ts';
import { readOrder, type OrderInfo } from '@jawhara/contract';
import {
  accountId,
  CHECKOUT_COM_CARD,
  ORDER_MOVES,
  usdCents,
  type DisplayId,
  type OrderId,
  type OrderState,
  type RechargeId,
} from '@jawhara/domain';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepSeenOrder, rememberOrderId } from '../../host/stored-orders.ts';
import { testScreen, type TestScreen } from '../../ui/test/test-screen.tsx';
import { word } from '../../words/word.ts';
import { ORDER_CHIPS } from './order-chip.ts';
import { OrdersPage } from './orders-page.tsx';

const SEEN_AT = new Date(2026, 10, 14, 10, 42);

function orderOf(nth: number, state: OrderState): OrderInfo {
  return {
    orderId: `018f2f9e-0000-7000-8000-${String(nth).padStart(12, '0')}` as OrderId,
    purpose: 'gems',
    payType: CHECKOUT_COM_CARD,
    rechargeId: 'card_999' as RechargeId,
    priceUsdCents: usdCents(999),
    gems: 1_060,
    bonusGems: 60,
    recipient: {
      accountId: accountId(1),
      displayId: '5048213' as DisplayId,
      nickname: 'نورة',
      iconUrl: null,
    },
    createdAt: SEEN_AT,
    challenge: null,
    result: -1,
    state,
    creditedAt: null,
  };
}

describe('my orders', () => {
  let screen: TestScreen;
  let server: (orderId: string) => OrderInfo | null;

  beforeEach(() => {
    localStorage.clear();
    server = () => null;
    vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
      const { order_id: orderId } = JSON.parse(init.body as string) as { order_id: string };
      const order = server(orderId);
      if (order === null) return Promise.reject(new TypeError('offline'));
      return Promise.resolve(
        new Response(JSON.stringify({ result: 0, message: '', data: readOrder.answer.write(order) })),
      );
    });
    screen = testScreen();
  });
  afterEach(() => {
    screen.remove();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  const show = () =>
    act(async () => {
      screen.render(<OrdersPage />);
      await Promise.resolve();
    });
  const text = () => screen.element.textContent.replace(/[\u2066-\u2069]/g, '');
  const chips = () =>
    [...screen.element.querySelectorAll('[data-testid=order-state]')].map((chip) => chip.textContent);

  it('without any says so, with the way to the first', async () => {
    await show();
    expect(text()).toContain('لا طلبات على هذا الجهاز بعد.');
    expect(screen.element.querySelector('a')?.getAttribute('href')).toBe('/pay');
  });

  it('shows gems, name and amount, and the state as the server says it now', async () => {
    keepSeenOrder(orderOf(1, 'pending'), SEEN_AT);
    server = () => orderOf(1, 'delivered');
    await show();
    await vi.waitFor(() => expect(chips()).toEqual(['اكتمل']));
    for (const part of ['1,060 جوهرة', 'إلى نورة', '$9.99']) expect(text()).toContain(part);
    expect(screen.element.querySelector('[data-testid=order-as-of]')).toBeNull();
  });

  it('an order whose page died before it was read is there too, and a press opens its result', async () => {
    const order = orderOf(2, 'refused');
    rememberOrderId(order.orderId);
    server = () => order;
    await show();
    await vi.waitFor(() => expect(chips()).toEqual(['لم يكتمل']));
    expect(screen.element.querySelector('a')?.getAttribute('href')).toBe(
      `/pay-step?order_id=${order.orderId}`,
    );
  });

  it('without a network shows what was known, and since when', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    keepSeenOrder(orderOf(3, 'pending'), SEEN_AT);
    await show();
    expect(chips()).toEqual(['قيد التحقق']);
    expect(text()).toContain('آخر حالة معروفة: 14/11/2026 10:42');
  });

  it('every state has its word, and only an order that is delivered is called complete', () => {
    const states = Object.keys(ORDER_MOVES) as OrderState[];
    const done = states.filter((state) => word(ORDER_CHIPS[state].word) === 'اكتمل');
    expect(done).toEqual(['delivered']);
    expect(word(ORDER_CHIPS.expired.word)).toBe('لم يكتمل');
    expect(word(ORDER_CHIPS['awaiting-payer'].word)).toBe('قيد التحقق');
  });
});
