import { creditedGems, ordersOf } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import { ADYEN } from '../providers/adyen.ts';
import { readNetCents } from '../sandbox.ts';
import { openSheet, Wallet } from '../wallet.ts';

// Devices with a gray value below 50 are offered both Adyen's card fields and Adyen's Apple Pay.
test.use({ provider: ADYEN });

test('[WAL-01] [WAL-03] [STP-04] an Apple Pay payment takes one press and the sheet’s consent, and the gems are credited', async ({
  page,
  payer,
  device,
  picture,
}) => {
  const wallet = new Wallet(page);
  await wallet.carry('approve');
  await openSheet(payer, wallet, '5048213');
  await expect(wallet.sheet).toContainText('4.99 USD');
  await picture('wallet-sheet');
  await wallet.agree();
  await payer.seeSuccess();
  expect((await wallet.done())[0]?.slice(1)).toEqual(['validated', 'authorised', 'success']);
  await expect(page.getByTestId('paid-with')).toContainText('Apple Pay');
  const [order] = await ordersOf(device);
  expect(await creditedGems(order?.id ?? '')).toBe(540);
  expect(await readNetCents(ADYEN, order?.id ?? '')).toBe(499);
  await picture('wallet-success');
});

test(
  '[WAL-06] a closed Apple Pay sheet charges nothing, cancels its order and shows a message',
  { tag: '@phone' },
  async ({ page, payer, device, picture }) => {
    const wallet = new Wallet(page);
    await wallet.carry('approve');
    await openSheet(payer, wallet, '5048213');
    await wallet.cancel();
    await expect(page.getByTestId('wallet-problem')).toContainText('أُلغي الدفع');
    await expect.poll(async () => (await ordersOf(device))[0]?.state).toBe('cancelled');
    await picture('wallet-cancelled');
    // The payer opens the sheet again and pays.
    await wallet.button.click();
    await wallet.agree();
    await payer.seeSuccess();
    expect((await ordersOf(device)).map(({ state }) => state).toSorted()).toEqual(['cancelled', 'delivered']);
  },
);

test(
  '[UX 2.6] after a declined card Apple Pay is offered, and pays with one more press',
  { tag: '@phone' },
  async ({ page, payer, device, picture }) => {
    const wallet = new Wallet(page);
    await wallet.carry('approve');
    await payer.comeToFields('5048213', 499);
    await payer.payByCard('insufficient-funds');
    await payer.seeOutcome('balance');
    await picture('refused-wallet-row');
    await page.getByTestId('wallet').click();
    await expect(wallet.row).toBeChecked();
    await payer.pressFor('pay-wallet', wallet.sheet);
    await wallet.agree();
    await payer.seeSuccess();
    const orders = await ordersOf(device);
    expect(orders.map(({ state }) => state).toSorted()).toEqual(['delivered', 'refused']);
    const paid = orders.find(({ state }) => state === 'delivered');
    expect(await readNetCents(ADYEN, paid?.id ?? '')).toBe(499);
  },
);

test(
  '[WAL-02] an Apple Pay merchant session that fails once is requested again; after a second failure the payer sees a message',
  { tag: '@phone' },
  async ({ page, payer, complaints }) => {
    complaints.allow(/adyen_apple_pay_session_data/);
    const wallet = new Wallet(page);
    await wallet.carry('approve');
    let fails = 2;
    await page.route('**/api/order/adyen_apple_pay_session_data/**', (route) => {
      fails -= 1;
      return fails >= 0 ? route.fulfill({ status: 503 }) : route.continue();
    });
    await page.goto('/pay');
    await payer.chooseRecipient('5048213');
    await payer.choosePack(499);
    await wallet.choose();
    await payer.pressFor('pay-wallet', 'wallet-problem');
    await expect(wallet.sheet).toHaveCount(0);
    await expect(page.getByTestId('wallet-problem')).toContainText('تعذّر بدء Apple Pay');
    fails = 1;
    await wallet.button.click();
    await wallet.agree();
    await payer.seeSuccess();
  },
);

const REFUSED = [
  ['insufficient funds', 'insufficient-funds', 'balance'],
  ['a failed 3-D Secure', 'failed-authentication', 'verify'],
  ['high risk', 'high-risk', 'high-risk'],
] as const;

for (const [name, scenario, outcome] of REFUSED)
  test(
    `[WAL-05] [WAL-07] an Apple Pay payment with ${name} shows its own result, and a failure in the sheet`,
    { tag: '@phone' },
    async ({ page, payer, device }) => {
      const wallet = new Wallet(page);
      await wallet.carry(scenario);
      await openSheet(payer, wallet, '5048213');
      await wallet.agree();
      await payer.seeOutcome(outcome);
      expect((await wallet.done())[0]).toContain('failure');
      const [order] = await ordersOf(device);
      expect(order?.state).toBe('refused');
      expect(await readNetCents(ADYEN, order?.id ?? '')).toBe(0);
    },
  );

test(
  '[WAL-04] a pending Apple Pay payment is paid in the end, and the sheet shows success',
  { tag: '@phone' },
  async ({ page, payer, device }) => {
    const wallet = new Wallet(page);
    await wallet.carry('pending-then-approved');
    await openSheet(payer, wallet, '5048213');
    await wallet.agree();
    await payer.seeSuccess();
    expect((await wallet.done())[0]?.at(-1)).toBe('success');
    const [order] = await ordersOf(device);
    expect(await readNetCents(ADYEN, order?.id ?? '')).toBe(499);
  },
);

test(
  '[WAL-04] [WAL-05] a pending Apple Pay payment that is refused in the end shows the refusal, and nothing is charged',
  { tag: '@phone' },
  async ({ page, payer, device }) => {
    const wallet = new Wallet(page);
    await wallet.carry('pending-then-declined');
    await openSheet(payer, wallet, '5048213');
    await wallet.agree();
    await expect(payer.result).toHaveAttribute('data-outcome', /^(other|balance)$/);
    const [order] = await ordersOf(device);
    expect(await readNetCents(ADYEN, order?.id ?? '')).toBe(0);
  },
);
