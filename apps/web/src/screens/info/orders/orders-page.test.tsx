import '../../../words/english.ts';
import { messages as home } from '../../../words/ar/home.po';
import { joinOrders, listOrders, type OrderInfo, type OrderRow, type OwnOrders } from '@jawhara/contract';
import {
  accountId,
  CHECKOUT_COM_CARD,
  orderNumber,
  PAYER_ORDER_STATES,
  usdCents,
  type DisplayId,
  type OrderId,
  type PayerOrderState,
  type RechargeId,
} from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOURA } from '../../../api/test/accounts.ts';
import { answer, LOST, network, refuse, requestsTo } from '../../../api/test/network.ts';
import { storedLogin } from '../../../browser/storage/login.ts';
import { keepSeenOrder, rememberOrderId, storedOrders } from '../../../browser/storage/orders.ts';
import { stateWord } from '../../../ui/order-chip.tsx';
import { currentToast, plain, render, screen, userEvent, waitFor, within } from '../../../ui/test/library.ts';
import { addWords, word } from '../../../words/word.ts';
import { OrdersPage } from './orders-page.tsx';

addWords(home);

const NOW = new Date();
const at = (daysAgo: number, hours: number, minutes: number): Date =>
  new Date(NOW.getFullYear(), NOW.getMonth(), NOW.getDate() - daysAgo, hours, minutes);
const LONG_AGO = new Date(2026, 1, 3, 21, 16);

const idOf = (nth: number) => `018f2f9e-0000-7000-8000-${String(nth * 7_919).padStart(12, '0')}` as OrderId;

function rowOf(nth: number, more: Partial<OrderRow> = {}): OrderRow {
  return {
    orderId: idOf(nth),
    purpose: 'gems',
    payType: CHECKOUT_COM_CARD,
    priceUsdCents: usdCents(999),
    gems: 1_060,
    recipient: {
      accountId: accountId(1),
      displayId: '5048213' as DisplayId,
      nickname: 'نورة',
      iconUrl: null,
    },
    createdAt: at(0, 0, 1),
    state: 'delivered',
    ...more,
  };
}

function infoOf(nth: number, state: PayerOrderState): OrderInfo {
  return {
    ...rowOf(nth, { state, createdAt: LONG_AGO }),
    rechargeId: 'card_999' as RechargeId,
    bonusGems: 60,
    challenge: null,
    money: null,
    refundWishedAt: null,
    deliveryDueAt: null,
    receiptLink: null,
    mail: null,
    result: -1,
    creditedAt: null,
  };
}

const list = (orders: readonly OrderRow[], more: Partial<OwnOrders> = {}): OwnOrders => ({
  of: 'account',
  orders,
  hasOlder: false,
  earlier: [],
  ...more,
});

const signIn = (): void =>
  storedLogin.write({ sessionKey: 'a'.repeat(64), account: NOURA, storedAtMs: Date.now() });
const rows = () => screen.findAllByRole('link', { name: /JW-/ });
/** Failed requests are repeated twice with pauses, which takes long. */
const PATIENT = { timeout: 15_000 };

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  document.documentElement.lang = 'ar';
});

describe('[ORD-19] the orders of an account', () => {
  beforeEach(signIn);

  it('the orders of an account come from the server, and the page names the account’s devices', async () => {
    network.use(answer(listOrders, list([rowOf(1)])));
    render(<OrdersPage />);
    const [row] = await rows();
    expect(row?.getAttribute('href')).toBe(`/pay-step?order_id=${idOf(1)}`);
    const text = plain(row?.textContent).replaceAll('\u00A0', ' ');
    for (const part of ['1,060 جوهرة', 'إلى', 'نورة', '$9.99', orderNumber(idOf(1)), 'اكتمل', '00:01'])
      expect(text).toContain(part);
    expect(screen.getByText('طلبات حسابك من كل أجهزتك')).toBeDefined();
  });

  it('orders are grouped under today, yesterday and earlier; older orders show a date', async () => {
    const orders = [
      rowOf(3),
      rowOf(2, { createdAt: at(1, 23, 59) }),
      rowOf(1, { createdAt: LONG_AGO, state: 'expired' }),
    ];
    network.use(answer(listOrders, list(orders)));
    render(<OrdersPage />);
    await rows();
    const days = screen.getAllByRole('region').map((day) => plain(day.textContent));
    expect(days.map((day) => /^اليوم|^أمس|^قبل ذلك/.exec(day)?.[0])).toEqual(['اليوم', 'أمس', 'قبل ذلك']);
    expect(days[1]).toContain('23:59');
    expect(days[2]).toContain('03/02/2026');
  });

  it('orders can be filtered by state', async () => {
    network.use(answer(listOrders, ({ group }) => list(group === null ? [rowOf(1), rowOf(2)] : [])));
    render(<OrdersPage />);
    expect(await rows()).toHaveLength(2);
    await userEvent.click(screen.getByRole('radio', { name: 'أُعيد المبلغ' }));
    expect(await screen.findByText('لا طلبات بهذه الحالة.')).toBeDefined();
    expect(requestsTo(listOrders).at(-1)).toMatchObject({ group: 'returned' });
  });

  it('orders are found by a part of their number, which is marked; the state filter is hidden meanwhile', async () => {
    const number = orderNumber(idOf(1));
    network.use(answer(listOrders, list([rowOf(1)])));
    render(<OrdersPage />);
    await rows();
    const typed = number.slice(-3).toLowerCase();
    await userEvent.type(screen.getByTestId('orders-search'), typed);
    await waitFor(() => expect(document.querySelector('mark')?.textContent).toBe(typed.toUpperCase()));
    expect(requestsTo(listOrders).at(-1)).toMatchObject({ number: typed });
    expect(screen.queryByRole('radiogroup')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: word('orders.searchClear') }));
    expect(await screen.findByRole('radiogroup')).toBeDefined();
  });

  it('searching an order that is not in the list links to /order with its number filled in', async () => {
    network.use(answer(listOrders, ({ number }) => list(number === null ? [rowOf(1)] : [])));
    render(<OrdersPage />);
    await rows();
    await userEvent.type(screen.getByTestId('orders-search'), 'JW-8H2T-55310');
    expect(plain((await screen.findByText(/في هذه القائمة/)).textContent)).toContain('JW-8H2T-55310');
    expect(screen.getByRole('link', { name: 'البحث عنه برقمه' }).getAttribute('href')).toBe(
      '/order#JW-8H2T-55310',
    );
  });

  it('older orders are loaded page by page', async () => {
    network.use(
      answer(listOrders, ({ before }) =>
        before === null ? list([rowOf(2)], { hasOlder: true }) : list([rowOf(1)]),
      ),
    );
    render(<OrdersPage />);
    expect(await rows()).toHaveLength(1);
    await userEvent.click(screen.getByTestId('orders-older'));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(requestsTo(listOrders).at(-1)).toMatchObject({ before: idOf(2) });
    expect(screen.queryByTestId('orders-older')).toBeNull();
  });

  it('the orders page of an account without orders says that there are none, and links to the first purchase', async () => {
    network.use(answer(listOrders, list([])));
    render(<OrdersPage />);
    expect(await screen.findByText('لا طلبات في حسابك بعد.')).toBeDefined();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/pay');
  });

  it('when an account’s orders cannot be loaded, the orders stored on this device are shown with their date', async () => {
    keepSeenOrder(infoOf(3, 'pending'), LONG_AGO);
    network.use(answer(listOrders, LOST));
    render(<OrdersPage />);
    expect(await screen.findByText(/تعذّر تحميل طلبات حسابك/, {}, PATIENT)).toBeDefined();
    expect(await rows()).toHaveLength(1);
    expect(plain(screen.getByTestId('orders-as-of').textContent)).toContain('03/02/2026 21:16');
  });
});

describe('[ORD-19] earlier orders of this device', () => {
  const earlier = [rowOf(5, { createdAt: LONG_AGO }), rowOf(4, { createdAt: LONG_AGO })];
  beforeEach(signIn);

  async function openSheet(): Promise<HTMLElement> {
    render(<OrdersPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'مراجعة' }));
    return screen.findByRole('dialog');
  }

  function firstBox(sheet: HTMLElement): HTMLInputElement {
    const [box] = within(sheet).getAllByRole<HTMLInputElement>('checkbox');
    if (box === undefined) throw new Error('nothing to choose');
    return box;
  }

  it('earlier orders of this device are offered unticked, and confirming without a tick sends nothing', async () => {
    network.use(answer(listOrders, list([], { earlier })), answer(joinOrders, { joined: 0 }));
    const sheet = await openSheet();
    const boxes = within(sheet).getAllByRole<HTMLInputElement>('checkbox');
    expect(boxes.map(({ checked }) => checked)).toEqual([false, false]);
    await userEvent.click(within(sheet).getByTestId('join-yes'));
    expect(requestsTo(joinOrders)).toEqual([]);
  });

  it('only the ticked earlier orders join the account, and the offer to join them disappears', async () => {
    rememberOrderId(idOf(5));
    storedOrders.write((storedOrders.read() ?? []).map((order) => ({ ...order, by: null })));
    let isJoined = false;
    network.use(
      answer(listOrders, () => (isJoined ? list([rowOf(5)]) : list([], { earlier }))),
      answer(joinOrders, ({ mine }) => {
        isJoined = true;
        return { joined: mine.length };
      }),
    );
    const sheet = await openSheet();
    const box = firstBox(sheet);
    await userEvent.click(box);
    await userEvent.click(within(sheet).getByRole('button', { name: 'ضمّ طلب واحد إلى حسابي' }));
    await waitFor(() => expect(screen.queryByTestId('join-strip')).toBeNull());
    expect(requestsTo(joinOrders)).toEqual([{ order_ids: JSON.stringify([idOf(5)]) }]);
    expect(currentToast()?.text).toBe('ضُمّ طلب واحد إلى حسابك.');
    expect(storedOrders.read()?.[0]?.by).toBe(NOURA.accountId);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('the button "not mine" joins no earlier order to the account, even a ticked one', async () => {
    let isSaid = false;
    network.use(
      answer(listOrders, () => list([], { earlier: isSaid ? [] : earlier })),
      answer(joinOrders, () => {
        isSaid = true;
        return { joined: 0 };
      }),
    );
    const sheet = await openSheet();
    await userEvent.click(firstBox(sheet));
    await userEvent.click(within(sheet).getByTestId('join-no'));
    await waitFor(() => expect(screen.queryByTestId('join-strip')).toBeNull());
    expect(requestsTo(joinOrders)).toEqual([{ order_ids: '[]' }]);
  });

  it('a refused request to join earlier orders shows an error and keeps the ticks', async () => {
    network.use(answer(listOrders, list([], { earlier })), answer(joinOrders, refuse('not-signed-in')));
    const sheet = await openSheet();
    const box = firstBox(sheet);
    await userEvent.click(box);
    await userEvent.click(within(sheet).getByTestId('join-yes'));
    expect(await within(sheet).findByRole('alert')).toBeDefined();
    expect(box.checked).toBe(true);
  });
});

describe('[ORD-19] the orders of a device without a login', () => {
  it('without a login the orders of the device are shown, with a link to log in', async () => {
    network.use(answer(listOrders, list([rowOf(1)], { of: 'device' })));
    render(<OrdersPage />);
    await rows();
    expect(screen.getByText('طلبات هذا الجهاز')).toBeDefined();
    expect(screen.getByRole('link', { name: 'دخول' }).getAttribute('href')).toBe('/login');
    expect(screen.queryByTestId('join-strip')).toBeNull();
  });

  it('the orders page of a device without orders says that there are none, and links to the first purchase', async () => {
    network.use(answer(listOrders, list([], { of: 'device' })));
    render(<OrdersPage />);
    expect(await screen.findByText('لا طلبات على هذا الجهاز بعد.')).toBeDefined();
  });

  it('offline the page shows stored orders with the date of their state, and orders without a state by number', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    keepSeenOrder(infoOf(3, 'pending'), LONG_AGO);
    rememberOrderId(idOf(2));
    render(<OrdersPage />);
    expect(screen.getByText('قيد التحقق')).toBeDefined();
    expect(screen.getAllByRole('link', { name: /JW-/ })).toHaveLength(2);
    expect(plain(screen.getByTestId('orders-as-of').textContent)).toBe('آخر حالة معروفة: 03/02/2026 21:16');
  });

  it('orders that the device stored for a signed-out account are not shown', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    keepSeenOrder(infoOf(3, 'pending'), LONG_AGO);
    storedOrders.write((storedOrders.read() ?? []).map((order) => ({ ...order, by: NOURA.accountId })));
    render(<OrdersPage />);
    expect(screen.getByText('لا طلبات على هذا الجهاز بعد.')).toBeDefined();
  });
});

it('the orders page calls only a delivered order complete', () => {
  expect(PAYER_ORDER_STATES.filter((state) => stateWord(state) === 'اكتمل')).toEqual(['delivered']);
  expect(stateWord('expired')).toBe('لم يكتمل');
  expect(stateWord('awaiting-payer')).toBe('قيد التحقق');
});
