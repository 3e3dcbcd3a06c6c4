import { listOrders, listSavedCards, type OrderRow } from '@jawhara/contract';
import {
  accountId,
  CHECKOUT_COM_CARD,
  usdCents,
  type DisplayId,
  type OrderId,
  type RechargeId,
  type Recipient,
  type SavedCard,
} from '@jawhara/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import { confirmRecipient, rememberRecipient, storedRecipient } from '../../browser/storage/recipients.ts';
import {
  storedLastOrderId,
  storedLastPurchase,
  storedPacks,
  storedStepCard,
  storedChosenAmount,
  storedLastPaidAmount,
} from '../../browser/storage/purchase.ts';
import { requestsTo, answer, LOST, network } from '../../api/test/network.ts';
import { act, pageOfTest, render, screen, userEvent, waitFor, within } from '../../ui/test/library.ts';
import { word } from '../../words/word.ts';
import { card } from '../pay-step/test/steps-server.ts';

const person = (id: number, nickname: string): Recipient => ({
  accountId: accountId(id),
  displayId: String(5_048_213 + id) as DisplayId,
  nickname,
  iconUrl: null,
});
const PAID = person(1, '💎 ملك 💎');
const CHOSEN = person(2, 'سارة');
const AMOUNT = usdCents(99);

function packsSoldBy(payTypes: (typeof CHECKOUT_COM_CARD | 24)[]): void {
  storedPacks.write({
    rows: [{ priceUsdCents: AMOUNT, gems: 100, bonusGems: 0, rechargeId: 'card_99' as RechargeId, payTypes }],
    recommended: [],
    extraRecommended: null,
    isNewPayer: false,
    isNewAccount: false,
    isNewDevice: false,
    payGroup: '',
  });
}

/** The page with these cards saved; null: the server cannot be reached. */
async function open(cards: SavedCard[] | null): Promise<void> {
  network.use(
    answer(listSavedCards, cards === null ? LOST : cards.map((card) => ({ kind: 'saved-card', card }))),
  );
  await import('../../words/test/all-words.ts');
  const { LastTime } = await import('./last-time.tsx');
  render(<LastTime />);
}

/** Waits until the page has its cards: a second request is answered after the page's own. */
async function cardsRead(): Promise<void> {
  await waitFor(() => expect(requestsTo(listSavedCards)).not.toHaveLength(0));
  const { reloadSavedCards } = await import('../../api/use-saved-cards.ts');
  await act(() => reloadSavedCards(pageOfTest()));
}

const text = (): string => document.body.textContent;
const press = () => userEvent.click(screen.getByRole('button'));
const addressNow = (): string => location.pathname + location.search;

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
  packsSoldBy([CHECKOUT_COM_CARD]);
});

describe('like last time', () => {
  it('the gem count is its own text run, separate from the recipient’s nickname', async () => {
    storedLastPurchase.write({ amount: AMOUNT, recipient: PAID, card: null });
    await open([]);
    const gems = screen.getByText(word('count.gems', { n: 100 }));
    const runs = [...(gems.parentElement?.children ?? [])];
    expect(runs).toHaveLength(2);
    expect(runs[0]).toBe(gems);
    expect(runs[1]?.textContent).toContain(PAID.nickname);
  });

  it('a recipient who was only chosen and confirmed, never paid for, is not offered under “like last time”', async () => {
    storedLastPaidAmount.write(AMOUNT);
    rememberRecipient(CHOSEN);
    confirmRecipient(CHOSEN.accountId);
    await open([]);
    expect(text()).toBe('');
  });

  it('the start screen shows the last paid recipient, and a press chooses recipient, pack and card again', async () => {
    const { sourceId } = card('4242');
    storedLastPurchase.write({ amount: AMOUNT, recipient: PAID, card: sourceId });
    rememberRecipient(CHOSEN);
    confirmRecipient(CHOSEN.accountId);
    storedChosenAmount.write(usdCents(999));
    await open([card('8210'), card('4242')]);
    expect(text()).toContain(PAID.nickname);
    expect(text()).not.toContain(CHOSEN.nickname);
    expect(await screen.findByText('Visa •••• 4242')).toBeDefined();
    await press();
    expect([storedRecipient.read(), storedChosenAmount.read()]).toEqual([PAID, AMOUNT]);
    expect([addressNow(), storedStepCard.read()]).toEqual(['/pay-step?step=cvv', sourceId]);
  });
});

describe('[ORD-20] repeating a purchase made minutes ago', () => {
  const { sourceId } = card('4242');
  const orderId = '0190f0a0-0000-7000-8000-000000000001' as OrderId;
  const paidBefore = (ms: number): void => {
    const createdAt = new Date(Date.now() - ms);
    const bought = { purpose: 'gems', payType: CHECKOUT_COM_CARD, priceUsdCents: AMOUNT, gems: 100 } as const;
    const order: OrderRow = { ...bought, orderId, recipient: PAID, createdAt, state: 'delivered' };
    network.use(answer(listOrders, { of: 'device', orders: [order], hasOlder: false, earlier: [] }));
    storedLastOrderId.write(orderId);
    storedLastPurchase.write({ amount: AMOUNT, recipient: PAID, card: sourceId });
  };
  const openAndPress = async (): Promise<void> => {
    await open([card('4242')]);
    await screen.findByText('Visa •••• 4242');
    await press();
  };
  const inSheet = async (name: RegExp) =>
    within(await screen.findByRole('dialog')).findByRole('button', { name });

  it('repeating a purchase one minute later needs a confirmation, which leads to the CVV step', async () => {
    paidBefore(60_000);
    await openAndPress();
    const once = await inSheet(/مرة أخرى$/);
    expect([addressNow(), storedStepCard.read()]).toEqual(['/', null]);
    await userEvent.click(once);
    await waitFor(() => expect(addressNow()).toBe('/pay-step?step=cvv'));
    expect(storedStepCard.read()).toBe(sourceId);
  });

  it('the main button of the confirmation of a repeated purchase leads to the earlier order', async () => {
    paidBefore(60_000);
    await openAndPress();
    await userEvent.click(await inSheet(/^الذهاب إلى ذلك الطلب$/));
    await waitFor(() => expect(addressNow()).toBe(`/pay-step?order_id=${orderId}`));
  });

  it('repeating a purchase after more than ten minutes needs no confirmation', async () => {
    paidBefore(600_001);
    await openAndPress();
    await waitFor(() => expect(addressNow()).toBe('/pay-step?step=cvv'));
  });
});

describe('repeating the last purchase without its card', () => {
  const { sourceId } = card('4242');
  const others = [card('8210')];
  it.each([
    ['"like last time" without a known card leads to the payment methods', null, others],
    [
      '"like last time" with a card that was not saved leads to the payment methods',
      sourceId,
      [...others, card('4242', { isRemembered: false })],
    ],
    ['"like last time" with a deleted card leads to the payment methods', sourceId, others],
    ['"like last time" while the cards cannot be read leads to the payment methods', sourceId, null],
  ])('%s', async (_why, used, cards) => {
    storedLastPurchase.write({ amount: AMOUNT, recipient: PAID, card: used });
    await open(cards);
    // Requests to an unreachable server are repeated for seconds; the page shows the rest without waiting.
    if (used !== null && cards !== null) await cardsRead();
    expect(text()).toContain(PAID.nickname);
    expect(text()).not.toContain('••••');
    await press();
    expect([addressNow(), storedStepCard.read()]).toEqual(['/pay', null]);
    expect([storedRecipient.read(), storedChosenAmount.read()]).toEqual([PAID, AMOUNT]);
  });

  it('"like last time" with a pack not sold through the card’s provider leads to the payment methods', async () => {
    packsSoldBy([24]);
    storedLastPurchase.write({ amount: AMOUNT, recipient: PAID, card: sourceId });
    await open([card('4242')]);
    await cardsRead();
    expect(text()).not.toContain('••••');
    await press();
    expect(addressNow()).toBe('/pay');
  });
});
