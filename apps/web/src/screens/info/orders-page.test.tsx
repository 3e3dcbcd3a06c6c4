import { readOrder, type OrderInfo } from '@jawhara/contract';
import {
  accountId,
  CHECKOUT_COM_CARD,
  PAYER_ORDER_STATES,
  usdCents,
  type DisplayId,
  type OrderId,
  type PayerOrderState,
  type RechargeId,
} from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, LOST, network } from '../../api/test/network.ts';
import { keepSeenOrder, rememberOrderId } from '../../browser/storage/orders.ts';
import { plain, render, screen } from '../../ui/test/library.ts';
import { word } from '../../words/word.ts';
import { ORDER_CHIPS, OrdersPage } from './orders-page.tsx';

const SEEN_AT = new Date(2026, 10, 14, 10, 42);

function orderOf(nth: number, state: PayerOrderState): OrderInfo {
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
    money: null,
    refundWishedAt: null,
    deliveryDueAt: null,
    receiptLink: null,
    mail: null,
    result: -1,
    state,
    creditedAt: null,
  };
}

describe('my orders', () => {
  beforeEach(() => {
    localStorage.clear();
    network.use(answer(readOrder, LOST));
  });
  afterEach(() => vi.restoreAllMocks());

  it('without any says so, with the way to the first', () => {
    render(<OrdersPage />);
    expect(screen.getByText('لا طلبات على هذا الجهاز بعد.')).toBeDefined();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/pay');
  });

  it('shows gems, name and amount, and the state as the server says it now', async () => {
    keepSeenOrder(orderOf(1, 'pending'), SEEN_AT);
    network.use(answer(readOrder, orderOf(1, 'delivered')));
    render(<OrdersPage />);
    expect(await screen.findByText('اكتمل')).toBeDefined();
    const row = plain(screen.getByRole('link').textContent);
    for (const part of ['1,060 جوهرة', 'إلى نورة', '$9.99']) expect(row).toContain(part);
    expect(row).not.toContain('آخر حالة معروفة');
  });

  it('says which were to be paid by wallet', () => {
    // Orders of their own: the page caches what it has read of an order.
    keepSeenOrder({ ...orderOf(31, 'delivered'), payType: 26 }, SEEN_AT);
    keepSeenOrder(orderOf(32, 'delivered'), SEEN_AT);
    render(<OrdersPage />);
    expect(screen.getAllByRole('link').map((row) => row.textContent.includes('Apple Pay'))).toEqual([
      false,
      true,
    ]);
  });

  it('an order whose page died before it was read is there too, and a press opens its result', async () => {
    const order = orderOf(2, 'refused');
    rememberOrderId(order.orderId);
    network.use(answer(readOrder, order));
    render(<OrdersPage />);
    expect(await screen.findByText('لم يكتمل')).toBeDefined();
    expect(screen.getByRole('link').getAttribute('href')).toBe(`/pay-step?order_id=${order.orderId}`);
  });

  it('without a network shows what was known, and since when', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    keepSeenOrder(orderOf(3, 'pending'), SEEN_AT);
    render(<OrdersPage />);
    expect(screen.getByText('قيد التحقق')).toBeDefined();
    expect(plain(screen.getByRole('link').textContent)).toContain('آخر حالة معروفة: 14/11/2026 10:42');
  });

  it('every state has its word, and only an order that is delivered is called complete', () => {
    const states = PAYER_ORDER_STATES;
    const done = states.filter((state) => word(ORDER_CHIPS[state].word) === 'اكتمل');
    expect(done).toEqual(['delivered']);
    expect(word(ORDER_CHIPS.expired.word)).toBe('لم يكتمل');
    expect(word(ORDER_CHIPS['awaiting-payer'].word)).toBe('قيد التحقق');
  });
});
