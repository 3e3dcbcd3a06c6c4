import { readReceipt, type Receipt } from '@jawhara/contract';
import { usdCents } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, LOST, network, refuse, requestsTo } from '../../api/test/network.ts';
import { currentToast, plain, render, screen, userEvent, waitFor } from '../../ui/test/library.ts';
import { ReceiptScreen } from './receipt-screen.tsx';

const LINK = 'AZqLXnwAcACAAAAAAAAAAA.c2lnbmF0dXJlLW9mLW91cg';
const RECEIPT: Receipt = {
  orderNumber: 'JW-7F3K-20481',
  purpose: 'gems',
  gems: 1060,
  bonusGems: 60,
  priceUsdCents: usdCents(999),
  createdAt: new Date(2026, 10, 18, 10, 42),
  state: 'delivered',
  refunded: null,
  readAt: new Date(2026, 10, 19, 16, 20),
};

function open(hash: string): void {
  history.replaceState(null, '', `/receipt${hash === '' ? '' : `#${hash}`}`);
  render(<ReceiptScreen />);
}
const show = (changed: Partial<Receipt> = {}): void => {
  network.use(answer(readReceipt, { ...RECEIPT, ...changed }));
  open(LINK);
};
const card = () => screen.findByTestId('receipt-card');
const pageText = (): string => plain(document.body.textContent);

const print = vi.fn<() => void>();
beforeEach(() => vi.stubGlobal('print', print));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
});

describe('[ORD-22 in part] a receipt that a stranger opens', () => {
  it('a receipt shows number, goods, amount, time and state, and says that its signature is valid', async () => {
    show();
    await card();
    const shown = ['order', 'goods', 'amount', 'time', 'state'].map((name) =>
      plain(screen.getByTestId(`receipt-${name}`).textContent).replaceAll('\u00A0', ' '),
    );
    expect(shown).toEqual(['JW-7F3K-20481', '1,060 جوهرة', '$9.99', '18/11/2026 10:42', 'اكتمل']);
    expect(screen.getByRole('status').textContent).toContain('التوقيع صحيح');
    expect(pageText()).toContain('قُرئت الحالة من جوهرة عند فتح الرابط: 19/11/2026 16:20');
    expect(pageText()).toContain(`للتحقق من هذه النسخة: ${location.origin}/receipt#${LINK}`);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('JW-7F3K-20481');
    expect(requestsTo(readReceipt)).toEqual([{ link: LINK }]);
  });

  it.each([
    [{ state: 'pending' }, 'الطلب قيد التحقق', 'هذا ليس إيصال دفع', 'الطلب'],
    [{ state: 'arriving' }, 'دُفع الطلب، والجواهر في الطريق', 'الجواهر في الطريق', 'الإيصال'],
    [{ state: 'not-done' }, 'لم يكتمل هذا الطلب', 'لم يكتمل', 'الطلب'],
    [
      { state: 'refunded', refunded: { usdCents: usdCents(999), at: new Date(2026, 10, 19) } },
      'أُعيد مبلغ هذا الطلب',
      'عاد $9.99 إلى طريقة الدفع في 19/11/2026.',
      'الإيصال',
    ],
    [
      { refunded: { usdCents: usdCents(400), at: new Date(2026, 10, 19) } },
      'وصلت 1,060 جوهرة',
      'عاد $4.00 إلى طريقة الدفع في 19/11/2026.',
      'الإيصال',
    ],
    [{ purpose: 'fine', gems: 0, bonusGems: 0 }, 'غرامة لفك حظر', 'اكتمل', 'الإيصال'],
    [{ purpose: 'fine', gems: 0, bonusGems: 0, state: 'arriving' }, 'غرامة لفك حظر', 'قيد التحقق', 'الإيصال'],
  ] satisfies [Partial<Receipt>, string, string, string][])(
    'a receipt with %j shows that state in its heading, its text and the page title',
    async (changed, heading, sentence, title) => {
      show(changed);
      await card();
      expect(plain(screen.getByRole('heading', { level: 2 }).textContent).replaceAll('\u00A0', ' ')).toBe(
        heading,
      );
      expect(pageText()).toContain(sentence);
      await waitFor(() => expect(document.title).toMatch(new RegExp(`^${title} · `)));
    },
  );

  it('a receipt can be printed, and its link can be copied', async () => {
    show();
    await card();
    await userEvent.click(screen.getByRole('button', { name: 'طباعة' }));
    expect(print).toHaveBeenCalledOnce();
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await userEvent.click(screen.getByRole('button', { name: 'نسخ الرابط' }));
    expect(writeText).toHaveBeenCalledWith(`${location.origin}/receipt#${LINK}`);
    await waitFor(() => expect(currentToast()?.text).toBe('نُسخ الرابط'));
  });

  it('a receipt is read again when the link in the address changes', async () => {
    show();
    await card();
    network.use(answer(readReceipt, { ...RECEIPT, state: 'pending' }));
    location.hash = `#${LINK.replace('A', 'B')}`;
    await screen.findByText('الطلب قيد التحقق');
  });
});

describe('[ORD-22 in part] an invalid receipt link', () => {
  it('an invalid receipt link is reported, and the link is not shown on the page', async () => {
    network.use(answer(readReceipt, refuse('receipt-link-invalid')));
    open(LINK);
    expect((await screen.findByRole('alert')).textContent).toContain('التوقيع غير صحيح');
    expect(screen.queryByTestId('receipt-card')).toBeNull();
    expect(pageText()).not.toContain(LINK);
  });

  it.each(['', 'AZqLXnwAcACAAAAAAAAAAA', '<b>.x', '?info=1'])(
    'the incomplete receipt link %j is reported as invalid without a request',
    async (hash) => {
      open(hash);
      await screen.findByTestId('receipt-invalid');
      expect(requestsTo(readReceipt)).toEqual([]);
    },
  );

  it('a receipt link opened too often says when to try again', async () => {
    network.use(answer(readReceipt, refuse('too-many-tries')));
    open(LINK);
    expect(await screen.findByText(/فُتح هذا الرابط مرات كثيرة.*دقيقة واحدة/)).toBeDefined();
  });
});

it('a receipt that could not be loaded is loaded by the retry button', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  network.use(answer(readReceipt, LOST));
  open(LINK);
  const again = await screen.findByRole('button', { name: 'إعادة المحاولة' }, { timeout: 10_000 });
  network.use(answer(readReceipt, RECEIPT));
  vi.useRealTimers();
  await userEvent.click(again);
  await card();
});
