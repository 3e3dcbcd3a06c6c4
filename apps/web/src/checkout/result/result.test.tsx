import '../../words/load-pay.ts';
import '../../words/load-result.ts';
import type { OrderInfo } from '@jawhara/contract';
import {
  accountId,
  CHECKOUT_COM_CARD,
  GEMS_ARE_LATE_AFTER_MS,
  RESULT_BUTTONS,
  usdCents,
  type DisplayId,
  type GemPack,
  type OrderId,
  type PayType,
  type RechargeId,
} from '@jawhara/domain';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatClock } from '../../words/format-time.ts';
import type { Ending, PurchaseEvent } from '../purchase/purchase-state.ts';
import { storedOrders } from '../../host/stored-orders.ts';
import { arrivalOf } from './arrival.ts';
import type { ResultActions } from './result-button.tsx';
import { resultWords } from './result-facts.ts';
import { ResultPanel, type ShownResult } from './result-panel.tsx';

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
  result: 1,
  state: 'refused',
  creditedAt: null,
};

let root: Root;
let host: HTMLElement;
const actions = {
  onRetry: vi.fn<() => void>(),
  onOtherCard: vi.fn<() => void>(),
  onRetryWith: vi.fn<ResultActions['onRetryWith']>(),
  onRefresh: vi.fn<() => void>(),
  onClose: vi.fn<() => void>(),
};

const send = vi.fn<(event: PurchaseEvent) => void>();

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // What follows a payment has a test of its own; here nobody answers.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

interface ShowOptions {
  smaller?: GemPack | null;
  payType?: PayType;
  isElsewhere?: boolean;
}

function show(state: ShownResult, options: ShowOptions = {}) {
  const order = { ...INFO, payType: options.payType ?? CHECKOUT_COM_CARD };
  act(() =>
    root.render(
      <ResultPanel
        state={state}
        order={order}
        smaller={options.smaller === undefined ? SMALLER : options.smaller}
        actions={actions}
        isElsewhere={options.isElsewhere ?? true}
        send={send}
      />,
    ),
  );
  const buttons = [...host.querySelectorAll<HTMLElement>('[data-testid^=result-]')];
  return {
    names: buttons.map((button) => button.dataset['testid']?.replace('result-', '')),
    labels: buttons.map((button) => button.textContent.replace(/[\u2066-\u2069]/g, '')),
    primaries: host.querySelectorAll('.button.primary').length,
    text: host.textContent.replace(/[\u2066-\u2069]/g, ''),
    press: (name: string) => act(() => host.querySelector<HTMLElement>(`[data-testid=${name}]`)?.click()),
  };
}

const refused = (
  outcome: Extract<Ending, { kind: 'refused' }>['outcome'],
  code: string | null = null,
): ShownResult => ({
  at: 'not-paid',
  orderId: ORDER,
  ending: { kind: 'refused', outcome, code },
});
const paid = (creditedAt: Date | null): ShownResult => ({ at: 'paid', orderId: ORDER, polls: 1, creditedAt });

describe('the result panel', () => {
  it('[RES-01] success: repeat with the amount, close, and when the gems come', () => {
    const shown = show(paid(null));
    expect(shown.labels).toEqual(['أعد شحن $9.99', 'إغلاق']);
    expect(shown.text).toContain('تم الدفع بنجاح');
    expect(shown.text).toContain('خلال دقائق قليلة');
    shown.press('result-repeat-same-amount');
    expect(actions.onRetry).toHaveBeenCalledTimes(1);
    shown.press('result-close');
    expect(actions.onClose).toHaveBeenCalledTimes(1);
  });

  it('[RES-02] balance: the smaller amount and close, or only understood when there is none', () => {
    const shown = show(refused('balance', '20051'));
    expect(shown.labels).toEqual(['ادفع $4.99 بدلًا من ذلك', 'إغلاق']);
    expect(shown.text).toContain('رصيد البطاقة غير كافٍ. جرّب مبلغًا آخر أو بطاقة أخرى.');
    expect(shown.text).toContain('السبب 20051');
    shown.press('result-retry-other-amount');
    expect(actions.onRetryWith).toHaveBeenCalledExactlyOnceWith(499);
    expect(show(refused('balance'), { smaller: null }).labels).toEqual(['فهمت']);
  });

  it('[RES-03] verify: retry and close', () => {
    const shown = show(refused('verify'));
    expect(shown.labels).toEqual(['إعادة المحاولة', 'إغلاق']);
    expect(shown.text).toContain('فشل التحقق الأمني من البنك');
    shown.press('result-retry');
    expect(actions.onRetry).toHaveBeenCalledTimes(1);
  });

  it('[RES-04] expire: update and pay only for pay type 23, and understood', () => {
    const shown = show(refused('expire', '20054'));
    expect(shown.labels).toEqual(['تحديث ودفع', 'فهمت']);
    expect(shown.text).toContain('أفاد البنك بأن البطاقة منتهية');
    expect(show(refused('expire'), { payType: 27 }).labels).toEqual(['فهمت']);
  });

  it('[RES-05] high risk: no primary button, and refresh', () => {
    const shown = show(refused('high-risk'), { payType: 26 });
    expect(shown.labels).toEqual(['تحديث الصفحة']);
    expect(shown.primaries).toBe(0);
    expect(shown.text).toContain('رابط المحفظة غير مستقر');
    shown.press('result-refresh');
    expect(actions.onRefresh).toHaveBeenCalledTimes(1);
    expect(show(refused('high-risk')).text).not.toContain('Apple Pay');
  });

  it('[RES-06] no wallet here: understood, and the words of the wallet that is not supported', () => {
    expect(RESULT_BUTTONS['not-support-apple-pay']()).toEqual(['understood']);
    expect(resultWords('not-support-apple-pay', 26).tip).toContain('متصفحك لا يدعم الدفع عبر Apple Pay');
  });

  it('[RES-07] other: understood, and the general sentence, whatever the code', () => {
    for (const code of ['20005', '200P1', '99999', null]) {
      const shown = show(refused('other', code));
      expect(shown.labels).toEqual(['فهمت']);
      expect(shown.text).toContain('تعذّر التحقق من العملية');
    }
    const shown = show(refused('other', '20005'));
    shown.press('other-card');
    expect(actions.onOtherCard).toHaveBeenCalledTimes(1);
    expect(actions.onRetry).not.toHaveBeenCalled();
  });

  it('cancelled, expired and given back say what they are', () => {
    const end = (ending: Ending) => show({ at: 'not-paid', orderId: ORDER, ending });
    expect(end({ kind: 'cancelled' }).text).toContain('أُلغي الدفع.');
    expect(end({ kind: 'expired' }).text).toContain('انتهت مهلة الطلب');
    expect(end({ kind: 'returned' }).text).toContain('أُعيد مبلغ هذا الطلب');
  });

  it('where another provider may be asked, pending offers it and says what happens to the first payment', () => {
    const shown = show({ at: 'watching', orderId: ORDER, polls: 120, triedProviders: [13] });
    expect(shown.text).toContain('لا يُحتسب الطلب مرتين');
    expect(shown.text).toContain('يعود مبلغه إليك تلقائيًا');
    expect(shown.text).not.toContain('لا تدفع مرة أخرى');
    shown.press('pay-elsewhere');
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'other-card-pressed' });
  });

  it('where nobody is left to ask, pending offers nothing', () => {
    const state = { at: 'watching', orderId: ORDER, polls: 120, triedProviders: [13] } as const;
    expect(show(state, { isElsewhere: false }).text).not.toContain('لا يُحتسب الطلب مرتين');
    expect(host.querySelector('[data-testid=pay-elsewhere]')).toBeNull();
  });

  it('what was shown is what "my orders" says later', () => {
    const known = () => storedOrders.read()?.map(({ seen }) => seen?.order.state);
    show(refused('other'));
    expect(known()).toEqual(['refused']);
    show(paid(null));
    expect(known()).toEqual(['paid']);
    show(paid(ORDERED_AT));
    expect(known()).toEqual(['delivered']);
  });

  it('pending says not to pay again and offers no way to', () => {
    const shown = show({ at: 'watching', orderId: ORDER, polls: 120, triedProviders: null });
    expect(shown.labels).toEqual(['إغلاق']);
    expect(shown.text).toContain('لا تدفع مرة أخرى');
  });

  it('unsure offers to check the same request, and no way to pay again', () => {
    expect(show({ at: 'unsure', requestId: 'r' }).names).toEqual(['check', 'close']);
  });

  it('the receipt has gems, person, number and a WhatsApp text without money or card', () => {
    const shown = show(paid(null));
    expect(shown.text).toContain('1,060 جوهرة');
    expect(shown.text).toContain('ID 5048213');
    const link = host.querySelector<HTMLAnchorElement>('[data-testid=share-receipt]');
    const text = new URL(link?.href ?? '').searchParams.get('text') ?? '';
    expect(link?.href).toMatch(/^https:\/\/wa\.me\//);
    expect(text).toMatch(/JW-[0-9A-Z]{4}-[0-9A-Z]{5}/);
    expect(text).not.toContain('9.99');
  });
});

describe('where the gems are', () => {
  const after = (ms: number, creditedAt: Date | null = null) =>
    arrivalOf({ orderedAt: ORDERED_AT, creditedAt, now: new Date(ORDERED_AT.getTime() + ms) });
  const states = (arrival: ReturnType<typeof arrivalOf>) => arrival.nodes.map((node) => node.state);

  it('the last node is green only when the server says when they came, however long it takes', () => {
    for (const ms of [0, 1_000, GEMS_ARE_LATE_AFTER_MS, 86_400_000])
      expect(states(after(ms))).toEqual(['done', 'now', 'later']);
    expect(states(after(0, ORDERED_AT))).toEqual(['done', 'done', 'done']);
  });

  it('after ten minutes without them it says so, and never once they are there', () => {
    expect(after(GEMS_ARE_LATE_AFTER_MS - 1).isLate).toBe(false);
    expect(after(GEMS_ARE_LATE_AFTER_MS).isLate).toBe(true);
    expect(after(GEMS_ARE_LATE_AFTER_MS, ORDERED_AT).isLate).toBe(false);
  });

  it('the first node has the time of the payment, unless the bank took longer than that could be true', () => {
    const first = (arrival: ReturnType<typeof arrivalOf>) => arrival.nodes[0]?.detail;
    expect(first(after(1_000))).toContain(formatClock(ORDERED_AT));
    expect(first(after(0, ORDERED_AT))).toContain(formatClock(ORDERED_AT));
    const slow = new Date(ORDERED_AT.getTime() + GEMS_ARE_LATE_AFTER_MS);
    expect(first(after(GEMS_ARE_LATE_AFTER_MS, slow))).toBeUndefined();
    expect(first(arrivalOf({ orderedAt: null, creditedAt: null, now: ORDERED_AT }))).toBeUndefined();
  });

  it('the panel shows it', () => {
    show(paid(null));
    expect(host.querySelectorAll('[data-state=done]')).toHaveLength(1);
    show(paid(ORDERED_AT));
    expect(host.querySelectorAll('[data-state=done]')).toHaveLength(3);
  });
});
