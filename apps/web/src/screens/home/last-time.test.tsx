import '../../words/load-home.ts';
import { listSavedCards } from '@jawhara/contract';
import {
  accountId,
  CHECKOUT_COM_CARD,
  usdCents,
  type DisplayId,
  type RechargeId,
  type Recipient,
  type SavedCard,
} from '@jawhara/domain';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { confirmRecipient } from '../../host/confirm-recipient.ts';
import { storedLastPurchase } from '../../host/stored-last-purchase.ts';
import { storedPacks } from '../../host/stored-packs.ts';
import { storedStepCard } from '../../host/stored-pay-method.ts';
import { storedChosenAmount, storedLastPaidAmount } from '../../host/stored-purchase.ts';
import { rememberRecipient, storedRecipient } from '../../host/stored-recipients.ts';
import { perform, testScreen, type TestScreen } from '../../ui/test/test-screen.tsx';
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

let screen: TestScreen;

/** The page with these cards saved; null: the server cannot be reached. */
async function open(cards: SavedCard[] | null): Promise<void> {
  const data = listSavedCards.answer.write((cards ?? []).map((one) => ({ kind: 'saved-card', card: one })));
  vi.stubGlobal('fetch', () =>
    cards === null
      ? Promise.reject(new TypeError('down'))
      : Promise.resolve(new Response(JSON.stringify({ result: 0, message: '', data }))),
  );
  vi.resetModules(); // each test asks for the cards anew
  await import('../../words/load-home.ts');
  const { LastTime } = await import('./last-time.tsx');
  screen.render(<LastTime />);
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
}

const text = (): string => screen.element.textContent ?? '';
const press = (): void => perform(() => screen.element.querySelector('button')?.click());
const addressNow = (): string => location.pathname + location.search;

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
  packsSoldBy([CHECKOUT_COM_CARD]);
  screen = testScreen();
});
afterEach(() => {
  screen.remove();
  vi.unstubAllGlobals();
});

describe('like last time', () => {
  it('the gems are a run of text of their own, whatever signs the nickname holds', async () => {
    storedLastPurchase.write({ amount: AMOUNT, recipient: PAID, card: null });
    await open([]);
    const runs = [...screen.element.querySelectorAll('.h2 > span')].map((run) => run.textContent);
    expect(runs).toHaveLength(2);
    expect(runs[0]).toBe(word('count.gems', { n: 100 }));
    expect(runs[1]).toContain(PAID.nickname);
  });

  it('nobody who was only chosen is shown, even confirmed and beside an amount once paid', async () => {
    storedLastPaidAmount.write(AMOUNT);
    rememberRecipient(CHOSEN);
    confirmRecipient(CHOSEN.accountId);
    await open([]);
    expect(text()).toBe('');
  });

  it('shows whom the last payment was for, and the press chooses them and the amount again', async () => {
    const { sourceId } = card('4242');
    storedLastPurchase.write({ amount: AMOUNT, recipient: PAID, card: sourceId });
    rememberRecipient(CHOSEN);
    confirmRecipient(CHOSEN.accountId);
    storedChosenAmount.write(usdCents(999));
    await open([card('8210'), card('4242')]);
    expect(text()).toContain(PAID.nickname);
    expect(text()).not.toContain(CHOSEN.nickname);
    expect(text()).toContain('Visa •••• 4242');
    press();
    expect([storedRecipient.read(), storedChosenAmount.read()]).toEqual([PAID, AMOUNT]);
    expect([addressNow(), storedStepCard.read()]).toEqual(['/pay-step?step=cvv', sourceId]);
  });
});

describe('a card of the last time that cannot be paid with again leads to the methods', () => {
  const { sourceId } = card('4242');
  const others = [card('8210')];
  it.each([
    ['nobody knows which it was', null, others],
    ['it was not remembered', sourceId, [...others, card('4242', { isRemembered: false })]],
    ['it has been deleted', sourceId, others],
    ['the cards cannot be read', sourceId, null],
  ])('%s', async (_why, used, cards) => {
    storedLastPurchase.write({ amount: AMOUNT, recipient: PAID, card: used });
    await open(cards);
    expect(text()).toContain(PAID.nickname);
    expect(text()).not.toContain('••••');
    press();
    expect([addressNow(), storedStepCard.read()]).toEqual(['/pay', null]);
    expect([storedRecipient.read(), storedChosenAmount.read()]).toEqual([PAID, AMOUNT]);
  });

  it('the pack is no longer sold through its provider', async () => {
    packsSoldBy([24]);
    storedLastPurchase.write({ amount: AMOUNT, recipient: PAID, card: sourceId });
    await open([card('4242')]);
    expect(text()).not.toContain('••••');
    press();
    expect(addressNow()).toBe('/pay');
  });
});
