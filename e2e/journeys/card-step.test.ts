import type { Locator, Page } from '@playwright/test';
import { arabicWord } from '../arabic-word.ts';
import { orderEnds } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import { ADYEN, sealedField } from '../providers/adyen.ts';
import { cardTexts, TYPED_CVV, validExpiry } from '../providers/card-provider.ts';
import { checkoutComField } from '../providers/checkout-com.ts';

const sealedFields = (page: Page) => ({
  number: sealedField(page, 'encryptedCardNumber'),
  expiry: sealedField(page, 'encryptedExpiryDate'),
  cvv: sealedField(page, 'encryptedSecurityCode'),
  holder: page.getByTestId('card-holder'),
});

/** Checks that all these elements are completely visible without scrolling. */
async function seeAboveFold(page: Page, things: readonly Locator[]): Promise<void> {
  const foldPx = page.viewportSize()?.height ?? 0;
  expect(await page.evaluate(() => scrollY)).toBe(0);
  for (const thing of things) {
    const box = await thing.boundingBox();
    expect(box, String(thing)).not.toBeNull();
    expect((box?.y ?? 0) + (box?.height ?? 0), String(thing)).toBeLessThanOrEqual(foldPx);
  }
}

test.describe('with the card fields of Checkout.com', { tag: '@pc' }, () => {
  test('[UX 2.5] on a PC the card fields, the button, the order and its recipient are visible without scrolling', async ({
    page,
    payer,
    picture,
  }) => {
    await payer.comeToFields('5048213', 999);
    const fields = (['number', 'expiry', 'cvv', 'holder'] as const).map((name) =>
      checkoutComField(page, name),
    );
    await expect(page.getByTestId('trust')).toContainText('Checkout.com');
    await seeAboveFold(page, [
      ...fields,
      payer.confirmButton,
      page.getByTestId('order-strip').filter({ visible: true }),
      page.getByTestId('trust'),
    ]);
    await picture('card-pc-13');
  });

  test('[UX 2.5] pressing pay with empty card fields puts the cursor into the card number', async ({
    page,
    payer,
  }) => {
    await payer.comeToFields('5048213', 999);
    await payer.confirmButton.click({ force: true });
    await expect(checkoutComField(page, 'number')).toBeFocused();
  });
});

test.describe('with the card fields of Adyen', () => {
  test.use({ provider: ADYEN });

  test(
    '[UX 2.5] on a PC the card fields are visible without scrolling, and Enter in the last field pays',
    { tag: '@pc' },
    async ({ page, payer, device, picture }) => {
      await payer.comeToFields('5048213', 499);
      const fields = sealedFields(page);
      await seeAboveFold(page, [
        ...Object.values(fields),
        payer.confirmButton,
        page.getByTestId('trust').filter({ visible: true }),
      ]);
      await expect(fields.number).toBeFocused();
      await picture('card-pc-17');
      // Enter in an empty form: the first field keeps the cursor and shows its error.
      await page.keyboard.press('Enter');
      await expect(page.getByTestId('encryptedCardNumber')).toHaveClass(/bad/);
      await expect(fields.number).toBeFocused();
      for (const [name, text] of cardTexts('approve')) {
        await expect(fields[name]).toBeFocused();
        await page.keyboard.type(text);
      }
      await expect(payer.confirmButton).toBeEnabled();
      await page.keyboard.press('Enter');
      await payer.seePaid('approve', { gems: 540, cents: 499 });
      expect(await orderEnds(device)).toEqual([[499, 17, 'delivered']]);
    },
  );

  test('[UX 2.5] pressing Enter in Adyen’s CVV field pays', { tag: '@phone' }, async ({ page, payer }) => {
    await payer.comeToFields('5048213', 499);
    await payer.fillCard('approve');
    await sealedField(page, 'encryptedSecurityCode').press('Enter');
    await payer.seePaid('approve', { gems: 540, cents: 499 });
  });

  test(
    '[UX 2.6] after a wrong CVV only the CVV field is emptied and focused, and pay is enabled once a new CVV is typed',
    { tag: '@phone' },
    async ({ page, payer, device, picture }) => {
      await payer.comeToFields('5048213', 499);
      await payer.payByCard('wrong-cvv');
      await payer.seeOutcome('verify');
      await page.getByTestId('result-retry').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(arabicWord('step.cvvAgain'));
      const fields = sealedFields(page);
      await expect(fields.cvv).toBeFocused();
      await expect(fields.cvv).toHaveValue('');
      await expect(fields.number).not.toHaveValue('');
      await expect(fields.expiry).toHaveValue(/\d\d\/\d\d/);
      await expect(fields.holder).toHaveValue('NOURA ALI');
      await expect(payer.confirmButton).toBeDisabled();
      await picture('cvv-again-17');
      await page.keyboard.type(TYPED_CVV);
      await expect(payer.confirmButton).toBeEnabled();
      // The simulated provider declines this card with every CVV.
      await payer.confirm();
      await payer.seeOutcome('verify');
      expect(await orderEnds(device)).toEqual([
        [499, 17, 'refused'],
        [499, 17, 'refused'],
      ]);
      await page.getByTestId('result-retry').click();
      await expect(sealedField(page, 'encryptedSecurityCode')).toHaveValue('');
      await expect(sealedField(page, 'encryptedExpiryDate')).toHaveValue(
        validExpiry(new Date()).replace(/^(..)/, '$1/'),
      );
    },
  );
});
