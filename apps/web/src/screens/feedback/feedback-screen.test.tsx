import { sessionKeyHeader, submitFeedback } from '@jawhara/contract';
import { FEEDBACK_WORDS_MAX, HTTP_TIMEOUT_MS, orderNumber, type OrderId } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOURA } from '../../api/test/accounts.ts';
import { answer, requestsTo, LOST, network, refuse, SILENCE } from '../../api/test/network.ts';
import { storedOpenOrderId } from '../../browser/storage/purchase.ts';
import { storedReportDraft, storedReports } from '../../browser/storage/reports.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import {
  act,
  cleanup,
  fireEvent,
  plain,
  screen,
  userEvent,
  waitFor,
  waitInFakeTime,
} from '../../ui/test/library.ts';
import {
  goOffline,
  NUMBER,
  openForm,
  sendButton,
  STORY,
  story,
  takeAll,
  write,
} from './test/report-server.tsx';

const OPEN_ORDER = '018f2f9e-0000-7000-8000-000000000001' as OrderId;

beforeEach(() => {
  localStorage.clear();
  goOffline(false);
  takeAll();
});
afterEach(() => {
  vi.useRealTimers();
  history.replaceState(null, '', '/');
});

const whenSent = () => waitFor(() => expect(location.pathname).toBe('/feedback-success'));

describe('a report', () => {
  it('[FBK-03] a report is sent with its topic, text, order number and contact, and its number is shown', async () => {
    openForm('/feedback?order=jw-7f3k-20481');
    expect(screen.getByText('أضفنا رقم الطلب عنك.')).toBeDefined();
    await write('لم تصل الجواهر');
    await userEvent.type(screen.getByRole('textbox', { name: /بريد أو رقم/ }), '00966 55 123 4567');
    await userEvent.click(sendButton());
    await whenSent();
    expect(location.search).toBe(`?report=${NUMBER}`);
    expect(requestsTo(submitFeedback)).toMatchObject([
      {
        content: STORY,
        topic: 'gems-missing',
        order_number: 'JW-7F3K-20481',
        contact: '+966551234567',
        images: '[]',
      },
    ]);
    const [wire] = requestsTo(submitFeedback);
    for (const field of ['model', 'version', 'uuid']) expect(wire?.[field]).not.toBe('');
    expect(storedReportDraft.read()).toBeNull();
    expect(storedReports.read()).toMatchObject([{ reportNumber: NUMBER, contact: '+966551234567' }]);
  });

  it('[FBK-03] the report of a signed-in payer is sent with their session key and account id', async () => {
    const sessionKey = 'a'.repeat(64);
    storedLogin.write({ sessionKey, account: NOURA, storedAtMs: Date.now() });
    const keys: (string | null)[] = [];
    network.use(
      answer(submitFeedback, (_report, headers) => {
        keys.push(headers.get(sessionKeyHeader(submitFeedback.path)));
        return { reportNumber: NUMBER };
      }),
    );
    openForm();
    await write();
    await userEvent.click(sendButton());
    await whenSent();
    expect(keys).toEqual([sessionKey]);
    expect(requestsTo(submitFeedback)).toMatchObject([{ uid: NOURA.accountId }]);
  });

  it('[FBK-01] a report without topic and text is not sent: both fields show an error, and the first gets the focus', async () => {
    openForm();
    await userEvent.click(sendButton());
    expect(await screen.findByText('اختر نوع المشكلة.')).toBeDefined();
    expect(screen.getByText('اكتب وصف المشكلة أولًا.')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('radio')[0]));
    expect(story().getAttribute('aria-invalid')).toBe('true');
    expect(requestsTo(submitFeedback)).toEqual([]);
    await userEvent.click(screen.getByRole('radio', { name: 'رُفضت البطاقة' }));
    expect(screen.queryByText('اختر نوع المشكلة.')).toBeNull();
  });

  it('[FBK-01] the words of a report are counted near the limit, and a text beyond it shows an error', () => {
    const words = (count: number) => Array.from({ length: count }, () => 'كلمة').join(' ');
    openForm();
    const type = (count: number) => fireEvent.change(story(), { target: { value: words(count) } });
    type(399);
    expect(screen.queryByTestId('report-words')).toBeNull();
    type(400);
    expect(plain(screen.getByTestId('report-words').textContent)).toBe('400 من 500');
    type(FEEDBACK_WORDS_MAX + 1);
    expect(screen.getByText('النص طويل. اختصره إلى 500 كلمة كحد أقصى.')).toBeDefined();
  });

  it('an invalid contact of a report shows an error, and a signed-in payer sees no contact field', async () => {
    openForm();
    await write();
    await userEvent.type(screen.getByRole('textbox', { name: /بريد أو رقم/ }), 'noura');
    await userEvent.click(sendButton());
    expect(await screen.findByText('تحقّق من البريد أو الرقم.')).toBeDefined();
    expect(requestsTo(submitFeedback)).toEqual([]);
    cleanup();
    storedLogin.write({ sessionKey: 'a'.repeat(64), account: NOURA, storedAtMs: Date.now() });
    openForm();
    expect(screen.queryByRole('textbox', { name: /بريد أو رقم/ })).toBeNull();
  });

  it('the number of the open order is filled into the report, and the payer can change it', async () => {
    storedOpenOrderId.write(OPEN_ORDER);
    openForm();
    expect(screen.getByTestId('report-order-filled').textContent).toContain(orderNumber(OPEN_ORDER));
    await userEvent.click(screen.getByRole('button', { name: 'تغيير' }));
    const field = screen.getByRole('textbox', { name: 'رقم الطلب (اختياري)' });
    await userEvent.clear(field);
    await userEvent.type(field, '7f3k20481');
    await write();
    await userEvent.click(sendButton());
    await whenSent();
    expect(requestsTo(submitFeedback)).toMatchObject([{ order_number: 'JW-7F3K-20481' }]);
  });

  it('the report form offers six topics, and a link can preselect one', () => {
    openForm('/feedback?topic=ban-or-fine');
    expect(screen.getAllByRole('radio')).toHaveLength(6);
    const chosen = screen.getByRole<HTMLInputElement>('radio', { name: 'اعتراض على حظر أو غرامة' });
    expect(chosen.checked).toBe(true);
  });
});

describe('the text of a report', () => {
  it('the text of a report is restored after the page died, and a card number in it is never stored', async () => {
    openForm();
    await write();
    await userEvent.click(story());
    await userEvent.paste(' 4111 1111 1111 1111');
    expect(screen.getAllByText('لا ترسل رقم البطاقة كاملًا أو رمز CVV.')).toHaveLength(2);
    expect(JSON.stringify(storedReportDraft.read())).not.toContain('4111 1111 1111 1111');
    cleanup();
    openForm();
    expect((story() as HTMLTextAreaElement).value).toBe(`${STORY} `);
  });

  it('a report cannot be sent offline, and the button says so; it can be sent once online again', async () => {
    openForm();
    await write();
    goOffline(true);
    expect(sendButton().getAttribute('aria-disabled')).toBe('true');
    expect(sendButton().textContent).toContain('بلاغك محفوظ. يمكن إرساله عند عودة الاتصال.');
    await userEvent.click(sendButton());
    expect(requestsTo(submitFeedback)).toEqual([]);
    goOffline(false);
    await userEvent.click(sendButton());
    await whenSent();
  });

  it('two fast presses on the send button send one report, and the button says that it is being sent', async () => {
    network.use(answer(submitFeedback, SILENCE));
    openForm();
    await write();
    await userEvent.dblClick(sendButton());
    expect(sendButton().textContent).toContain('نرسل بلاغك…');
    await waitFor(() => expect(requestsTo(submitFeedback)).toHaveLength(1));
    await userEvent.type(story(), 'x');
    expect((story() as HTMLTextAreaElement).value).toBe(STORY);
  });

  it('a report whose response is lost stays in the form and is sent again with the same request id', async () => {
    const ids: (string | null)[] = [];
    let isLost = true;
    network.use(
      answer(submitFeedback, (_report, headers) => {
        ids.push(headers.get('x-request-id'));
        return isLost ? LOST : { reportNumber: NUMBER };
      }),
    );
    openForm();
    await write();
    await userEvent.click(sendButton());
    expect(await screen.findByText(/تعذّر الإرسال، وبلاغك محفوظ هنا/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'تواصل معنا' })).toBeDefined();
    cleanup(); // the page is closed; the draft has the request id
    isLost = false;
    openForm();
    await userEvent.click(sendButton());
    await whenSent();
    expect(ids[0]).toMatch(/^[\w-]{8,}$/);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  it('a report without a response in time stays in the form, with a message to try again', async () => {
    network.use(answer(submitFeedback, SILENCE));
    openForm();
    await write();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(sendButton());
    await waitInFakeTime(() => expect(requestsTo(submitFeedback)).toHaveLength(1));
    act(() => void vi.advanceTimersByTime(HTTP_TIMEOUT_MS));
    await waitInFakeTime(() =>
      expect(screen.getByText('تأخّر الإرسال، وبلاغك محفوظ هنا. أعد المحاولة.')).toBeDefined(),
    );
    expect(sendButton().textContent).toBe('إرسال');
  });

  it('a refused report stays in the form, with the server’s message', async () => {
    network.use(answer(submitFeedback, refuse('too-many-tries')));
    openForm();
    await write();
    await userEvent.click(sendButton());
    expect(await screen.findByText('محاولات كثيرة. انتظر قليلًا ثم أعد المحاولة.')).toBeDefined();
    expect(storedReportDraft.read()?.content).toBe(STORY);
  });
});
