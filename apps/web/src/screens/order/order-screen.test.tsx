import '../../words/english.ts';
import { findOrder, openOrderLink } from '@jawhara/contract';
import { orderNumber, type OrderId } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOURA } from '../../api/test/accounts.ts';
import { answer, LOST, network, refuse, requestsTo } from '../../api/test/network.ts';
import { rememberOrderId, storedLinkedOrder, storedOrders } from '../../browser/storage/orders.ts';
import { act, plain, render, screen, userEvent } from '../../ui/test/library.ts';
import { OrderScreen } from './order-screen.tsx';

const ORDER = '018f2f9e-0000-7000-8000-000000007919' as OrderId;
const NUMBER = 'JW-8H2T-55310';
const LINK = `${'A'.repeat(22)}.${'b'.repeat(22)}`;

function open(hash = ''): void {
  history.replaceState(null, '', `/order${hash}`);
  render(<OrderScreen />);
}
const field = () => screen.getByTestId<HTMLInputElement>('order-number');
const send = () => userEvent.click(screen.getByTestId('order-send'));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '', '/');
});

describe('[ORD-22] /order', () => {
  it('asks for the number, in any spelling, and answers with the typed one and nothing else', async () => {
    network.use(answer(findOrder, {}));
    open();
    await userEvent.type(field(), 'jw 8h2t ٥٥٣١٠{Enter}');
    const said = plain((await screen.findByTestId('order-answer')).textContent);
    expect(said).toContain('إن كان الطلب عندنا، فالرابط في الطريق');
    expect(said).toContain(NUMBER);
    expect(requestsTo(findOrder)).toEqual([{ number: NUMBER }]);
    await userEvent.click(screen.getByRole('button', { name: 'رقم آخر' }));
    expect(field().value).toBe('');
  });

  it('judges the shape alone, before anything is sent', async () => {
    open();
    await userEvent.type(field(), 'JW-7F3');
    await send();
    expect(plain(screen.getByText(/رقم الطلب غير مكتمل/).textContent)).toContain('JW-7F3K-20481');
    expect(requestsTo(findOrder)).toEqual([]);
  });

  it('has the number of the address filled in, and sends nothing by itself', () => {
    open(`#${NUMBER}`);
    expect(field().value).toBe(NUMBER);
    expect(requestsTo(findOrder)).toEqual([]);
  });

  it('opens an order of this device from its memory, without asking the server', async () => {
    rememberOrderId(ORDER);
    open(`#${orderNumber(ORDER)}`);
    expect(await screen.findByText('هذا الطلب محفوظ على هذا الجهاز.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'عرض الطلب' }).getAttribute('href')).toBe(
      `/pay-step?order_id=${ORDER}`,
    );
    expect(requestsTo(findOrder)).toEqual([]);
  });

  it('says nothing of an order that this device remembers of an account that is not here', async () => {
    rememberOrderId(ORDER);
    storedOrders.write((storedOrders.read() ?? []).map((one) => ({ ...one, by: NOURA.accountId })));
    open(`#${orderNumber(ORDER)}`);
    await act(async () => void (await import('./on-device.tsx')));
    expect(screen.queryByTestId('order-on-device')).toBeNull();
  });

  it('says when it may be tried again, and keeps what was typed', async () => {
    network.use(answer(findOrder, refuse('too-many-tries', { data: { retry_after_s: 700 } })));
    open(`#${NUMBER}`);
    await send();
    expect(await screen.findByText(/محاولات كثيرة/)).toBeDefined();
    expect(field().value).toBe(NUMBER);
  });

  it('a lost request says so', async () => {
    network.use(answer(findOrder, LOST));
    open(`#${NUMBER}`);
    await send();
    expect(await screen.findByText('تعذّر الإرسال. أعد المحاولة.', {}, { timeout: 15_000 })).toBeDefined();
  });
});

describe('[ORD-22] the link of a mail', () => {
  it('is used by a press, not by opening the page; the order is stored nowhere on this device', async () => {
    const went = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
    network.use(answer(openOrderLink, { orderId: ORDER }));
    open(`#${LINK}`);
    expect(requestsTo(openOrderLink)).toEqual([]);
    await userEvent.click(screen.getByTestId('order-open'));
    await vi.waitFor(() => expect(went).toHaveBeenCalledWith(`/pay-step?order_id=${ORDER}`));
    expect(requestsTo(openOrderLink)).toEqual([{ link: LINK }]);
    expect(storedLinkedOrder.read()).toBe(ORDER);
    rememberOrderId(ORDER);
    expect(storedOrders.read() ?? []).toEqual([]);
  });

  it('that is over says so, beside the way to a new one', async () => {
    network.use(answer(openOrderLink, refuse('order-link-invalid')));
    open(`#${LINK}`);
    await userEvent.click(screen.getByTestId('order-open'));
    expect(await screen.findByText(/انتهت مدة هذا الرابط/)).toBeDefined();
    expect(field()).toBeDefined();
  });

  it('whose answer is lost can be pressed again', async () => {
    network.use(answer(openOrderLink, LOST));
    open(`#${LINK}`);
    await userEvent.click(screen.getByTestId('order-open'));
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.getByTestId('order-open')).toBeDefined();
  });
});
