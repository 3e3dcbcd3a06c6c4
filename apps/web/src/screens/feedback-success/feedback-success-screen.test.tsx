import { readReport, type ReportInfo } from '@jawhara/contract';
import { orderNumber, type OrderId } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, requestsTo, LOST, network, refuse } from '../../api/test/network.ts';
import { rememberOrderId } from '../../browser/storage/orders.ts';
import { rememberReport, type StoredReport } from '../../browser/storage/reports.ts';
import { currentToast, plain, render, screen, userEvent, waitFor } from '../../ui/test/library.ts';
import { FeedbackSuccessScreen } from './feedback-success-screen.tsx';

const ORDER = '018f2f9e-0000-7000-8000-000000000001' as OrderId;
const SENT_AT = new Date(2026, 10, 14, 10, 42);
let count = 0;

/** A new number for each test, because answers are cached by number as long as the page lives. */
function newReport(more: Partial<ReportInfo> = {}): ReportInfo {
  count += 1;
  const reportNumber = `FB-7F3K-${String(20_481 + count)}`;
  return { reportNumber, sentAt: SENT_AT, state: 'open', orderNumber: '', answer: null, ...more };
}

function remember({ reportNumber, orderNumber: order }: ReportInfo, more: Partial<StoredReport> = {}): void {
  rememberReport({
    reportNumber,
    orderNumber: order,
    contact: null,
    isSignedIn: false,
    sentAt: SENT_AT,
    ...more,
  });
}

function open(report: ReportInfo | null): void {
  history.replaceState(
    null,
    '',
    `/feedback-success${report === null ? '' : `?report=${report.reportNumber}`}`,
  );
  if (report !== null) network.use(answer(readReport, report));
  render(<FeedbackSuccessScreen />);
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
});

describe('after a report was sent', () => {
  it('[FBK-03] the number of a sent report can be copied, and a link leads back to its order', async () => {
    rememberOrderId(ORDER);
    const report = newReport({ orderNumber: orderNumber(ORDER) });
    remember(report);
    open(report);
    expect(screen.getByRole('heading', { name: 'وصلنا بلاغك' })).toBeDefined();
    expect(screen.getByTestId('report-number').textContent).toBe(report.reportNumber);
    expect(screen.getByText(orderNumber(ORDER))).toBeDefined();
    const back = await screen.findByRole('link', { name: 'العودة إلى الطلب' });
    expect(back.getAttribute('href')).toBe(`/pay-step?order_id=${ORDER}`);
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await userEvent.click(screen.getByRole('button', { name: 'نسخ رقم البلاغ' }));
    expect(writeText).toHaveBeenCalledWith(report.reportNumber);
    await waitFor(() => expect(currentToast()?.text).toBe('نُسخ رقم البلاغ.'));
  });

  it.each([
    [{ contact: 'noura@example.com' }, 'سنراجعه ونرد عليك على noura@example.com.'],
    [{ isSignedIn: true }, 'سنراجعه ونرد عليك داخل التطبيق.'],
    [{}, 'سنراجعه. احتفظ برقم البلاغ لمتابعته معنا.'],
  ])('after sending, the page says how the report is answered: %j', async (remembered, sentence) => {
    const report = newReport();
    remember(report, remembered);
    open(report);
    expect(plain(document.body.textContent)).toContain(sentence);
    expect(await screen.findByText('يظهر ردنا هنا، على هذا الجهاز وحده.')).toBeDefined();
  });

  it('a report about an order of another device shows no link back to that order', () => {
    const report = newReport({ orderNumber: orderNumber(ORDER) });
    remember(report);
    open(report);
    expect(screen.queryByRole('link', { name: 'العودة إلى الطلب' })).toBeNull();
    expect(screen.getByRole('link', { name: 'العودة إلى الرئيسية' })).toBeDefined();
  });

  it('the success page opened without a report says that nothing was sent, and requests no report', () => {
    open(null);
    expect(screen.getByText('لم يُرسل شيء من هذه الصفحة.')).toBeDefined();
    expect(screen.queryByText('وصلنا بلاغك')).toBeNull();
    expect(screen.queryByTestId('report-number')).toBeNull();
    expect(screen.getByRole('link', { name: 'إرسال بلاغ' }).getAttribute('href')).toBe('/feedback');
    expect(screen.getByRole('link', { name: 'العودة إلى الرئيسية' }).getAttribute('href')).toBe('/');
    expect(requestsTo(readReport)).toEqual([]);
  });
});

describe('the operator’s answer to a report', () => {
  it('[FBK-03] the operator’s answer is shown with its line breaks and date, and with the report’s number', async () => {
    const text = 'وصلت الجواهر الآن.\nنعتذر.';
    const report = newReport({ state: 'answered', answer: { text, at: SENT_AT } });
    open(report);
    expect((await screen.findByTestId('report-answer')).textContent).toBe(text);
    expect(screen.getByRole('heading', { name: 'ردنا على بلاغك' })).toBeDefined();
    expect(plain(document.body.textContent)).toContain('في 14/11/2026 10:42');
    expect(screen.getByTestId('report-number').textContent).toBe(report.reportNumber);
  });

  it('a report of another device shows neither its answer nor its number', async () => {
    network.use(answer(readReport, refuse('report-not-found')));
    const other = newReport();
    history.replaceState(null, '', `/feedback-success?report=${other.reportNumber}`);
    render(<FeedbackSuccessScreen />);
    expect(await screen.findByText('يُقرأ البلاغ على الجهاز الذي أُرسل منه فقط.')).toBeDefined();
    expect(screen.queryByText(other.reportNumber)).toBeNull();
  });

  it('a report whose state cannot be loaded still shows its number', async () => {
    const report = newReport();
    remember(report);
    history.replaceState(null, '', `/feedback-success?report=${report.reportNumber}`);
    network.use(answer(readReport, LOST));
    render(<FeedbackSuccessScreen />);
    expect(await screen.findByText('تعذّر تحميل حالة البلاغ.')).toBeDefined();
    expect(screen.getByTestId('report-number').textContent).toBe(report.reportNumber);
  });
});
