import { expect } from 'vitest';
import { creditedGems, holdBalance, ordersOf } from '../books.ts';
import { journey } from '../journey.ts';
import {
  arabicIndic,
  choosePack,
  chooseRecipient,
  comeToCard,
  openCardStep,
  orderIdOf,
  passBank,
  payByCard,
  seeGemsArrive,
  seeResult,
  trackerStates,
} from '../payer.ts';

journey(
  '[RES-01] an id in Arabic-Indic digits, a pack, a card, the bank, success; green only once the ledger credited',
  'success-with-bank',
  async ({ page, device }) => {
    await page.goto('/pay');
    await chooseRecipient(page, arabicIndic('5048213'));
    const card = page.getByTestId('recipient-card');
    expect(await card.getAttribute('data-display-id')).toBe('5048213');
    expect(await card.innerText()).toContain('نورة');
    expect(await card.locator('.avatar').count()).toBe(1);

    await choosePack(page, 499);
    await openCardStep(page);
    const held = await holdBalance('5048213');
    try {
      await payByCard(page, 'challenge');
      await passBank(page);
      await expect.poll(async () => (await ordersOf(await device()))[0]?.state).toBe('paid');
      // The page may still be waiting for the answer to its question; the order itself is told at once.
      await page.reload();
      await seeResult(page, 'success');
      expect(await trackerStates(page)).toEqual(['done', 'now', 'later']);
      expect(await page.getByRole('status').allInnerTexts()).toContainEqual(
        expect.stringContaining('خلال دقائق قليلة'),
      );
      expect(await creditedGems(orderIdOf(page))).toBe(0);
    } finally {
      await held.letGo();
    }
    await seeGemsArrive(page);
    expect(await creditedGems(orderIdOf(page))).toBe(540);
    expect(await page.getByTestId('result-repeat-same-amount').innerText()).toContain('$4.99');
    expect(await page.getByTestId('result-close').isVisible()).toBe(true);
  },
  { hasServiceWorker: true },
);

journey(
  'a card the bank recognises without a question is paid and credited',
  'success-frictionless',
  async ({ page, device }) => {
    await comeToCard(page, '3310457', 999);
    await payByCard(page, 'frictionless');
    await seeResult(page, 'success');
    await seeGemsArrive(page);
    const [order] = await ordersOf(await device());
    expect(order?.state).toBe('delivered');
    expect(await creditedGems(order?.id ?? '')).toBe(1060);
  },
);

journey(
  'a bank that answers later: the page waits, says paid when it is, and turns green when the gems are there',
  'success-later',
  async ({ page, device }) => {
    await comeToCard(page, '900700', 299);
    const held = await holdBalance('900700');
    try {
      await payByCard(page, 'pending-then-approved');
      await seeResult(page, 'success');
      expect(await trackerStates(page)).toEqual(['done', 'now', 'later']);
      const [order] = await ordersOf(await device());
      expect(await creditedGems(order?.id ?? '')).toBe(0);
    } finally {
      await held.letGo();
    }
    await seeGemsArrive(page);
  },
);
