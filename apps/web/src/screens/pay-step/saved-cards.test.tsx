import { createCoinPay, deleteSavedCard, listSavedCards, updateSavedCard } from '@jawhara/contract';
import type { CardExpiry, CardFingerprint, CardSourceId } from '@jawhara/domain';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storedLastOrderId } from '../../browser/storage/purchase.ts';
import { requestsTo, LOST, refuse } from '../../api/test/network.ts';
import { plain, screen, waitFor, within } from '../../ui/test/library.ts';
import { card, expiryIn, newServer } from './test/steps-server.ts';
import {
  choose,
  chooseBoth,
  fakeOpening,
  fill,
  method,
  PAY,
  press,
  pressPay,
  pressInSheet,
  seeChosen,
  seeSavedCard,
  seeOpened,
  seeResult,
  stepNow,
  typeExpiry,
  visit,
} from './test/steps-shop.tsx';

vi.mock('../../checkout/methods/card/open-card-fields.ts', () => fakeOpening);

const EXPIRED = '01/24' as CardExpiry;
const NEW_CARD = 'بطاقة جديدة';
const UPDATE = 'تحديث';
const OTHER_CARD = 'استخدام بطاقة أخرى';
const UPDATE_AND_PAY = /^تحديث ودفع/;
const SAVED_CARDS = { name: 'بطاقاتك المحفوظة' };

const names = () =>
  screen
    .getAllByTestId('saved-card')
    .map((row) => /[A-Z]\w+ ••••\s\d{4}/.exec(row.textContent)?.[0]?.replace('\u00A0', ' '));

beforeEach(chooseBoth);

describe('the rows of saved cards', () => {
  it('[CRD-04] the pay screen shows three saved cards at most, newest first and without duplicates; the list shows all', async () => {
    const cards = [
      card('4242'),
      card('4243', { fingerprint: 'print-4242' as CardFingerprint }),
      card('1111', { isRemembered: false }),
      card('8210', { scheme: 'mastercard' }),
      card('0077'),
      card('5005'),
    ];
    await visit('/pay', newServer({ cards }));
    await waitFor(() =>
      expect(names()).toEqual(['Visa •••• 4242', 'Mastercard •••• 8210', 'Visa •••• 0077']),
    );
    // A single left-to-right run: otherwise scheme and digits would change places in an Arabic line.
    expect((await method('4242')).querySelector('bdi[dir=ltr]')?.textContent).toBe('Visa ••••\u00A04242'); // no line break between the dots and the digits
    await press('الكل');
    await screen.findByRole('radiogroup', SAVED_CARDS);
    expect(stepNow()).toBe('cards');
    expect(names()).toEqual(['Visa •••• 4242', 'Mastercard •••• 8210', 'Visa •••• 0077', 'Visa •••• 5005']);
  });

  it('[EXP-03] a saved card shows its expiry date, that it expires soon, or that it has expired with an update button', async () => {
    const soon = expiryIn(20);
    const cards = [
      card('4242', { expiry: '09/49' as CardExpiry }),
      card('8210', { expiry: soon }),
      card('0077', { expiry: EXPIRED }),
    ];
    await visit('/pay', newServer({ cards }));
    const [good, expiring, expired] = (await screen.findAllByTestId('saved-card')) as [
      HTMLElement,
      HTMLElement,
      HTMLElement,
    ];
    expect(good.textContent).toContain('09/49');
    expect(expiring.textContent).toMatch(/تنتهي قريبًا، خلال/);
    expect(expired.textContent).toContain('انتهت صلاحيتها');
    expect(
      [good, expiring, expired].map((row) => within(row).queryByRole('button', { name: UPDATE }) !== null),
    ).toEqual([false, false, true]);
  });

  it('[CRD-03] an expired card of another provider can be deleted or replaced, but its date cannot be updated', async () => {
    const remembered = card('4242', { sourceId: 'kept-by-17' as CardSourceId, expiry: EXPIRED });
    await visit('/pay', newServer({ cards: [remembered] }));
    await choose('4242');
    expect(screen.queryByRole('button', { name: UPDATE })).toBeNull();
    await pressPay();
    const sheet = within(await screen.findByRole('dialog'));
    expect(sheet.getByRole('button', { name: 'حذف' })).toBeDefined();
    expect([sheet.queryByRole('button', { name: UPDATE }), location.pathname]).toEqual([null, '/pay']);
    await pressInSheet(OTHER_CARD);
    await waitFor(() => expect(stepNow()).toBe('card'));
  });

  it('while saved cards are loading, a row among the methods says that, and a new card can be used', async () => {
    storedLastOrderId.write('018f2f9e-0000-7000-8000-000000000009' as never);
    await visit('/pay', newServer({ isCardListDown: true }));
    await screen.findByText('نحضر بطاقاتك…');
    await seeChosen(NEW_CARD);
    await press(PAY);
    await waitFor(() => expect(stepNow()).toBe('card'));
  });
});

describe('an expired saved card', () => {
  const two = () => [card('4242'), card('0077', { expiry: EXPIRED })];
  const payWithExpired = async (server: ReturnType<typeof newServer>) => {
    await visit('/pay', server);
    await screen.findAllByTestId('saved-card'); // with their dates
    await choose('0077');
    await press(PAY);
  };

  it('[CRD-08] updating an expired card changes its date and pays with its CVV', async () => {
    await payWithExpired(newServer({ cards: two() }));
    await pressInSheet(UPDATE);
    expect((await seeSavedCard('0077')).querySelector('s')?.textContent).toContain('01/24');
    expect(stepNow()).toBe('expiry');
    await typeExpiry('0149');
    await fill('cvv', UPDATE_AND_PAY);
    await press(UPDATE_AND_PAY);
    await seeResult('success');
    expect(requestsTo(updateSavedCard)).toMatchObject([{ source_id: 'src_0077', card_valid_date: '01/49' }]);
    expect(requestsTo(createCoinPay)).toMatchObject([{ source_id: 'src_0077', pay_type: 23 }]);
  });

  it('[CRD-08] choosing another card instead of the expired one selects the other saved card', async () => {
    await payWithExpired(newServer({ cards: two() }));
    await pressInSheet(OTHER_CARD);
    await seeChosen('4242');
    expect(location.pathname).toBe('/pay');
  });

  it('[CRD-08] choosing another card when no other is saved opens the new-card fields', async () => {
    await payWithExpired(newServer({ cards: two().slice(1) }));
    await pressInSheet(OTHER_CARD);
    await seeOpened('card 13');
    expect(stepNow()).toBe('card');
  });

  it.each([
    ['refused', refuse('card-not-updated'), 'تعذّر تحديث بيانات البطاقة.'],
    ['lost', LOST, 'تعذّر التحديث. أعد المحاولة.'],
  ] as const)(
    'a %s request to update a card shows an error, and nothing is paid',
    async (_end, update, sentence) => {
      await payWithExpired(newServer({ cards: two(), update }));
      await pressInSheet(UPDATE);
      await typeExpiry('01/49');
      await fill('cvv', UPDATE_AND_PAY);
      await press(UPDATE_AND_PAY);
      await waitFor(() => expect(document.body.textContent).toContain(sentence));
      expect(requestsTo(createCoinPay)).toEqual([]);
    },
  );
});

describe('the expiry updater', () => {
  const UPDATE_DATE = 'تحديث تاريخ الانتهاء';
  const WRONG = 'تاريخ الانتهاء غير صحيح';
  const sheet = () => within(screen.getByRole('dialog'));
  const openSheet = async (address = '/pay'): Promise<void> => {
    await visit(address, newServer({ cards: [card('0077', { expiry: EXPIRED })] }));
    await press(UPDATE);
    await screen.findByRole('button', { name: UPDATE_DATE });
  };
  const field = () => sheet().getByRole<HTMLInputElement>('textbox');
  const isHeld = (): boolean =>
    sheet().getByRole('button', { name: UPDATE_DATE }).getAttribute('aria-disabled') === 'true';

  it('[EXP-09] [EXP-01] [EXP-02] the expiry updater shows the current date; an invalid date shows an error and disables the button', async () => {
    await openSheet();
    expect(plain(sheet().getByRole('heading').textContent)).toContain('تاريخ الانتهاء الحالي: 01/24');
    expect([isHeld(), field().getAttribute('aria-invalid')]).toEqual([true, null]);
    for (const wrong of ['13/49', '02/24', '00/49']) {
      await typeExpiry(wrong);
      expect([wrong, isHeld()]).toEqual([wrong, true]);
      expect(sheet().getByRole('alert').textContent).toBe(WRONG);
    }
    await typeExpiry('١٢٤٩');
    expect(field().value).toBe('12/49');
    expect([isHeld(), sheet().getByRole('alert').textContent]).toEqual([false, '']);
  });

  it('[EXP-09] with test_update_date the update button is enabled, an empty date is not sent, and a past date is sent', async () => {
    await openSheet('/pay?test_update_date=1');
    expect(isHeld()).toBe(false);
    await press(UPDATE_DATE);
    await typeExpiry('01/24');
    expect(requestsTo(updateSavedCard)).toEqual([]);
    expect(isHeld()).toBe(false);
    await press(UPDATE_DATE);
    await waitFor(() => expect(requestsTo(updateSavedCard)).toMatchObject([{ card_valid_date: '01/24' }]));
  });

  it('a new expiry date is sent once, the cards are read again, and nothing is paid', async () => {
    await openSheet();
    const before = requestsTo(listSavedCards).length;
    await typeExpiry('12/49');
    await press(UPDATE_DATE);
    await screen.findByText('حُدّث تاريخ الانتهاء.');
    await waitFor(() => expect(requestsTo(listSavedCards).length).toBe(before + 1));
    expect(requestsTo(updateSavedCard)).toHaveLength(1);
    expect([screen.queryByRole('dialog'), location.pathname]).toEqual([null, '/pay']);
    expect(requestsTo(createCoinPay)).toEqual([]);
  });
});

describe('deleting a card', () => {
  const askToDelete = (last4: string) => press(new RegExp(`^حذف البطاقة .*${last4}`));
  const noSheet = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  it('[CRD-07] deleting a card needs a confirmation and sends its fingerprint; then another card or a new one is selected', async () => {
    await visit('/pay-step?step=cards', newServer({ cards: [card('4242'), card('8210')] }));
    await screen.findByRole('radiogroup', SAVED_CARDS);
    const before = requestsTo(listSavedCards).length;
    await askToDelete('4242');
    expect((await screen.findByRole('dialog')).textContent).toContain('Visa •••• 4242');
    await pressInSheet('إلغاء');
    await noSheet();
    expect(requestsTo(deleteSavedCard)).toEqual([]);
    await askToDelete('4242');
    await pressInSheet('حذف');
    await waitFor(() => expect(names()).toEqual(['Visa •••• 8210']));
    expect(requestsTo(deleteSavedCard)).toEqual([{ fingerprint: 'print-4242' }]);
    expect(requestsTo(listSavedCards).length).toBe(before + 1);
    await seeChosen('8210');
    await noSheet();
    await askToDelete('8210');
    await pressInSheet('حذف');
    await seeChosen(NEW_CARD);
    expect(location.pathname).toBe('/pay');
  });
});
