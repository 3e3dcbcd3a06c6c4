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

describe('[ORD-22] the order search at /order', () => {
  it('an order number in any spelling is searched, and the response shows only the typed number', async () => {
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

  it('an incomplete order number is refused before anything is sent', async () => {
    open();
    await userEvent.type(field(), 'JW-7F3');
    await send();
    expect(plain(screen.getByText(/رقم الطلب غير مكتمل/).textContent)).toContain('JW-7F3K-20481');
    expect(requestsTo(findOrder)).toEqual([]);
  });

  it('an order number in the address is filled in, and nothing is sent by itself', () => {
    open(`#${NUMBER}`);
    expect(field().value).toBe(NUMBER);
    expect(requestsTo(findOrder)).toEqual([]);
  });

  it('an order that this device stores is offered without a request to the server', async () => {
    rememberOrderId(ORDER);
    open(`#${orderNumber(ORDER)}`);
    expect(await screen.findByText('هذا الطلب محفوظ على هذا الجهاز.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'عرض الطلب' }).getAttribute('href')).toBe(
      `/pay-step?order_id=${ORDER}`,
    );
    expect(requestsTo(findOrder)).toEqual([]);
  });

  it('an order that the device stored for a signed-out account is not shown', async () => {
    rememberOrderId(ORDER);
    storedOrders.write((storedOrders.read() ?? []).map((one) => ({ ...one, by: NOURA.accountId })));
    open(`#${orderNumber(ORDER)}`);
    await act(async () => void (await import('./on-device.tsx')));
    expect(screen.queryByTestId('order-on-device')).toBeNull();
  });

  it('after too many searches a message is shown and the typed number stays', async () => {
    network.use(answer(findOrder, refuse('too-many-tries', { data: { retry_after_s: 700 } })));
    open(`#${NUMBER}`);
    await send();
    expect(await screen.findByText(/محاولات كثيرة/)).toBeDefined();
    expect(field().value).toBe(NUMBER);
  });

  it('a lost order search shows an error', async () => {
    network.use(answer(findOrder, LOST));
    open(`#${NUMBER}`);
    await send();
    expect(await screen.findByText('تعذّر الإرسال. أعد المحاولة.', {}, { timeout: 15_000 })).toBeDefined();
  });
});

describe('[ORD-22] the link of an order mail', () => {
  it('a mailed order link is used only when the button is pressed, and the device does not store the order', async () => {
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

  it('an expired order link shows a message and the field for the order number', async () => {
    network.use(answer(openOrderLink, refuse('order-link-invalid')));
    open(`#${LINK}`);
    await userEvent.click(screen.getByTestId('order-open'));
    expect(await screen.findByText(/انتهت مدة هذا الرابط/)).toBeDefined();
    expect(field()).toBeDefined();
  });

  it('an order link whose response is lost can be pressed again', async () => {
    network.use(answer(openOrderLink, LOST));
    open(`#${LINK}`);
    await userEvent.click(screen.getByTestId('order-open'));
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.getByTestId('order-open')).toBeDefined();
  });
});
