import '../../words/english.ts';
import { MAIL_CONSENT_WORDS, stopMail, subscribeToMail, type OrderInfo } from '@jawhara/contract';
import { LOCALES, type Locale } from '@jawhara/domain';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, LOST, network, refuse, requestsTo } from '../../api/test/network.ts';
import { storedMailAddress } from '../../browser/storage/orders.ts';
import { act, openNewPage, plain, render, screen, userEvent, waitFor } from '../../ui/test/library.ts';
import { simulateHostApp } from '../../host-app/simulate-host-app.ts';
import { word } from '../../words/word.ts';
import { order as paidOrder } from '../machine/purchase/test/purchase-samples.ts';
import { MailNews } from './mail-news.tsx';

const ADDRESS = 'noura@example.com';
const open = (mail: OrderInfo['mail'] = { address: null }) =>
  render(<MailNews order={{ ...paidOrder('delivered'), mail }} />);
const field = () => screen.getByRole('textbox', { name: 'البريد الإلكتروني' });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => localStorage.clear());

describe('[ORD-21] the line that asks for an address', () => {
  it('sending the mail address includes the consent, shows the address, and stores nothing on the device', async () => {
    network.use(answer(subscribeToMail, {}));
    open();
    await userEvent.type(field(), ADDRESS);
    await press('إرسال');
    expect(plain((await screen.findByTestId('mail-sent')).textContent)).toContain(
      `الإيصال في الطريق إلى ${ADDRESS}`,
    );
    expect(requestsTo(subscribeToMail)).toMatchObject([{ email: ADDRESS, consent: 'mail-ar-1' }]);
    expect(storedMailAddress.read()).toBeNull();
  });

  it('without a network the mail address is sent once when the network is back, and the page says so', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    network.use(answer(subscribeToMail, {}));
    open();
    await userEvent.type(field(), ADDRESS);
    await press('إرسال');
    expect(screen.getByText('نرسله عند عودة الاتصال.')).toBeDefined();
    expect(requestsTo(subscribeToMail)).toEqual([]);
    online.mockReturnValue(true);
    act(() => void dispatchEvent(new Event('online')));
    await screen.findByTestId('mail-sent');
    expect(requestsTo(subscribeToMail)).toMatchObject([{ email: ADDRESS }]);
    online.mockRestore();
  });

  it('one press stops the mails of an order', async () => {
    network.use(answer(stopMail, {}));
    open({ address: ADDRESS });
    await press('إيقاف الرسائل');
    expect((await screen.findByTestId('mail-stopped')).textContent).toBe(
      'أُوقفت رسائل هذا الطلب، وحُذف البريد.',
    );
    expect(requestsTo(stopMail)).toHaveLength(1);
  });

  it('an incomplete mail address is not sent; its field shows the error and has the cursor', async () => {
    open();
    await userEvent.type(field(), 'noura@');
    await press('إرسال');
    expect(plain(screen.getByRole('alert').textContent)).toBe('البريد غير مكتمل. مثال: name@example.com');
    expect(document.activeElement).toBe(field());
    expect(requestsTo(subscribeToMail)).toEqual([]);
  });

  it('a probably mistyped mail address is corrected only by a press on the suggestion', async () => {
    open();
    await userEvent.type(field(), 'noura@gmial.com');
    await press(/هل المقصود/);
    expect(field()).toHaveProperty('value', 'noura@gmail.com');
  });

  it('a remembered mail address needs one press for the next order, and can be deleted from the device', async () => {
    network.use(answer(subscribeToMail, {}));
    const first = open();
    await userEvent.type(field(), ADDRESS);
    await userEvent.click(screen.getByRole('checkbox', { name: 'تذكّر البريد على هذا الجهاز' }));
    await press('إرسال');
    await screen.findByTestId('mail-sent');
    first.unmount();
    open();
    expect(screen.getByRole('button', { name: /إرسال إلى/ })).toBeDefined();
    await press('نسيان البريد');
    expect(storedMailAddress.read()).toBeNull();
    expect(field()).toHaveProperty('value', '');
  });

  it.each([
    ['refused', refuse('too-many-tries')],
    ['lost', LOST],
  ] as const)(
    'when sending the mail address is %s, the page says that nothing was sent and keeps the typed address',
    async (_how, end) => {
      network.use(answer(subscribeToMail, end));
      open();
      await userEvent.type(field(), ADDRESS);
      await press('إرسال');
      expect(await screen.findByText('تعذّر الحفظ، ولم يُرسل شيء. أعد المحاولة.')).toBeDefined();
      expect(field()).toHaveProperty('value', ADDRESS);
    },
  );

  it('the form for a mail address is not shown for an order whose news are not sent by mail', () => {
    const { container } = open(null);
    expect(container.textContent).toBe('');
  });

  it('the form for a mail address is not shown inside the app', async () => {
    openNewPage();
    simulateHostApp({ platform: 'android', versionCode: 100 });
    const { container } = open();
    await waitFor(() => expect(container.textContent).toBe(''));
    globalThis.JawharaApp = undefined;
    openNewPage();
  });

  it.each(Object.keys(LOCALES) as Locale[])(
    'the stored mail consent text in %s equals the sentences shown',
    (locale) => {
      const said = `${word('receipt.email.ask', {}, locale)}. ${word('receipt.email.only', {}, locale)} [${word('receipt.email.send', {}, locale)}]`;
      expect(MAIL_CONSENT_WORDS[`mail-${locale}-1`]).toBe(said);
    },
  );
});
