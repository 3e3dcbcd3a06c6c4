import { expect } from 'vitest';
import { arabicWord } from '../arabic-word.ts';
import { creditedGems, ordersOf } from '../books.ts';
import { journey } from '../journey.ts';
import {
  bankPage,
  cardFields,
  comeToCard,
  confirmButton,
  fillCard,
  passBank,
  payByCard,
  result,
  seeBank,
  seeGemsArrive,
  seeResult,
} from '../payer.ts';
import { PHONE_PX } from '../visitor.ts';

journey(
  '[RES-02] not enough balance: the smaller pack is offered, and paying it with another card succeeds',
  'insufficient-funds',
  async ({ page, device }) => {
    await comeToCard(page, '6127733', 999);
    await payByCard(page, 'insufficient-funds');
    await seeResult(page, 'balance');
    expect(await result(page).innerText()).toContain(arabicWord('result.balance.tip'));
    expect(await page.getByTestId('suggestion').innerText()).toContain('$4.99');
    expect(await page.getByTestId('result-close').isVisible()).toBe(true);

    await page.getByTestId('result-retry-other-amount').click();
    await fillCard(page, 'approve');
    await confirmButton(page).click();
    await seeResult(page, 'success');
    await seeGemsArrive(page);
    const orders = await ordersOf(await device());
    expect(orders.map((order) => [order.price_usd_cents, order.state])).toEqual([
      [999, 'refused'],
      [499, 'delivered'],
    ]);
    expect(await creditedGems(orders[0]?.id ?? '')).toBe(0);
  },
);

journey(
  '[RES-02] not enough balance for the smallest pack: nothing smaller is offered, only "understood"',
  'insufficient-funds-smallest',
  async ({ page }) => {
    await comeToCard(page, '6127733', 99);
    await payByCard(page, 'insufficient-funds');
    await seeResult(page, 'balance');
    expect(await page.getByTestId('suggestion').count()).toBe(0);
    await page.getByTestId('result-understood').click();
    await page.waitForURL('**/pay');
  },
  { widths: [PHONE_PX] },
);

journey(
  '[RES-04] a card the bank calls expired: update and pay, or understood',
  'expired-card',
  async ({ page, device }) => {
    await comeToCard(page, '3310457', 499);
    await payByCard(page, 'expired-card');
    await seeResult(page, 'expire');
    expect(await result(page).innerText()).toContain(arabicWord('result.expire.tip'));
    expect(await page.getByTestId('result-update-and-pay').innerText()).toBe(arabicWord('pay.updateAndPay'));
    expect(await page.getByTestId('result-understood').isVisible()).toBe(true);
    expect((await ordersOf(await device())).map(({ outcome }) => outcome)).toEqual(['expire']);
  },
);

journey(
  '[RES-03] a wrong code at the bank: verification failed, and a second try with the right one succeeds',
  'bank-wrong-code',
  async ({ page, device }) => {
    await comeToCard(page, '8841206', 499);
    await payByCard(page, 'challenge');
    await bankPage(page).locator('#bank-code').fill('0000');
    await bankPage(page).locator('#bank-confirm').click();
    await seeResult(page, 'verify');
    expect(await result(page).innerText()).toContain(arabicWord('result.verify.tip'));
    expect(await page.getByTestId('result-close').isVisible()).toBe(true);

    await page.getByTestId('result-retry').click();
    await fillCard(page, 'challenge');
    await confirmButton(page).click();
    await passBank(page);
    await seeResult(page, 'success');
    await seeGemsArrive(page);
    expect((await ordersOf(await device())).map(({ state }) => state)).toEqual(['refused', 'delivered']);
  },
);

journey(
  'the payer cancels at the bank: verification failed, nothing credited',
  'bank-cancelled',
  async ({ page, device }) => {
    await comeToCard(page, '8841206', 299);
    await payByCard(page, 'challenge');
    await seeBank(page);
    await bankPage(page).locator('#bank-cancel').click();
    await seeResult(page, 'verify');
    const [order] = await ordersOf(await device());
    expect(order?.state).toBe('refused');
    expect(await creditedGems(order?.id ?? '')).toBe(0);
  },
);

journey(
  '[STP-02] back on the last step asks first; staying keeps the card, giving up goes to the packs',
  'back-asks-first',
  async ({ page, device }) => {
    await comeToCard(page, '3310457', 299);
    await fillCard(page, 'approve');
    await page.goBack();
    const sheet = page.getByRole('dialog');
    expect(await sheet.innerText()).toContain(arabicWord('dlg.back.body'));
    expect(await page.getByTestId('back-stay').innerText()).toBe(arabicWord('dlg.back.stay'));
    await page.getByTestId('back-stay').click();
    await sheet.waitFor({ state: 'hidden' });
    expect(await confirmButton(page).getAttribute('aria-disabled')).toBe(null);

    await page
      .getByRole('button', { name: arabicWord('common.back') })
      .first()
      .click();
    await page.getByTestId('back-leave').click();
    await page.waitForURL('**/pay');
    await page.getByTestId('packs').waitFor();
    expect(await ordersOf(await device())).toEqual([]);
  },
);

journey(
  'another card begins with empty fields',
  'other-card-is-empty',
  async ({ page }) => {
    await comeToCard(page, '6127733', 299);
    await payByCard(page, 'do-not-honour');
    await seeResult(page, 'other');
    await page.getByTestId('other-card').click();
    const number = cardFields(page).locator('#card-number');
    await number.waitFor();
    expect(await number.inputValue()).toBe('');
    await payByCard(page, 'approve');
    await seeResult(page, 'success');
  },
  { widths: [PHONE_PX] },
);
