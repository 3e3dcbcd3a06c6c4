import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { ADYEN, sealedField } from '../providers/adyen.ts';
import { cutTexts, sidewaysScroll } from '../screens/inspect-screen.ts';

const PACK_499 = { gems: 540, cents: 499 };

async function seeNothingCut(page: Page, where: string): Promise<void> {
  expect.soft(await sidewaysScroll(page), where).toBeNull();
  expect.soft(await cutTexts(page), where).toEqual([]);
}

test.describe('text of 200 % on a phone', { tag: '@phone' }, () => {
  test.use({ provider: ADYEN });

  test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('jawhara.text-size', '200')));

  test('[UX 2.1] with text at 200 % no text is cut from the start page to the receipt, and the provider’s fields grow too', async ({
    page,
    payer,
    picture,
  }) => {
    await page.goto('/');
    await expect(page.getByTestId('recipient-id')).toBeVisible();
    await expect(page.locator('html')).toHaveClass(/big/);
    await seeNothingCut(page, 'home');
    await payer.comeToFields('5048213', 499);
    await seeNothingCut(page, 'the empty card');
    await payer.fillCard('approve');
    await seeNothingCut(page, 'the card');
    const number = sealedField(page, 'encryptedCardNumber');
    expect(await number.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0);
    const [expiry, cvv] = [
      sealedField(page, 'encryptedExpiryDate'),
      sealedField(page, 'encryptedSecurityCode'),
    ];
    expect(
      await cvv.evaluate((input) => Number.parseFloat(getComputedStyle(input).fontSize)),
    ).toBeGreaterThan(20);
    const [above, below] = [await expiry.boundingBox(), await cvv.boundingBox()];
    expect(below?.y ?? 0).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0));
    await picture('card-200');
    await payer.confirm();
    await payer.seePaid('approve', PACK_499);
    await seeNothingCut(page, 'the result');
    await picture('success-200');
  });

  test('[UX 2.1] with text at 200 % no text is cut at the CVV of a saved card', async ({
    page,
    payer,
    picture,
  }) => {
    await payer.comeToFields('8841206', 499);
    await payer.payByCard('approve');
    await payer.seePaid('approve', PACK_499);
    await payer.rememberCard();
    await seeNothingCut(page, 'the remembered card');
    await page.getByTestId('result-repeat-same-amount').click();
    await payer.pressFor('pay-now', 'kept-card');
    await seeNothingCut(page, 'the CVV');
    await picture('cvv-200');
  });
});
