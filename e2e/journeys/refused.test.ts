import { arabicWord } from '../arabic-word.ts';
import { creditedGems, ordersOf } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import { checkoutComField } from '../providers/checkout-com.ts';

test('[RES-02] after a refusal for insufficient funds a smaller pack is offered, and another card pays it', async ({
  page,
  payer,
  device,
  picture,
}) => {
  await payer.comeToFields('6127733', 999);
  await payer.payByCard('insufficient-funds');
  await payer.seeOutcome('balance');
  await expect(payer.result).toContainText(arabicWord('result.balance.tip'));
  await expect(page.getByTestId('money')).toHaveText(arabicWord('result.charge.none'));
  await expect(page.getByTestId('suggestion')).toContainText('$4.99');
  await expect(page.getByTestId('result-close')).toBeVisible();

  await page.getByTestId('result-retry-other-amount').click();
  await payer.payByCard('approve');
  await payer.seeSuccess();
  const orders = await ordersOf(device);
  expect(orders.map((order) => [order.price_usd_cents, order.state])).toEqual([
    [999, 'refused'],
    [499, 'delivered'],
  ]);
  expect(await creditedGems(orders[0]?.id ?? '')).toBe(0);
  await picture('insufficient-funds');
});

test(
  '[RES-02] after a refusal for insufficient funds for the smallest pack no other pack is offered',
  { tag: '@phone' },
  async ({ page, payer, picture }) => {
    await payer.comeToFields('6127733', 99);
    await payer.payByCard('insufficient-funds');
    await payer.seeOutcome('balance');
    await expect(page.getByTestId('suggestion')).toHaveCount(0);
    await page.getByTestId('result-understood').click();
    await expect(page).toHaveURL('/pay');
    await picture('insufficient-funds-smallest');
  },
);

test(
  '[RES-04] the result of a card that the bank declines as expired offers to update and pay, or to close',
  { tag: '@phone' },
  async ({ page, payer, device, picture }) => {
    await payer.comeToFields('3310457', 499);
    await payer.payByCard('expired-card');
    await payer.seeOutcome('expire');
    await expect(payer.result).toContainText(arabicWord('result.expire.tip'));
    await expect(page.getByTestId('result-update-and-pay')).toContainText('$4.99');
    await expect(page.getByTestId('result-understood')).toBeVisible();
    expect((await ordersOf(device)).map(({ outcome }) => outcome)).toEqual(['expire']);
    await picture('expired-card');
  },
);

test(
  '[RES-03] after a wrong code at the bank a second attempt with the right code succeeds',
  { tag: '@phone' },
  async ({ page, payer, device, picture }) => {
    await payer.comeToFields('8841206', 499);
    await payer.payByCard('challenge');
    await payer.answerBank(false);
    await payer.seeOutcome('verify');
    await expect(payer.result).toContainText(arabicWord('result.threeDs.tip'));
    await expect(page.getByTestId('result-close')).toBeVisible();

    await page.getByTestId('result-retry').click();
    await payer.payByCard('challenge');
    await payer.answerBank(true);
    await payer.seeSuccess();
    expect((await ordersOf(device)).map(({ state }) => state)).toEqual(['refused', 'delivered']);
    await picture('bank-wrong-code');
  },
);

test(
  'cancelling on the bank’s page shows the result of a failed bank check, and nothing is credited',
  { tag: '@phone' },
  async ({ payer, device, picture }) => {
    await payer.comeToFields('8841206', 299);
    await payer.payByCard('challenge');
    await payer.seeBank();
    await payer.bank.locator('#bank-cancel').click();
    await payer.seeOutcome('verify');
    const [order] = await ordersOf(device);
    expect(order?.state).toBe('refused');
    expect(await creditedGems(order?.id ?? '')).toBe(0);
    await picture('bank-cancelled');
  },
);

test(
  '[STP-02] Back on the card step opens a dialog; staying keeps the typed card, leaving leads to the packs',
  { tag: '@phone' },
  async ({ page, payer, device, picture }) => {
    await payer.comeToFields('3310457', 299);
    await payer.fillCard('approve');
    await page.goBack();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText(arabicWord('dlg.back.body'));
    await expect(page.getByTestId('back-stay')).toHaveText(arabicWord('dlg.back.stay'));
    await page.getByTestId('back-stay').click();
    await expect(sheet).toBeHidden();
    await expect(payer.confirmButton).toBeEnabled();

    await page
      .getByRole('button', { name: arabicWord('common.back') })
      .first()
      .click();
    await page.getByTestId('back-leave').click();
    await expect(page).toHaveURL('/pay');
    await expect(page.getByTestId('packs')).toBeVisible();
    expect(await ordersOf(device)).toEqual([]);
    await picture('back-asks-first');
  },
);

test(
  'after a refusal the button for another card opens empty card fields, and that card pays',
  { tag: '@phone' },
  async ({ page, payer, picture }) => {
    await payer.comeToFields('6127733', 299);
    await payer.payByCard('do-not-honour');
    await payer.seeOutcome('other');
    await page.getByTestId('other-card').click();
    await expect(checkoutComField(page, 'number')).toHaveValue('');
    await payer.payByCard('approve');
    await payer.seeOutcome('success');
    await picture('other-card-is-empty');
  },
);

test(
  'after a wrong CVV the card step opens with the card number still typed, and pay is disabled until a change',
  { tag: '@phone' },
  async ({ page, payer, picture }) => {
    await payer.comeToFields('6127733', 299);
    await payer.payByCard('wrong-cvv');
    await payer.seeOutcome('other');
    await expect(payer.result.getByRole('heading', { level: 1 })).toHaveText(arabicWord('result.cvv.title'));
    await page.getByTestId('result-retry').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(arabicWord('step.cvvAgain'));
    // Our page cannot empty the provider's frame: pay waits until the payer changes something in it.
    await expect(page.locator('.note', { hasText: arabicWord('card.cvvChange') })).toBeVisible();
    await expect(payer.confirmButton).toBeDisabled();
    await expect(checkoutComField(page, 'number')).not.toHaveValue('');
    await picture('cvv-again');
  },
);

test(
  'help can be opened and closed during a payment, and names the order once there is one',
  { tag: '@phone' },
  async ({ page, payer, picture }) => {
    await payer.comeToFields('6127733', 299);
    await payer.fillCard('do-not-honour');
    await page
      .getByRole('button', { name: arabicWord('common.help') })
      .first()
      .click();
    const help = page.getByRole('dialog');
    await expect(help).toContainText(arabicWord('help.reportBodyNoOrder'));
    await expect(help.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/966500000000$/,
    );
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await payer.confirm();
    await payer.seeOutcome('other');
    await page.getByTestId('help-link').click();
    await expect(help.getByTestId('help-order')).toHaveText(/^JW-/);
    await picture('help');
  },
);

test(
  'leaving the bank’s page opens a dialog that explains what happens to the order; then a retry is offered',
  { tag: '@phone' },
  async ({ page, payer, picture }) => {
    await payer.comeToFields('8841206', 299);
    await payer.payByCard('challenge');
    await payer.seeBank();
    await page.goBack();
    await expect(page.getByRole('dialog')).toContainText(arabicWord('dlg.leaveBank.title'));
    await picture('leaving-the-bank');
    await page.getByTestId('back-leave').click();
    await payer.seeOutcome('fail');
    await expect(page.getByTestId('result-retry')).toHaveClass(/primary/);
    await expect(page.getByTestId('result-check')).toHaveClass(/soft/);
    await expect(page.getByTestId('money')).toHaveText(arabicWord('result.cancelled.money'));
  },
);
