import { creditedGems, ordersOf } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import { GoogleWallet } from '../google-wallet.ts';
import type { Payer } from '../payer.ts';
import { ADYEN } from '../providers/adyen.ts';
import { CHECKOUT_COM } from '../providers/checkout-com.ts';
import { readNetCents } from '../sandbox.ts';

/** Chooses recipient, pack and Google Pay, and opens its sheet, which then waits for the payer's consent. */
async function openSheet(payer: Payer, wallet: GoogleWallet): Promise<void> {
  await payer.page.goto('/pay');
  await payer.chooseRecipient('5048213');
  await payer.choosePack(499);
  await wallet.choose();
  await payer.pressFor('pay-wallet', 'google-sheet');
}

for (const provider of [CHECKOUT_COM, ADYEN])
  test.describe(`provider ${provider.number} (13 Checkout.com, 17 Adyen)`, () => {
    test.use({ provider });

    const tag = provider === ADYEN ? '@pc' : '@phone';
    test(
      'a Google Pay payment takes one press and the sheet’s consent, and the gems are credited',
      { tag },
      async ({ page, payer, device, picture }) => {
        const wallet = new GoogleWallet(page);
        await wallet.carry('approve');
        await openSheet(payer, wallet);
        await expect(wallet.sheet).toContainText('4.99 USD');
        await picture(`google-pay-sheet-${provider.number}`);
        await wallet.agree();
        await payer.seeSuccess();
        await expect(page.getByTestId('paid-with')).toContainText('4242 (Google Pay)');
        const [order] = await ordersOf(device);
        expect(await creditedGems(order?.id ?? '')).toBe(540);
        expect(await readNetCents(provider, order?.id ?? '')).toBe(499);
        await picture(`google-pay-success-${provider.number}`);
      },
    );

    test(
      'a Google Pay card that is not stored on the phone needs a bank check, and is then paid',
      { tag: '@phone' },
      async ({ page, payer, device }) => {
        const wallet = new GoogleWallet(page);
        await wallet.carry('challenge');
        await openSheet(payer, wallet);
        await wallet.agree();
        await payer.seeBank();
        await payer.answerBank(true);
        await payer.seeSuccess();
        const [order] = await ordersOf(device);
        expect(await readNetCents(provider, order?.id ?? '')).toBe(499);
      },
    );
  });

test(
  '[WAL-07] a closed Google Pay sheet shows a message and leaves no order; opened again, it pays',
  { tag: '@phone' },
  async ({ page, payer, device }) => {
    const wallet = new GoogleWallet(page);
    await wallet.carry('approve');
    await openSheet(payer, wallet);
    await wallet.cancel();
    await expect(page.getByTestId('wallet-problem')).toContainText('أُلغي الدفع');
    expect(await ordersOf(device)).toEqual([]);
    await wallet.button.click();
    await wallet.agree();
    await payer.seeSuccess();
    expect((await ordersOf(device)).map(({ state }) => state)).toEqual(['delivered']);
  },
);

test(
  'a pending Google Pay payment is paid in the end',
  { tag: '@phone' },
  async ({ page, payer, device }) => {
    const wallet = new GoogleWallet(page);
    await wallet.carry('pending-then-approved');
    await openSheet(payer, wallet);
    await wallet.agree();
    await payer.seeSuccess();
    const [order] = await ordersOf(device);
    expect(await readNetCents(CHECKOUT_COM, order?.id ?? '')).toBe(499);
  },
);

for (const [name, scenario, outcome] of [
  ['insufficient funds', 'insufficient-funds', 'balance'],
  ['high risk', 'high-risk', 'high-risk'],
] as const)
  test(
    `[WAL-07] a Google Pay payment refused for ${name} shows its own result`,
    { tag: '@phone' },
    async ({ page, payer, device }) => {
      const wallet = new GoogleWallet(page);
      await wallet.carry(scenario);
      await openSheet(payer, wallet);
      await wallet.agree();
      await payer.seeOutcome(outcome);
      const [order] = await ordersOf(device);
      expect(order?.state).toBe('refused');
      expect(await readNetCents(CHECKOUT_COM, order?.id ?? '')).toBe(0);
    },
  );

test(
  'a browser without Google Pay shows no Google Pay method',
  { tag: '@phone' },
  async ({ page, payer }) => {
    const wallet = new GoogleWallet(page);
    await wallet.carry(null);
    const looked = page.waitForResponse(/google-pay\/pay\.js/);
    await page.goto('/pay');
    await payer.chooseRecipient('5048213');
    await payer.choosePack(499);
    await looked;
    await page.waitForFunction(() => 'googleSheets' in globalThis);
    await expect(page.getByTestId('method-new-card')).toBeVisible();
    await expect(wallet.row).toHaveCount(0);
  },
);
