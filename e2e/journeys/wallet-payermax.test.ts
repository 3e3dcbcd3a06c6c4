import { openSession } from '../../apps/api/src/accounts/session-key.ts';
import { arabicWord } from '../arabic-word.ts';
import { creditedGems, ordersOf } from '../books.ts';
import { walletGuest } from '../channels.ts';
import { expect, test } from '../fixtures.ts';
import { LoginPage, sessions } from '../login-page.ts';
import type { Payer } from '../payer.ts';
import { PAYERMAX } from '../providers/payermax.ts';
import { readNetCents } from '../sandbox.ts';
import { Wallet } from '../wallet.ts';

test.use({ provider: PAYERMAX });

/** Signs in as the account on the channel's whitelist, and chooses pack and Apple Pay. */
async function choose(payer: Payer, wallet: Wallet, channel: 25 | 31): Promise<void> {
  const key = await openSession(sessions(), walletGuest(channel), 'app');
  await new LoginPage(payer.page, 'ar').openWithKey('/pay', key);
  await expect(payer.page.getByTestId('recipient-card')).toBeVisible();
  await payer.choosePack(499);
  await wallet.row.click();
  await expect(wallet.row).toBeChecked();
  await expect(payer.page.getByTestId('pay-now')).toBeVisible();
}

test.describe('Apple Pay on PayerMax’s own page (pay type 25)', () => {
  /** Places an order and waits for PayerMax's own page with its Apple Pay button. */
  async function goAway(payer: Payer, wallet: Wallet): Promise<void> {
    await choose(payer, wallet, 25);
    const ordered = payer.page.waitForRequest(/create_coin_pay/);
    await payer.pressFor('pay-now', wallet.payermax);
    expect((await ordered).postData()).toMatch(/pay_type\W+25\b/);
    await expect(payer.page.locator('#payermax-page')).toContainText('4.99');
  }

  test('[TYP-01] [STP-04] an Apple Pay payment takes one press, then the button of PayerMax’s page, and the gems are credited', async ({
    page,
    payer,
    device,
    picture,
  }) => {
    const wallet = new Wallet(page);
    await wallet.carry('approve');
    await goAway(payer, wallet);
    await picture('wallet-page');
    await wallet.payermax.click();
    await wallet.agree();
    await payer.seeSuccess();
    await expect(page.getByTestId('paid-with')).toContainText('Apple Pay');
    const [order, ...others] = await ordersOf(device);
    expect(others).toEqual([]);
    expect(await creditedGems(order?.id ?? '')).toBe(540);
    expect(await readNetCents(PAYERMAX, order?.id ?? '')).toBe(499);
  });

  test(
    '[WAL-06] a payment cancelled on PayerMax’s page charges nothing, and the result says so',
    { tag: '@phone' },
    async ({ page, payer, device }) => {
      const wallet = new Wallet(page);
      await wallet.carry('approve');
      await goAway(payer, wallet);
      // Closing the sheet keeps the payer on the page; leaving the page cancels.
      await wallet.payermax.click();
      await wallet.seeReady();
      await wallet.cancel();
      await page.locator('#pm-cancel').click();
      await payer.seeOutcome('other');
      const [order] = await ordersOf(device);
      expect(order?.state).toBe('refused');
      expect(await readNetCents(PAYERMAX, order?.id ?? '')).toBe(0);
    },
  );

  test(
    'when PayerMax’s page is cut off after the payer confirmed, our page shows the payment as paid, once',
    { tag: '@phone' },
    async ({ page, payer, device }) => {
      const wallet = new Wallet(page);
      await wallet.carry('answer-lost');
      await goAway(payer, wallet);
      await wallet.payermax.click();
      await wallet.agree();
      // With this test card PayerMax's page never leads back to the shop.
      await expect(page.locator('#pm-cut-off')).toBeVisible();
      await page.goto('/pay-step');
      await payer.seeSuccess();
      const orders = await ordersOf(device);
      expect(orders).toHaveLength(1);
      expect(await readNetCents(PAYERMAX, orders[0]?.id ?? '')).toBe(499);
    },
  );
});

test.describe('Apple Pay with PayerMax’s button in our page (pay type 31)', () => {
  /** Places an order and waits for PayerMax's Apple Pay button in our page. */
  async function seeButton(payer: Payer, wallet: Wallet): Promise<void> {
    await choose(payer, wallet, 31);
    const ordered = payer.page.waitForRequest(/create_coin_pay/);
    await payer.pressFor('pay-now', wallet.payermax);
    expect((await ordered).postData()).toMatch(/pay_type\W+31\b/);
  }

  test('[TYP-01] [NAV-07] [WAL-03] an Apple Pay payment with PayerMax’s button in our page takes one press, and the gems are credited', async ({
    page,
    payer,
    device,
    picture,
  }) => {
    const wallet = new Wallet(page);
    await wallet.carry('approve');
    await seeButton(payer, wallet);
    await picture('wallet-embedded');
    await wallet.payermax.click();
    await expect(wallet.sheet).toContainText('4.99 USD');
    await wallet.agree();
    await payer.seeSuccess();
    expect((await wallet.done())[0]?.slice(1)).toEqual(['validated', 'authorised', 'success']);
    await expect(page.getByTestId('paid-with')).toContainText('Apple Pay');
    const [order, ...others] = await ordersOf(device);
    expect(others).toEqual([]);
    expect(await creditedGems(order?.id ?? '')).toBe(540);
    expect(await readNetCents(PAYERMAX, order?.id ?? '')).toBe(499);
  });

  test(
    '[WAL-06] [NAV-07] closing the Apple Pay sheet or its dialog charges nothing; a further attempt pays',
    { tag: '@phone' },
    async ({ page, payer, device, picture }) => {
      const wallet = new Wallet(page);
      await wallet.carry('approve');
      await seeButton(payer, wallet);
      await wallet.payermax.click();
      await wallet.seeReady();
      await wallet.cancel();
      const result = page.getByTestId('embedded-result');
      await expect(result).toContainText(arabicWord('err.cancelledByUser'));
      await picture('wallet-embedded-result');
      await page.getByTestId('embedded-again').click();
      await expect(wallet.payermax).toBeVisible();
      // Closed before any press: the order is cancelled too.
      await page
        .getByRole('dialog')
        .getByRole('button', { name: arabicWord('a11y.closeDialog') })
        .click();
      await expect(result).toContainText(arabicWord('err.cancelledByUser'));
      await expect
        .poll(async () => (await ordersOf(device)).map(({ state }) => state))
        .toEqual(['cancelled', 'cancelled']);
      await page.getByTestId('embedded-again').click();
      await wallet.payermax.click();
      await wallet.agree();
      await payer.seeSuccess();
      const states = (await ordersOf(device)).map(({ state }) => state);
      expect(states.toSorted()).toEqual(['cancelled', 'cancelled', 'delivered']);
    },
  );

  test(
    '[WAL-05] an Apple Pay payment refused for insufficient funds shows its own result, and a failure in the sheet',
    { tag: '@phone' },
    async ({ page, payer, device }) => {
      const wallet = new Wallet(page);
      await wallet.carry('insufficient-funds');
      await seeButton(payer, wallet);
      await wallet.payermax.click();
      await wallet.agree();
      await payer.seeOutcome('balance');
      expect((await wallet.done())[0]).toContain('failure');
      const [order] = await ordersOf(device);
      expect(await readNetCents(PAYERMAX, order?.id ?? '')).toBe(0);
    },
  );

  test(
    '[WAL-08] PayerMax’s Apple Pay button, not pressed for a minute, ends in a network error, and its order is cancelled',
    { tag: '@phone' },
    async ({ page, payer, device }) => {
      const wallet = new Wallet(page);
      await wallet.carry('approve');
      await page.clock.install();
      await seeButton(payer, wallet);
      await page.clock.fastForward(20_000);
      await expect(wallet.payermax).toBeVisible();
      await page.clock.fastForward(41_000);
      await expect(page.getByTestId('embedded-result')).toContainText(arabicWord('net.error'));
      await expect(wallet.payermax).toHaveCount(0);
      await expect.poll(async () => (await ordersOf(device))[0]?.state).toBe('cancelled');
    },
  );

  test(
    'when our page with PayerMax’s button is left after the payer confirmed, it shows the payment as paid, once',
    { tag: '@phone' },
    async ({ page, payer, device }) => {
      const wallet = new Wallet(page);
      await wallet.carry('approve');
      // The server receives the call, but the page gets no response.
      await page.route('**/api/order/adyen_verify_pay/**', async (route) => void (await route.fetch()));
      await seeButton(payer, wallet);
      await wallet.payermax.click();
      await wallet.agree();
      await expect.poll(async () => (await ordersOf(device))[0]?.state).toBe('delivered');
      await page.goto('/pay-step');
      await payer.seeSuccess();
      const orders = await ordersOf(device);
      expect(orders).toHaveLength(1);
      expect(await readNetCents(PAYERMAX, orders[0]?.id ?? '')).toBe(499);
    },
  );
});
