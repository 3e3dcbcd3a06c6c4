import { DEFAULT_SITE_CONFIG, readCardOfOrder, readSiteConfig, type OrderInfo } from '@jawhara/contract';
import { orderNumber } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, network } from '../../api/test/network.ts';
import { act, plain, render, screen, userEvent } from '../../ui/test/library.ts';
import { FIELDS, savedCard } from '../methods/card/test/card-samples.ts';
import { order as sampleOrder } from '../machine/purchase/test/purchase-samples.ts';
import { PendingResult, type PendingResultProps } from './waiting-results.tsx';

const CARD = savedCard('src_abcdefgh');
const orderOf = (waitedMs: number): OrderInfo => ({
  ...sampleOrder('pending'),
  createdAt: new Date(Date.now() - waitedMs),
});
const onCheck = vi.fn<() => void>();

function pending(waitedMs: number, more: Partial<PendingResultProps> = {}) {
  const order = orderOf(waitedMs);
  return (
    <PendingResult
      orderId={order.orderId}
      order={order}
      polls={60}
      onOtherProvider={null}
      onCheck={onCheck}
      onClose={() => undefined}
      {...more}
    />
  );
}

function show(waitedMs: number, more: Partial<PendingResultProps> = {}): string {
  render(pending(waitedMs, more));
  return plain(document.body.textContent);
}

beforeEach(() => {
  const usualTimes = { resultSeconds: 20, slowBankSeconds: 60 };
  network.use(
    answer(readCardOfOrder, { card: CARD, paidWith: null }),
    answer(readSiteConfig, { ...DEFAULT_SITE_CONFIG, ...FIELDS, usualTimes }),
  );
});

describe('a payment that nobody has decided', () => {
  it('says what, for whom, how much, with which card and under which number', async () => {
    const text = show(40_000);
    for (const part of [
      '1,060 جوهرة',
      'إلى N',
      'ID 5048213',
      '$9.99',
      orderNumber(sampleOrder('pending').orderId),
    ])
      expect(text).toContain(part);
    await screen.findByText('Visa •••• 4242');
  });

  it('says how long it usually takes, by the server’s measure, and how long it has taken', async () => {
    expect(show(40_000)).toContain('منذ 40 ثانية');
    expect(plain((await screen.findByTestId('usual')).textContent)).toBe('عادةً خلال دقيقة واحدة');
  });

  it('says what becomes of it if the page is closed, and can be asked about at once', async () => {
    expect(show(40_000)).toContain('إغلاق الصفحة لا يلغي الطلب ولا يضيّعه.');
    await userEvent.click(screen.getByRole('button', { name: 'التحقق من النتيجة الآن' }));
    expect(onCheck).toHaveBeenCalledTimes(1);
  });

  it('at first it is only checked, which usually takes less', async () => {
    const text = show(4_000, { polls: 8 });
    expect(text).toContain('نتحقق من الدفع');
    expect(text).not.toContain('ما زلنا ننتظر البنك');
    expect(plain((await screen.findByTestId('usual')).textContent)).toBe('عادةً خلال 20 ثانية');
  });

  it('an order of eleven minutes is not greeted as if it had just been sent, however few looks there were', async () => {
    const text = show(11 * 60_000, { polls: 10 });
    expect(text).toContain('ما زلنا ننتظر البنك');
    expect(text).toContain('منذ 11 دقيقة');
    expect(plain((await screen.findByTestId('usual')).textContent)).toBe('عادةً خلال دقيقة واحدة');
  });

  it('after ten minutes nobody need stay, and a report about this order is one press away', () => {
    const text = show(11 * 60_000);
    expect(text).toContain('منذ 11 دقيقة');
    expect(text).toContain('ولا حاجة إلى البقاء هنا.');
    const report = screen.getByRole('link', { name: 'بلّغ عن مشكلة' });
    expect(report.getAttribute('href')).toBe(
      `/feedback?order=${orderNumber(sampleOrder('pending').orderId)}`,
    );
  });
});

describe('[UX 2.6] while the network is slow', () => {
  const SLOW = 'الاتصال بطيء، لكن طلبك وصل إلينا. لا تدفع مرة أخرى.';
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());
  const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

  it('the order is said to have arrived, once a look goes unanswered', () => {
    show(40_000);
    pass(8_900);
    expect(screen.queryByText(SLOW)).toBeNull();
    pass(200);
    expect(screen.getByText(SLOW)).toBeDefined();
  });

  it('nothing is said while the looks are answered', () => {
    const page = render(pending(40_000));
    for (let polls = 61; polls < 70; polls += 1) {
      pass(4_500);
      page.rerender(pending(40_000, { polls }));
    }
    expect(screen.queryByText(SLOW)).toBeNull();
  });

  it('an order that nobody has confirmed yet is not said to have arrived', () => {
    show(40_000, { order: null });
    pass(20_000);
    expect(screen.queryByText(SLOW)).toBeNull();
  });
});
