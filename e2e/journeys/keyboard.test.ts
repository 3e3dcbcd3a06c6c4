import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from '../journey.ts';
import { bankPage, cardFields, cardTexts, seeBank, seeGemsArrive, seeOutcome } from '../payer.ts';
import { PHONE_PX } from '../visitor.ts';

const TABS_MAX = 60;

/** Presses Tab until the question is answered with yes: a payer without a mouse has nothing else. */
async function tabUntil(page: Page, what: string, isThere: () => Promise<boolean>): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${what}`);
}

function tabTo(page: Page, testId: string): Promise<void> {
  return tabUntil(page, testId, () =>
    page.evaluate((id) => document.activeElement?.getAttribute('data-testid') === id, testId),
  );
}

journey(
  'a whole purchase with the bank check by keyboard alone',
  'keyboard-only',
  async ({ page }) => {
    await page.goto('/pay');
    await page.getByTestId('recipient-id').waitFor();
    await tabTo(page, 'recipient-id');
    await page.keyboard.type('5048213');
    await page.keyboard.press('Enter');
    await page.getByTestId('recipient-card').waitFor();

    await page.getByTestId('pack-99').waitFor();
    await tabTo(page, 'pack-99');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => page.getByTestId('pack-299').getAttribute('aria-checked')).toBe('true');
    await tabTo(page, 'pay-now');
    await page.keyboard.press('Enter');
    await page.getByTestId('recipient-yes').waitFor();
    await tabTo(page, 'recipient-yes');
    await page.keyboard.press('Enter');

    const fields = cardFields(page);
    await fields.locator('#card-number').waitFor();
    for (const [name, text] of cardTexts('challenge')) {
      const field = fields.locator(`#card-${name}`);
      await tabUntil(page, name, () =>
        field.evaluate(
          (input) => input === input.ownerDocument.activeElement && input.ownerDocument.hasFocus(),
        ),
      );
      await page.keyboard.type(text);
    }
    await tabTo(page, 'confirm-payment');
    await page.keyboard.press('Enter');

    await seeBank(page);
    const confirm = bankPage(page).locator('#bank-confirm');
    await tabUntil(page, 'the bank', () =>
      confirm.evaluate(
        (button) => button === button.ownerDocument.activeElement && button.ownerDocument.hasFocus(),
      ),
    );
    await page.keyboard.press('Enter');
    await seeOutcome(page, 'success');
    await seeGemsArrive(page);
    await page.getByTestId('remember-no').waitFor();
    await tabTo(page, 'remember-no');
    await page.keyboard.press('Enter');
    await tabTo(page, 'result-close');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/pay');
  },
  { widths: [PHONE_PX] },
);
