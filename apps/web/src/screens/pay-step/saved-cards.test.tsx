import { createCoinPay, deleteSavedCard, listSavedCards, updateSavedCard } from '@jawhara/contract';
import type { CardExpiry, CardFingerprint, CardSourceId } from '@jawhara/domain';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storedLastOrderId } from '../../host/stored-last-order-id.ts';
import { card, expiryIn, newServer, type StepsServer } from './test/steps-server.ts';
import { chooseBoth, fakeOpening, visit, type StepsPage } from './test/steps-shop.tsx';

vi.mock('../../checkout/card/open-card-fields.ts', () => fakeOpening);
// Longer than the page waits for anything: a failure is told by the test that failed, not by the next one.
vi.setConfig({ testTimeout: 20_000 });

const EXPIRED = '01/24' as CardExpiry;
const REFUSED = 31_073;

let page: StepsPage | null = null;
const open = async (address: string, server: StepsServer): Promise<StepsPage> => {
  page = await visit(address, server);
  return page;
};
const stepNow = (): string | null => new URLSearchParams(location.search).get('step');
const chosen = (shop: StepsPage): string[] =>
  ['method-4242', 'method-8210', 'method-0077', 'method-new-card'].filter(
    (name) => shop.find(name)?.getAttribute('aria-checked') === 'true',
  );

beforeEach(chooseBoth);
afterEach(() => {
  page?.close();
  page = null;
  vi.unstubAllGlobals();
});

describe('the rows', () => {
  it('[CRD-04] at most three remembered cards on the pay screen, newest first and none twice; all of them in the list', async () => {
    const cards = [
      card('4242'),
      card('4243', { fingerprint: 'print-4242' as CardFingerprint }),
      card('1111', { isRemembered: false }),
      card('8210', { scheme: 'mastercard' }),
      card('0077'),
      card('5005'),
    ];
    const shop = await open('/pay', newServer({ cards }));
    const names = () =>
      shop.all('saved-card').map((row) => /[A-Z]\w+ •••• \d{4}/.exec(row.textContent ?? '')?.[0]);
    expect(names()).toEqual(['Visa •••• 4242', 'Mastercard •••• 8210', 'Visa •••• 0077']);
    // One run from left to right, or its parts would change places.
    expect(shop.find('method-4242')?.querySelector('bdi[dir=ltr]')?.textContent).toBe('Visa •••• 4242');
    await shop.press('all-cards');
    expect(stepNow()).toBe('cards');
    await shop.see('saved-cards');
    expect(names()).toEqual(['Visa •••• 4242', 'Mastercard •••• 8210', 'Visa •••• 0077', 'Visa •••• 5005']);
  });

  it('a card says its date, that it runs out soon, or that it has, with the way to mend it', async () => {
    const soon = expiryIn(20);
    const cards = [
      card('4242', { expiry: '09/49' as CardExpiry }),
      card('8210', { expiry: soon }),
      card('0077', { expiry: EXPIRED }),
    ];
    const shop = await open('/pay', newServer({ cards }));
    const [good, expiring, expired] = shop.all('saved-card');
    expect(good?.textContent).toContain('09/49');
    expect(expiring?.textContent).toMatch(/تنتهي قريبًا، خلال/);
    expect(expired?.textContent).toContain('انتهت صلاحيتها');
    expect(
      [good, expiring, expired].map((row) => row?.querySelector('[data-testid=update-card]') !== null),
    ).toEqual([false, false, true]);
  });

  it('a card of another provider that has run out offers no new date', async () => {
    const kept = card('4242', { sourceId: 'kept-by-17' as CardSourceId, expiry: EXPIRED });
    const shop = await open('/pay', newServer({ cards: [kept] }));
    expect(shop.find('update-card')).toBeNull();
    await shop.press('method-4242');
    await shop.press('pay-now');
    await shop.see('expired-delete');
    expect([shop.find('expired-update'), location.pathname]).toEqual([null, '/pay']);
    await shop.press('expired-other');
    expect(stepNow()).toBe('card');
  });

  it('while the cards of a known device are awaited one row waits with them, and a new card can be used', async () => {
    storedLastOrderId.write('018f2f9e-0000-7000-8000-000000000009' as never);
    const shop = await open('/pay', newServer({ isCardListDown: true }));
    await shop.see('cards-loading');
    expect(chosen(shop)).toEqual(['method-new-card']);
    await shop.press('pay-now');
    expect(stepNow()).toBe('card');
  });
});

describe('a card whose date has run out', () => {
  const two = () => [card('4242'), card('0077', { expiry: EXPIRED })];

  it('[CRD-08] update opens the updater, which changes the date and pays with the CVV', async () => {
    const shop = await open('/pay', newServer({ cards: two() }));
    await shop.press('method-0077');
    await shop.press('pay-now');
    await shop.press('expired-update');
    expect(stepNow()).toBe('expiry');
    expect((await shop.see('kept-card')).querySelector('s')?.textContent).toContain('01/24');
    await shop.type('new-expiry', '0149');
    await shop.fill('cvv');
    await shop.press('confirm-payment');
    expect(shop.asked(updateSavedCard.path)).toMatchObject([
      { source_id: 'src_0077', card_valid_date: '01/49' },
    ]);
    expect(shop.asked(createCoinPay.path)).toMatchObject([{ source_id: 'src_0077', pay_type: 23 }]);
    expect((await shop.see('result')).dataset['outcome']).toBe('success');
  });

  it('[CRD-08] another card: HOME with the other remembered one chosen', async () => {
    const shop = await open('/pay', newServer({ cards: two() }));
    await shop.press('method-0077');
    await shop.press('pay-now');
    await shop.press('expired-other');
    expect([location.pathname, chosen(shop)]).toEqual(['/pay', ['method-4242']]);
  });

  it('[CRD-08] another card, and no other is remembered: the new-card frame', async () => {
    const shop = await open('/pay', newServer({ cards: two().slice(1) }));
    await shop.press('method-0077');
    await shop.press('pay-now');
    await shop.press('expired-other');
    await shop.opened();
    expect(stepNow()).toBe('card');
  });

  it.each([
    [REFUSED, 'تعذّر تحديث بيانات البطاقة.'],
    [-1, 'تعذّر التحديث. أعد المحاولة.'],
  ])('an update that ends with %s is told, and nothing is paid', async (updateResult, sentence) => {
    const shop = await open('/pay', newServer({ cards: two(), updateResult }));
    await shop.press('method-0077');
    await shop.press('pay-now');
    await shop.press('expired-update');
    await shop.type('new-expiry', '01/49');
    await shop.fill('cvv');
    await shop.press('confirm-payment');
    expect(shop.text()).toContain(sentence);
    expect(shop.asked(createCoinPay.path)).toEqual([]);
  });
});

describe('the expiry updater', () => {
  const openSheet = async (address = '/pay'): Promise<StepsPage> => {
    const shop = await open(address, newServer({ cards: [card('0077', { expiry: EXPIRED })] }));
    await shop.press('update-card');
    await shop.see('update-expiry');
    return shop;
  };
  const isHeld = (shop: StepsPage): boolean =>
    shop.find('update-expiry')?.getAttribute('aria-disabled') === 'true';
  const WRONG = 'تاريخ الانتهاء غير صحيح';

  it('[EXP-09] names the current date; what is wrong says so and holds the button; what is valid does not', async () => {
    const shop = await openSheet();
    expect(document.querySelector('dialog h2')?.textContent).toContain(
      'تاريخ الانتهاء الحالي: \u206601/24\u2069',
    );
    expect([isHeld(shop), shop.find('new-expiry')?.getAttribute('aria-invalid')]).toEqual([true, null]);
    for (const wrong of ['13/49', '02/24', '00/49']) {
      await shop.type('new-expiry', wrong);
      expect([wrong, isHeld(shop)]).toEqual([wrong, true]);
      expect(document.querySelector('.field-error')?.textContent).toBe(WRONG);
    }
    await shop.type('new-expiry', '١٢٤٩');
    expect((shop.find('new-expiry') as HTMLInputElement).value).toBe('12/49');
    expect([isHeld(shop), document.querySelector('.field-error')]).toEqual([false, null]);
  });

  it('[EXP-09] with test_update_date the button is on over any date, and what is none is still not sent', async () => {
    const shop = await openSheet('/pay?test_update_date=1');
    expect(isHeld(shop)).toBe(false);
    await shop.press('update-expiry');
    expect(shop.asked(updateSavedCard.path)).toEqual([]);
    await shop.type('new-expiry', '01/24');
    expect(isHeld(shop)).toBe(false);
    await shop.press('update-expiry');
    expect(shop.asked(updateSavedCard.path)).toMatchObject([{ card_valid_date: '01/24' }]);
  });

  it('a new date is sent once, read again and said; nothing is paid, and the payer is where they were', async () => {
    const shop = await openSheet();
    const before = shop.asked(listSavedCards.path).length;
    await shop.type('new-expiry', '12/49');
    await shop.press('update-expiry');
    expect(shop.asked(updateSavedCard.path)).toHaveLength(1);
    expect(shop.asked(listSavedCards.path).length).toBe(before + 1);
    expect(shop.text()).toContain('حُدّث تاريخ الانتهاء.');
    expect([shop.find('update-expiry'), location.pathname]).toEqual([null, '/pay']);
    expect(shop.asked(createCoinPay.path)).toEqual([]);
  });
});

describe('deleting a card', () => {
  it('[CRD-07] asks, deletes by fingerprint, reads again; the next card is chosen, and after the last one a channel', async () => {
    const shop = await open('/pay-step?step=cards', newServer({ cards: [card('4242'), card('8210')] }));
    await shop.see('saved-cards');
    const trash = () => shop.all('saved-card')[0]?.querySelectorAll('button')[1];
    const before = shop.asked(listSavedCards.path).length;
    act(() => trash()?.click());
    expect((await shop.see('delete-yes')).closest('dialog')?.textContent).toContain('Visa •••• 4242');
    await shop.press('delete-no');
    expect(shop.asked(deleteSavedCard.path)).toEqual([]);
    act(() => trash()?.click());
    await shop.press('delete-yes');
    expect(shop.asked(deleteSavedCard.path)).toEqual([{ fingerprint: 'print-4242' }]);
    expect(shop.asked(listSavedCards.path).length).toBe(before + 1);
    expect([shop.all('saved-card').length, chosen(shop)]).toEqual([1, ['method-8210']]);
    act(() => trash()?.click());
    await shop.press('delete-yes');
    await shop.see('method-new-card');
    expect([location.pathname, chosen(shop)]).toEqual(['/pay', ['method-new-card']]);
  });
});
