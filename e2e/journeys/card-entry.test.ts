import { expect } from 'vitest';
import { arabicWord } from '../arabic-word.ts';
import { ordersOf } from '../books.ts';
import { journey } from '../journey.ts';
import { cardTexts, comeToCard, confirmButton, typeCardField } from '../payer.ts';

journey(
  '[STP-06] submitting is blocked until all four card fields are valid',
  'blocked-until-valid',
  async ({ page, device }) => {
    await comeToCard(page, '5048213', 499);
    for (const [name, text] of cardTexts('approve')) {
      expect(await confirmButton(page).getAttribute('aria-disabled')).toBe('true');
      await confirmButton(page).click({ force: true }); // it is disabled in name only: a press says why
      await page.locator('.toast', { hasText: arabicWord('card.incomplete') }).waitFor();
      await typeCardField(page, name, text);
    }
    await expect.poll(() => confirmButton(page).getAttribute('aria-disabled')).toBe(null);
    for (const [name, text] of cardTexts('approve')) {
      await typeCardField(page, name, '');
      await expect.poll(() => confirmButton(page).getAttribute('aria-disabled')).toBe('true');
      await typeCardField(page, name, text);
      await expect.poll(() => confirmButton(page).getAttribute('aria-disabled')).toBe(null);
    }
    expect(await ordersOf(await device())).toEqual([]);
  },
);
