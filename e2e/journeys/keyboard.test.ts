import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { ADYEN, sealedField } from '../providers/adyen.ts';
import { cardTexts, type CardFieldName, type CardProvider } from '../providers/card-provider.ts';
import { CHECKOUT_COM, checkoutComField } from '../providers/checkout-com.ts';
import { tabUntil } from '../tab-to.ts';

function tabTo(page: Page, testId: string): Promise<void> {
  return tabUntil(page, testId, () =>
    page.evaluate((id) => document.activeElement?.getAttribute('data-testid') === id, testId),
  );
}

const isFocused = (input: Element): boolean =>
  input === input.ownerDocument.activeElement && input.ownerDocument.hasFocus();

interface Typist {
  readonly provider: CardProvider;
  readonly field: (page: Page, name: CardFieldName) => Locator;
  /** No tag: on a phone with a keyboard too. */
  readonly tag: string[];
}

const SEALED = {
  number: (page) => sealedField(page, 'encryptedCardNumber'),
  expiry: (page) => sealedField(page, 'encryptedExpiryDate'),
  cvv: (page) => sealedField(page, 'encryptedSecurityCode'),
  holder: (page) => page.getByTestId('card-holder'),
} as const satisfies Record<CardFieldName, (page: Page) => Locator>;

const TYPISTS: readonly Typist[] = [
  { provider: CHECKOUT_COM, field: checkoutComField, tag: [] },
  { provider: ADYEN, field: (page, name) => SEALED[name](page), tag: ['@pc'] },
];

for (const { provider, field, tag } of TYPISTS)
  test.describe(`provider ${provider.number} (13 Checkout.com, 17 Adyen)`, { tag }, () => {
    test.use({ provider });

    test('a whole purchase with a bank check is made by keyboard alone', async ({ page, payer, picture }) => {
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
        await tabUntil(page, name, () => field(page, name).evaluate(isFocused));
        await page.keyboard.type(text);
      }
      await tabTo(page, 'confirm-payment');
      await page.keyboard.press('Enter');

      await payer.seeBank();
      const confirm = payer.bank.locator('#bank-confirm');
      await tabUntil(page, 'the bank', () => confirm.evaluate(isFocused));
      await page.keyboard.press('Enter');
      await payer.seeSuccess();
      await payer.seeQuestion();
      await tabTo(page, 'remember-no');
      await page.keyboard.press('Enter');
      await expect(page.getByTestId('remember-card')).toBeHidden();
      await tabTo(page, 'result-close');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/pay');
      await picture(`keyboard-only-${provider.number}`);
    });
  });
