import { creditedGems, holdBalance, ordersOf } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import { arabicIndic } from '../payer.ts';

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('[RES-01] a purchase with an id in Arabic digits and a bank check succeeds, and the result turns green once the gems are credited', async ({
    page,
    payer,
    device,
    picture,
  }) => {
    await page.goto('/pay');
    await payer.chooseRecipient(arabicIndic('5048213'));
    const card = page.getByTestId('recipient-card');
    await expect(card).toHaveAttribute('data-display-id', '5048213');
    await expect(card).toContainText('نورة');
    await expect(card.locator('.avatar')).toHaveCount(1);

    await payer.choosePack(499);
    await payer.openFields();
    const held = await holdBalance('5048213');
    try {
      await payer.payByCard('challenge');
      await payer.answerBank(true);
      await expect.poll(async () => (await ordersOf(device))[0]?.state).toBe('paid');
      // Before the reload the page may still wait for a response; afterwards it shows the order at once.
      await page.reload();
      await payer.seeOutcome('success');
      await payer.seeTracker(['done', 'now', 'later']);
      await expect(page.getByRole('status').filter({ hasText: 'خلال دقائق قليلة' })).not.toHaveCount(0);
      expect(await creditedGems(payer.orderId)).toBe(0);
    } finally {
      await held.letGo();
    }
    await payer.seeGemsArrive();
    expect(await creditedGems(payer.orderId)).toBe(540);
    await expect(page.getByTestId('result-repeat-same-amount')).toContainText('$4.99');
    await expect(page.getByTestId('result-close')).toBeVisible();
    await picture('success-with-bank');
  });
});

test(
  'a payment that the bank authenticates without a challenge is paid, and its gems are credited',
  { tag: '@phone' },
  async ({ payer, device, picture }) => {
    await payer.comeToFields('3310457', 999);
    await payer.payByCard('frictionless');
    await payer.seeSuccess();
    const [order] = await ordersOf(device);
    expect(order?.state).toBe('delivered');
    expect(await creditedGems(order?.id ?? '')).toBe(1060);
    await picture('success-frictionless');
  },
);

test(
  'a pending payment is shown as paid once approved, and the result turns green when the gems are credited',
  { tag: '@phone' },
  async ({ payer, device, picture }) => {
    await payer.comeToFields('900700', 299);
    const held = await holdBalance('900700');
    try {
      await payer.payByCard('pending-then-approved');
      await payer.seeOutcome('success');
      await payer.seeTracker(['done', 'now', 'later']);
      const [order] = await ordersOf(device);
      expect(await creditedGems(order?.id ?? '')).toBe(0);
    } finally {
      await held.letGo();
    }
    await payer.seeGemsArrive();
    await picture('success-later');
  },
);
