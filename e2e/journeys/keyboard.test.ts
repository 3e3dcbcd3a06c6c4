import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { cardTexts } from '../providers/card-provider.ts';
import { checkoutComField } from '../providers/checkout-com.ts';
import { tabUntil } from '../tab-to.ts';

function tabTo(page: Page, testId: string): Promise<void> {
  return tabUntil(page, testId, () =>
    page.evaluate((id) => document.activeElement?.getAttribute('data-testid') === id, testId),
  );
}

test(
  'a whole purchase with the bank check by keyboard alone',
  { tag: '@phone' },
  async ({ page, payer, picture }) => {
    await page.goto('/pay');
    await expect(page.getByTestId('recipient-id')).toBeVisible();
    await tabTo(page, 'recipient-id');
    await page.keyboard.type('5048213');
    await expect(page.getByTestId('found-face')).toBeVisible();

    await expect(page.getByTestId('pack-99')).toBeVisible();
    await tabTo(page, 'pack-99');
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByTestId('pack-299')).toBeChecked();
    await tabTo(page, 'pay-now');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('recipient-yes')).toBeVisible();
    await tabTo(page, 'recipient-yes');
    await page.keyboard.press('Enter');

    await payer.seeFields();
    for (const [name, text] of cardTexts('challenge')) {
      const field = checkoutComField(page, name);
      await tabUntil(page, name, () =>
        field.evaluate(
          (input) => input === input.ownerDocument.activeElement && input.ownerDocument.hasFocus(),
        ),
      );
      await page.keyboard.type(text);
    }
    await tabTo(page, 'confirm-payment');
    await page.keyboard.press('Enter');

    await payer.seeBank();
    const confirm = payer.bank.locator('#bank-confirm');
    await tabUntil(page, 'the bank', () =>
      confirm.evaluate(
        (button) => button === button.ownerDocument.activeElement && button.ownerDocument.hasFocus(),
      ),
    );
    await page.keyboard.press('Enter');
    await payer.seeSuccess();
    await payer.seeQuestion();
    await tabTo(page, 'remember-no');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('remember-card')).toBeHidden();
    await tabTo(page, 'result-close');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/pay');
    await picture('keyboard-only');
  },
);
