import type { Page } from '@playwright/test';
import { arabicLeft } from '../arabic-left.ts';
import { expect, test } from '../fixtures.ts';
import { ADYEN } from '../providers/adyen.ts';
import { CHECKOUT_COM } from '../providers/checkout-com.ts';
import { PAYERMAX } from '../providers/payermax.ts';

async function seePageIn(page: Page, lang: 'ar' | 'en', dir: 'rtl' | 'ltr'): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
  await expect(page.locator('html')).toHaveAttribute('dir', dir);
}

const AWAKE_WITHIN_MS = 3_000;

/** Switches the language: by a chip on every page of a PC, by the start screen's menu on a phone. */
async function switchTo(page: Page, name: string, isPhone: boolean): Promise<void> {
  if (!isPhone) return page.getByRole('navigation').getByRole('button', { name }).click();
  const here = page.url();
  await page.goto('/');
  // A press before the page is interactive has no effect, so it is repeated, as a payer would.
  await expect(async () => {
    await page.locator('.app-bar .icon-button').click();
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: AWAKE_WITHIN_MS });
  }).toPass();
  await page.getByRole('radio', { name }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto(here);
}

test('[APP-19] switching to English and back keeps the page, the recipient and the pack, and turns the text direction', async ({
  page,
  payer,
  hasTouch,
}) => {
  await page.goto('/pay');
  await seePageIn(page, 'ar', 'rtl');
  await payer.chooseRecipient('5048213');
  await payer.choosePack(499);
  const chosen = async (): Promise<void> => {
    await expect(page.getByTestId('recipient-card')).toHaveAttribute('data-display-id', '5048213');
    await expect(page.getByTestId('pack-499')).toBeChecked();
    expect(new URL(page.url()).pathname).toBe('/pay');
  };

  await switchTo(page, 'English', hasTouch);
  await seePageIn(page, 'en', 'ltr');
  await chosen();
  await expect(page.getByTestId('pay-now').filter({ visible: true })).toContainText('Pay');
  expect(await arabicLeft(page)).toEqual([]);

  await switchTo(page, 'العربية', hasTouch);
  await seePageIn(page, 'ar', 'rtl');
  await chosen();
  await expect(page.getByTestId('pay-now').filter({ visible: true })).toContainText('ادفع');
});

test(
  '[APP-19] a link with lan=en opens in English, and a link’s language overrides the chosen one',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/?lan=en');
    await seePageIn(page, 'en', 'ltr');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Top up your gems');
    expect(await arabicLeft(page)).toEqual([]);
    await page.goto('/');
    await seePageIn(page, 'en', 'ltr');
    await page.goto('/?lan=ar');
    await seePageIn(page, 'ar', 'rtl');
  },
);

for (const provider of [CHECKOUT_COM, ADYEN, PAYERMAX]) {
  test.describe(
    `in English with provider ${provider.number} (6 PayerMax, 13 Checkout.com, 17 Adyen)`,
    { tag: provider === CHECKOUT_COM ? [] : '@phone' },
    () => {
      test.use({ provider });

      test('[APP-19] a purchase in English shows no Arabic text from the card step to the receipt', async ({
        page,
        payer,
        picture,
      }) => {
        await page.goto('/?lan=en');
        await payer.comeToFields('3310457', 999);
        await expect(page.getByRole('heading', { name: /card/i }).first()).toBeVisible();
        expect(await arabicLeft(page)).toEqual([]);
        await picture(`english-card-${provider.number}`);
        await payer.payByCard('challenge');
        await payer.seeBank();
        // The switch is hidden, because a reload would lose the payment.
        await expect(page.locator('.language-chip, .language-line').filter({ visible: true })).toHaveCount(0);
        expect(await arabicLeft(page)).toEqual([]);
        await payer.answerBank(true);
        await payer.seePaid('challenge', { gems: 1060, cents: 999 });
        await expect(page.getByTestId('receipt')).toContainText('Order number');
        expect(await arabicLeft(page)).toEqual([]);
        await picture(`english-success-${provider.number}`);
      });
    },
  );
}
