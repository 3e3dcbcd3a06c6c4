import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storedChosenAmount, storedLastPayCard, storedLastOrderId } from '../../browser/storage/purchase.ts';
import { findRecipient, listOrders, type OrderRow } from '@jawhara/contract';
import { orderNumber, usdCents, type OrderId } from '@jawhara/domain';
import { answer, network, requestsTo } from '../../api/test/network.ts';
import { storedConfirmedRecipients } from '../../browser/storage/recipients.ts';
import { createQueryCache } from '../../api/query-cache.ts';
import { act, fireEvent, pageOfTest, screen, userEvent, waitFor } from '../../ui/test/library.ts';
import { card, newServer, NOURA, type StepsServer } from '../pay-step/test/steps-server.ts';
import {
  chooseBoth,
  method,
  PAY,
  press,
  pressInSheet,
  seeChosen,
  visit,
} from '../pay-step/test/steps-shop.tsx';

const NEW_CARD = 'بطاقة جديدة';
const FIRST_PACK = { name: /4\.99/ };

const open = (more: Partial<StepsServer> = {}) =>
  visit('/pay', newServer({ cards: [card('4242')], ...more }));
/** Presses synchronously, before any pending answer can arrive. */
const pressNow = (role: 'button' | 'radio', name: string | RegExp) =>
  fireEvent.click(screen.getByRole(role, { name }));

const EARLIER = '0190f0a0-0000-7000-8000-000000000001' as OrderId;

beforeEach(chooseBoth);
afterEach(() => vi.restoreAllMocks());

describe('a new card pressed before the saved cards have loaded', () => {
  /** A server whose answers about packs and cards arrive when a test lets them. */
  function lateServer() {
    let [packsCome, cardsCome] = [() => undefined as unknown, () => undefined as unknown];
    const packsWaitFor = new Promise((come) => (packsCome = () => come(null)));
    const cardsWaitFor = new Promise((come) => (cardsCome = () => come(null)));
    return {
      late: { packsWaitFor, cardsWaitFor },
      packsCome: () => packsCome(),
      cardsCome: () => cardsCome(),
    };
  }

  it('the saved card is selected when the saved cards arrive and no method was pressed', async () => {
    const { late, packsCome, cardsCome } = lateServer();
    await open(late);
    packsCome();
    await screen.findByRole('radio', FIRST_PACK);
    cardsCome();
    await seeChosen('4242');
  });

  it('a new card pressed before packs and cards arrive stays selected', async () => {
    storedLastPayCard.write(card('4242').sourceId);
    const { late, packsCome, cardsCome } = lateServer();
    await open(late);
    pressNow('radio', NEW_CARD);
    packsCome();
    await screen.findByRole('radio', FIRST_PACK);
    cardsCome();
    await screen.findByRole('button', { name: 'الكل' });
    await seeChosen(NEW_CARD);
    expect(storedLastPayCard.read()).toBeNull();
  });

  it('pay pressed right after "new card" leads to the new-card step before the methods have loaded', async () => {
    await open();
    await method('4242');
    // The packs are stored by that visit, so the next visit can pay at once.
    await open();
    pressNow('radio', NEW_CARD);
    pressNow('button', PAY);
    expect(location.pathname + location.search).toBe('/pay-step?step=card');
  });
});

describe('[UX 2.3] pay pressed with a missing pack or recipient', () => {
  /** Presses pay. Returns the focused element, to which the page must also have scrolled. */
  function placeAfterPay(): Element | null {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
    fireEvent.click(screen.getByTestId('pay-now'));
    expect(scroll.mock.contexts[0]).toBe(document.activeElement);
    return document.activeElement;
  }

  it('pay pressed without a pack focuses the first pack', async () => {
    storedChosenAmount.forget();
    await open();
    const first = await screen.findByRole('radio', FIRST_PACK);
    expect(placeAfterPay()).toBe(first);
  });

  it('pay pressed without a recipient focuses the id field', async () => {
    localStorage.clear();
    await open();
    await screen.findByRole('radio', FIRST_PACK);
    expect(placeAfterPay()).toBe(screen.getByRole('textbox'));
  });

  it('pay pressed with a banned recipient focuses the button to change the recipient', async () => {
    await open({ recipientRefusal: 'banned' });
    await screen.findByText('هذا الحساب محظور ولا يمكن شحنه.');
    expect(placeAfterPay()).toBe(screen.getByRole('button', { name: 'تغيير' }));
  });
});

describe('[UX 2.1] the button names the next step, or the amount', () => {
  const label = () => screen.getByTestId('pay-now').textContent.replace(/[\u2066-\u2069]/g, '');

  it('the pay button asks for the id, then shows the amount; pressed before the account is found, it waits for the account', async () => {
    localStorage.clear();
    await open({ cards: [] });
    expect(label()).toBe('أدخل المعرّف');
    await userEvent.click(await screen.findByRole('radio', { name: /9\.99/ }));
    expect(label()).toBe('أدخل المعرّف');
    await userEvent.type(screen.getByRole('textbox'), NOURA.displayId);
    expect(label()).toBe('ادفع $9.99');
    await userEvent.click(screen.getByTestId('pay-now'));
    await screen.findByRole('button', { name: 'نعم، هذا هو' });
    expect(requestsTo(findRecipient)).toHaveLength(1);
  });

  it('changing the id after pressing pay cancels that press, even when the first id is typed again', async () => {
    localStorage.clear();
    await open({ cards: [] });
    await userEvent.click(await screen.findByRole('radio', { name: /9\.99/ }));
    const field = screen.getByRole('textbox');
    fireEvent.change(field, { target: { value: NOURA.displayId } });
    pressNow('button', PAY);
    fireEvent.change(field, { target: { value: `${NOURA.displayId}0` } });
    fireEvent.change(field, { target: { value: NOURA.displayId } });
    await screen.findByTestId('recipient-card');
    await act(async () => void (await import('../../recipient/new-face.tsx')));
    expect(screen.queryByRole('dialog')).toBeNull();
    pressNow('button', PAY);
    await screen.findByRole('dialog');
  });

  it('a pack chosen between pressing pay and confirming the recipient is the one that is paid', async () => {
    storedConfirmedRecipients.forget();
    await open({ cards: [] });
    await screen.findByRole('radio', { name: /9\.99/, checked: true });
    await press(PAY);
    fireEvent.click(screen.getByRole('radio', FIRST_PACK));
    await userEvent.click(await screen.findByRole('button', { name: 'نعم، هذا هو' }));
    await waitFor(() => expect(location.pathname).toBe('/pay-step'));
    expect(storedChosenAmount.read()).toBe(499);
  });

  it('with a recipient and no pack the pay button says to choose a pack', async () => {
    storedChosenAmount.forget();
    await open();
    await screen.findByRole('radio', FIRST_PACK);
    expect(label()).toBe('اختر باقة');
  });
});

describe('the same pack bought again for the same recipient', () => {
  const AGAIN = /مرة أخرى/;
  const PAID_JUST_NOW = { name: 'دفعت هذا قبل قليل. مرة أخرى؟' };
  const boughtBefore = (ms: number, more: Partial<OrderRow> = {}): void => {
    const order: OrderRow = {
      orderId: EARLIER,
      purpose: 'gems',
      payType: 23,
      priceUsdCents: usdCents(999),
      gems: 1_060,
      recipient: NOURA,
      createdAt: new Date(Date.now() - ms),
      state: 'delivered',
      ...more,
    };
    network.use(answer(listOrders, { of: 'device', orders: [order], hasOlder: false, earlier: [] }));
    storedLastOrderId.write(EARLIER);
  };
  const openAndPress = async (): Promise<void> => {
    await open();
    await method('4242');
    // The recent orders are read when the page is idle.
    const recent = () => pageOfTest().get(createQueryCache).queryState('recent orders').value;
    await waitFor(() => expect(recent()).not.toBeNull());
    await press(PAY);
  };

  it('[ORD-20] buying the same pack again within minutes needs a confirmation, which shows the earlier order', async () => {
    boughtBefore(60_000);
    await openAndPress();
    const sheet = await screen.findByRole('dialog', PAID_JUST_NOW);
    for (const said of ['قبل دقيقة واحدة', 'من جهاز آخر بحسابك', 'اكتمل', '$9.99', orderNumber(EARLIER)])
      expect(sheet.textContent).toContain(said);
    expect(location.pathname).toBe('/pay');
    await pressInSheet(AGAIN);
    await waitFor(() => expect(location.pathname).toBe('/pay-step'));
  });

  it('[ORD-20] the confirmation of a repeated purchase does not call a pending earlier order paid, and warns of paying twice', async () => {
    boughtBefore(120_000, { state: 'pending' });
    await openAndPress();
    const sheet = await screen.findByRole('dialog', { name: 'الطلب نفسه ما زال قيد التحقق. طلب آخر؟' });
    expect(sheet.textContent).toContain('إن قُبل الطلبان، يُدفع المبلغ مرتين وتصل الجواهر مرتين.');
    expect(sheet.textContent).toContain('من جهاز آخر بحسابك');
  });

  it('the confirmation of a repeated purchase has a button to the earlier order', async () => {
    boughtBefore(1_000);
    await openAndPress();
    await pressInSheet('الذهاب إلى ذلك الطلب');
    await waitFor(() => expect(location.search).toContain(EARLIER));
  });

  it('the confirmation of a repeated purchase is also shown when pay is pressed before the methods have loaded', async () => {
    boughtBefore(60_000);
    await open();
    await method('4242');
    await open(); // that visit has stored the packs and the card
    pressNow('button', PAY);
    expect(await screen.findByRole('dialog', PAID_JUST_NOW)).toBeDefined();
    expect(location.pathname).toBe('/pay');
  });

  it('[ORD-20] buying the same pack again after ten minutes needs no confirmation', async () => {
    boughtBefore(600_001);
    await openAndPress();
    await waitFor(() => expect(location.pathname).toBe('/pay-step'));
  });
});
