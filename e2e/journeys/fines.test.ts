import { arabicWord } from '../arabic-word.ts';
import { newBannedAccount, ordersOf } from '../books.ts';
import { expect, test } from '../fixtures.ts';

test('[FIN-01] a fine is found by the account’s id and paid with a card, and the account is unbanned', async ({
  page,
  payer,
  device,
  picture,
}) => {
  const banned = await newBannedAccount();
  await page.goto('/fines');
  await page.getByTestId('recipient-id').pressSequentially(banned.displayId);
  await expect(page.getByTestId('fined-account')).toContainText(banned.displayId);
  await expect(page.getByTestId('fine-ladder')).toBeVisible();
  const amount = (await page.getByTestId('fine-amount').innerText()).trim();
  await picture('fine-open');

  await payer.openFields();
  await expect(page.getByTestId('order-strip').filter({ visible: true })).toContainText(amount);
  await payer.payByCard('frictionless');
  await payer.seeOutcome('success');
  await payer.seeTracker(['done', 'done', 'done']);
  expect(await banned.status()).toBe('normal');
  const [order, ...others] = await ordersOf(device);
  expect(others).toEqual([]);
  expect([order?.state, order?.gems]).toEqual(['delivered', 0]);
  await picture('fine-paid');
});

test(
  '[FIN-03] a permanent ban is shown as permanent, and there is nothing to pay',
  { tag: '@phone' },
  async ({ page, picture }) => {
    await page.goto('/fines?fine=7719048');
    await expect(page.getByTestId('nothing-to-pay')).toContainText(arabicWord('fine.foreverTitle'));
    await expect(page.getByTestId('ban')).toContainText(arabicWord('fine.bannedForever'));
    await expect(page.getByTestId('pay-now')).toHaveCount(0);
    await picture('fine-permanent');
  },
);
