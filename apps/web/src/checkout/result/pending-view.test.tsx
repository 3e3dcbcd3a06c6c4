import { DEFAULT_SITE_CONFIG, readSiteConfig, type OrderInfo } from '@jawhara/contract';
import { orderNumber } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, network } from '../../api/test/network.ts';
import { act, fireEvent, plain, render, screen } from '../../ui/test/library.ts';
import { FIELDS } from '../methods/card/test/card-samples.ts';
import { order as sampleOrder } from '../machine/purchase/test/purchase-samples.ts';
import { PendingView, type PendingViewProps } from './pending-view.tsx';

const CALM = 'ما زلنا نتحقق من الدفع. لا حاجة إلى فعل شيء، وإغلاق الصفحة لا يضيّع الطلب.';
const OTHER = 'لم يصل رد البنك بعد. يمكن الانتظار، أو متابعة الدفع عبر مزوّد آخر الآن';
const SAFE = 'إغلاق الصفحة لا يلغي الطلب ولا يضيّعه.';
const onCheck = vi.fn<() => void>();
const onOtherProvider = vi.fn<() => void>();

const orderOf = (waitedMs: number): OrderInfo => ({
  ...sampleOrder('pending'),
  createdAt: new Date(Date.now() - waitedMs),
});

function pending(waitedMs: number, more: Partial<PendingViewProps> = {}) {
  const order = orderOf(waitedMs);
  return (
    <PendingView
      orderId={order.orderId}
      order={order}
      shown={{ orderId: order.orderId, summary: order, method: 'Visa •••• 4242' }}
      polls={60}
      check={null}
      onOtherProvider={null}
      onCheck={onCheck}
      onClose={() => undefined}
      {...more}
    />
  );
}

const text = (): string => plain(document.body.textContent);
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

function show(waitedMs: number, more: Partial<PendingViewProps> = {}): string {
  render(pending(waitedMs, more));
  return text();
}

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  });
  const usualTimes = { resultSeconds: 20, slowBankSeconds: 60 };
  network.use(answer(readSiteConfig, { ...DEFAULT_SITE_CONFIG, ...FIELDS, usualTimes }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

describe('a payment that is still undecided', () => {
  it('a pending payment shows pack, recipient, price, card, order number and help at every moment', () => {
    show(0);
    for (let seconds = 0; seconds <= 90; seconds += 1) {
      for (const part of [
        '1,060 جوهرة',
        'إلى N',
        'ID 5048213',
        '$9.99',
        'Visa •••• 4242',
        orderNumber(sampleOrder('pending').orderId),
      ])
        expect(text()).toContain(part);
      expect(screen.getAllByRole('button', { name: 'المساعدة' }).length).toBeGreaterThan(0);
      expect(screen.getAllByRole('button', { name: 'رجوع' }).length).toBeGreaterThan(0);
      pass(1_000);
    }
  });

  it('a pending payment shows its price before the order has been read from the server', () => {
    show(0, { order: null });
    expect(text()).toContain('$9.99');
    expect(text()).toContain('وصلنا طلبك. تظهر النتيجة هنا فور وصولها.');
  });

  it('a pending payment says that its order arrived, then that it is being checked, and never “do not pay again”', () => {
    const page = render(pending(0));
    expect(text()).toContain('وصلنا طلبك.');
    expect(screen.queryByTestId('result-check')).toBeNull();
    pass(4_900);
    expect(text()).not.toContain(CALM);
    pass(1_100);
    expect(text()).toContain(CALM);
    expect(text()).toContain('نتحقق من الدفع');
    expect(text()).toContain('النتيجة محفوظة في «طلباتي».');
    for (let polls = 61; polls < 80; polls += 1) {
      page.rerender(pending(0, { polls }));
      pass(4_500);
    }
    expect(text()).toContain('ما زلنا ننتظر البنك');
    expect(text()).toContain(CALM);
    expect(text()).not.toContain('لا تدفع مرة أخرى');
  });

  it('a pending payment shows the usual time from the server and the time it has taken', async () => {
    vi.useRealTimers();
    expect(show(40_000)).toContain('منذ 40 ثانية');
    expect(plain((await screen.findByTestId('usual')).textContent)).toBe('عادةً خلال 20 ثانية');
  });

  it('an order pending for eleven minutes is not shown as just received', () => {
    expect(show(11 * 60_000)).toContain('ما زلنا ننتظر البنك');
    expect(text()).toContain('منذ 11 دقيقة');
  });

  it('after ten minutes a pending payment says that the payer need not stay, and links to a report', () => {
    expect(show(11 * 60_000)).toContain('ولا حاجة إلى البقاء هنا.');
    const report = screen.getByRole('link', { name: 'بلّغ عن مشكلة' });
    expect(report.getAttribute('href')).toBe(
      `/feedback?order=${orderNumber(sampleOrder('pending').orderId)}`,
    );
  });

  it('a payer whose phone clock is an hour slow is still offered another provider after 28 seconds', () => {
    show(-3_600_000, { onOtherProvider });
    pass(28_000);
    expect(text()).toContain(OTHER);
  });
});

describe('where another provider may take over', () => {
  it('after 28 seconds the offer of another provider replaces the sentence about waiting', () => {
    show(0, { onOtherProvider });
    pass(27_000);
    expect(text()).toContain(CALM);
    expect(text()).not.toContain(OTHER);
    expect(screen.queryByTestId('pay-elsewhere')).toBeNull();
    pass(1_000);
    expect(text()).toContain(OTHER);
    expect(text()).not.toContain(CALM);
    fireEvent.click(screen.getByTestId('pay-elsewhere'));
    expect(onOtherProvider).toHaveBeenCalledTimes(1);
  });

  it('while another provider is offered, “check now” and the note on closing the page stay', () => {
    show(28_000, { onOtherProvider });
    pass(6_000);
    expect(text()).toContain(SAFE);
    fireEvent.click(screen.getByTestId('result-check'));
    expect(onCheck).toHaveBeenCalledTimes(1);
  });

  it('another provider is not offered while the server allows none', () => {
    show(0, { onOtherProvider: null });
    pass(90_000);
    expect(text()).not.toContain('مزوّد آخر');
    expect(screen.queryByTestId('pay-elsewhere')).toBeNull();
  });
});

describe('[UX 2.6] while the network is slow', () => {
  const SLOW = 'الاتصال بطيء، لكن طلبك وصل إلينا. لا تدفع مرة أخرى.';

  it('a pending payment shows a slow connection and that the order arrived, once a poll stays unanswered', () => {
    show(40_000);
    pass(8_900);
    expect(screen.queryByText(SLOW)).toBeNull();
    pass(200);
    expect(screen.getByText(SLOW)).toBeDefined();
  });

  it('a pending payment does not mention a slow connection while its polls are answered', () => {
    const page = render(pending(40_000));
    for (let polls = 61; polls < 70; polls += 1) {
      pass(4_500);
      page.rerender(pending(40_000, { polls }));
    }
    expect(screen.queryByText(SLOW)).toBeNull();
  });

  it('on a slow connection the page does not say that the order arrived before the server has confirmed the order', () => {
    show(40_000, { order: null });
    pass(20_000);
    expect(screen.queryByText(SLOW)).toBeNull();
  });
});
