import type { OrderInfo } from '@jawhara/contract';
import {
  accountId,
  CHECKOUT_COM_CARD,
  GEMS_ARE_LATE_AFTER_MS,
  usdCents,
  type DisplayId,
  type GemPack,
  type OrderId,
  type PayType,
  type RechargeId,
} from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../api/test/network.ts';
import { cleanup, plain, render, screen, userEvent } from '../../ui/test/library.ts';
import { formatClock, formatDate } from '../../ui/format-time.ts';
import type { Ending, PurchaseEvent } from '../machine/purchase/purchase-state.ts';
import { storedOrders } from '../../browser/storage/orders.ts';
import { arrivalOf } from './delivery-progress.tsx';
import type { ResultActions } from './result-layout.tsx';
import type { ShownResult } from '../machine/purchase/purchase-view.ts';
import { ResultPanel } from './result-panel.tsx';

const ORDER = '018f2f9e-0000-7000-8000-000000000001' as OrderId;
const rechargeId = 'card_499' as RechargeId;
const SMALLER: GemPack = { priceUsdCents: usdCents(499), gems: 540, bonusGems: 40, rechargeId, methods: [] };
const ORDERED_AT = new Date();
const INFO: OrderInfo = {
  orderId: ORDER,
  purpose: 'gems',
  payType: CHECKOUT_COM_CARD,
  rechargeId,
  priceUsdCents: usdCents(999),
  gems: 1_060,
  bonusGems: 60,
  recipient: { accountId: accountId(1), displayId: '5048213' as DisplayId, nickname: 'نورة', iconUrl: null },
  createdAt: ORDERED_AT,
  challenge: null,
  money: null,
  refundWishedAt: null,
  deliveryDueAt: null,
  receiptLink: 'AZqLXnwAcACAAAAAAAAAAA.c2lnbmF0dXJlLW9mLW91cg',
  mail: null,
  result: 1,
  state: 'refused',
  creditedAt: null,
};

const actions = {
  onRetry: vi.fn<ResultActions['onRetry']>(),
  onOtherCard: vi.fn<() => void>(),
  onWallet: vi.fn<() => void>(),
  onRetryWith: vi.fn<ResultActions['onRetryWith']>(),
  onRefresh: vi.fn<() => void>(),
  onClose: vi.fn<() => void>(),
};

const send = vi.fn<(event: PurchaseEvent) => void>();

beforeEach(() => localStorage.clear());
afterEach(() => vi.clearAllMocks());

interface ShowOptions {
  smaller?: GemPack | null;
  payType?: PayType;
}

function show(state: ShownResult, options: ShowOptions = {}) {
  const order = { ...INFO, payType: options.payType ?? CHECKOUT_COM_CARD };
  cleanup();
  render(
    <ResultPanel
      state={state}
      order={order}
      payType={order.payType}
      isFine={false}
      smaller={options.smaller === undefined ? SMALLER : options.smaller}
      hasWallet={false}
      actions={actions}
      summary={null}
      send={send}
    />,
  );
  const buttons = screen.queryAllByTestId(/^result-/);
  return {
    labels: buttons.map((button) => plain(button.textContent)),
    primaries: buttons.filter((button) => button.classList.contains('primary')).length,
    text: plain(document.body.textContent),
  };
}
/** Presses the panel's button, because the bar has a button of the same name before it. */
const press = (name: string) =>
  userEvent.click(
    screen.getAllByRole('button', { name: (label) => plain(label) === name }).at(-1) as Element,
  );

const refused = (
  outcome: Extract<Ending, { kind: 'refused' }>['outcome'],
  code: string | null = null,
): ShownResult => ({
  at: 'not-paid',
  orderId: ORDER,
  ending: { kind: 'refused', outcome, code, reason: null },
});
const paid = (creditedAt: Date | null): ShownResult => ({ at: 'paid', orderId: ORDER, polls: 1, creditedAt });

describe('the result panel', () => {
  it('[RES-01] a success offers to repeat the amount and to close, and says when the gems come', async () => {
    const shown = show(paid(null));
    expect(shown.labels).toEqual(['كرّر الشحن $9.99', 'إغلاق']);
    expect(shown.text).toMatch(/1,060\sجوهرة في الطريق إلى نورة/);
    expect(shown.text).toContain('تصل الجواهر عادةً خلال دقائق قليلة.');
    await press('كرّر الشحن $9.99');
    expect(actions.onRetry).toHaveBeenCalledTimes(1);
    await press('إغلاق');
    expect(actions.onClose).toHaveBeenCalledTimes(1);
  });

  it('[RES-02] a refusal for a low balance offers the smaller amount and close, or only “understood” without one', async () => {
    const shown = show(refused('balance', '20051'));
    expect(shown.labels).toEqual(['ادفع $4.99 بدلًا من ذلك', 'إغلاق']);
    expect(shown.text).toContain('رصيد البطاقة لا يكفي. جرّب مبلغًا آخر أو بطاقة أخرى.');
    expect(shown.text).toContain('السبب 20051');
    await press('ادفع $4.99 بدلًا من ذلك');
    expect(actions.onRetryWith).toHaveBeenCalledExactlyOnceWith(499);
    const without = show(refused('balance'), { smaller: null });
    expect(without.labels).toEqual(['فهمت']);
    expect(without.text).toContain('ادفع ببطاقة أخرى');
  });

  it('[RES-03] a failed verification offers to repeat the bank’s check, and to close', async () => {
    const shown = show(refused('verify'));
    expect(shown.labels).toEqual(['إعادة خطوة البنك', 'إغلاق']);
    expect(shown.text).toContain('لم ينجح التحقق لدى البنك');
    await press('إعادة خطوة البنك');
    expect(actions.onRetry).toHaveBeenCalledTimes(1);
  });

  it('[RES-04] an expired card offers “update and pay” for Checkout.com (pay type 23) only, and “understood”', () => {
    const shown = show(refused('expire', '20054'));
    expect(shown.labels).toEqual(['تحديث ودفع $9.99', 'فهمت']);
    expect(shown.text).toContain('يقول البنك إن البطاقة منتهية');
    expect(show(refused('expire'), { payType: 27 }).labels).toEqual(['فهمت']);
  });

  it('[RES-05] the result high-risk has no primary button, and offers to refresh the page', async () => {
    const shown = show(refused('high-risk'), { payType: 26 });
    expect(shown.labels).toEqual(['تحديث الصفحة', 'إغلاق']);
    expect(shown.primaries).toBe(0);
    expect(shown.text).toContain('انقطع الاتصال مع Apple Pay');
    await press('تحديث الصفحة');
    expect(actions.onRefresh).toHaveBeenCalledTimes(1);
    expect(show(refused('high-risk')).text).not.toContain('Apple Pay');
  });

  it('[RES-07] any other refusal offers a retry and “understood”, with the general sentence if no reason came', async () => {
    const shown = show(refused('other', null));
    expect(shown.labels).toEqual(['إعادة المحاولة', 'فهمت']);
    expect(shown.text).toContain('تعذّر التحقق من العملية');
    await userEvent.click(screen.getByRole('button', { name: /^بطاقة أخرى/ }));
    expect(actions.onOtherCard).toHaveBeenCalledTimes(1);
    expect(actions.onRetry).not.toHaveBeenCalled();
  });

  it('cancelled, expired and refunded orders each show their own sentence', () => {
    const end = (ending: Ending) => show({ at: 'not-paid', orderId: ORDER, ending });
    expect(end({ kind: 'cancelled' }).text).toContain('توقّف الدفع قبل أن يكتمل.');
    expect(end({ kind: 'expired' }).text).toContain('انتهت مهلة الطلب');
    expect(end({ kind: 'returned', wasDelivered: true }).text).toContain('أُعيد مبلغ هذا الطلب');
  });

  it('a shown result is stored as the state of the order in “my orders”', () => {
    const known = () => storedOrders.read()?.map(({ seen }) => seen?.order.state);
    show(refused('other'));
    expect(known()).toEqual(['refused']);
    show(paid(null));
    expect(known()).toEqual(['paid']);
    show(paid(ORDERED_AT));
    expect(known()).toEqual(['delivered']);
  });

  it('the result “unsure” offers to check the request, and no way to pay again', () => {
    expect(show({ at: 'unsure', requestId: 'r' }).labels).toEqual(['التحقق من الطلب', 'إغلاق']);
  });

  it('the receipt shows gems and recipient, and its WhatsApp text has the order number and no amount', () => {
    const shown = show(paid(null));
    expect(shown.text).toContain('1,060 جوهرة');
    expect(shown.text).toContain('ID 5048213');
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: /WhatsApp/ });
    const text = new URL(link.href).searchParams.get('text') ?? '';
    expect(link.href).toMatch(/^https:\/\/wa\.me\//);
    expect(text).toMatch(/JW-[0-9A-Z]{4}-[0-9A-Z]{5}/);
    expect(text).not.toContain('9.99');
  });
});

describe('where the gems are', () => {
  const after = (ms: number, creditedAt: Date | null = null) =>
    arrivalOf({ orderedAt: ORDERED_AT, creditedAt, dueAt: null, now: new Date(ORDERED_AT.getTime() + ms) });
  const states = (arrival: ReturnType<typeof arrivalOf>) => arrival.nodes.map((node) => node.state);

  it('the last delivery step is done only when the server names the time of delivery', () => {
    for (const ms of [0, 1_000, GEMS_ARE_LATE_AFTER_MS, 86_400_000])
      expect(states(after(ms))).toEqual(['done', 'now', 'later']);
    expect(states(after(0, ORDERED_AT))).toEqual(['done', 'done', 'done']);
  });

  it('gems count as late after ten minutes, and never once they are delivered', () => {
    expect(after(GEMS_ARE_LATE_AFTER_MS - 1).isLate).toBe(false);
    expect(after(GEMS_ARE_LATE_AFTER_MS).isLate).toBe(true);
    expect(after(GEMS_ARE_LATE_AFTER_MS, ORDERED_AT).isLate).toBe(false);
  });

  it('the first delivery step shows the order time, unless it is unknown or the gems came ten minutes later', () => {
    const first = (arrival: ReturnType<typeof arrivalOf>) => arrival.nodes[0]?.detail;
    expect(first(after(1_000))).toContain(formatClock(ORDERED_AT));
    expect(first(after(0, ORDERED_AT))).toContain(formatClock(ORDERED_AT));
    const slow = new Date(ORDERED_AT.getTime() + GEMS_ARE_LATE_AFTER_MS);
    expect(first(after(GEMS_ARE_LATE_AFTER_MS, slow))).toBeUndefined();
    expect(
      first(arrivalOf({ orderedAt: null, creditedAt: null, dueAt: null, now: ORDERED_AT })),
    ).toBeUndefined();
  });

  it('late gems are not promised within minutes, and a time on another day is shown with its date', () => {
    const last = (arrival: ReturnType<typeof arrivalOf>) => arrival.nodes[2]?.detail;
    expect(last(after(GEMS_ARE_LATE_AFTER_MS - 1))).toBe('خلال دقائق');
    expect(last(after(GEMS_ARE_LATE_AFTER_MS))).toBeUndefined();
    const days = 4 * 86_400_000;
    expect(after(days).nodes[0]?.detail).toContain(formatDate(ORDERED_AT));
    expect(last(after(days, ORDERED_AT))).toContain(formatDate(ORDERED_AT));
  });

  it('the result with late gems does not say that they come within minutes', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: INFO.createdAt.getTime() + GEMS_ARE_LATE_AFTER_MS });
    const { text } = show(paid(null));
    vi.useRealTimers();
    expect(text).toContain('تأخرت الجواهر عن المعتاد');
    expect(text).not.toContain('خلال دقائق');
    expect(text).toContain('تم الدفع');
  });

  const doneNodes = () => document.querySelectorAll('[data-state=done]');

  it('the result marks one delivery step as done after the payment, and three after the delivery', () => {
    show(paid(null));
    expect(doneNodes()).toHaveLength(1);
    show(paid(ORDERED_AT));
    expect(doneNodes()).toHaveLength(3);
  });
});
