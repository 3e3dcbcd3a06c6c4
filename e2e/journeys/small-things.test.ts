import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { newAccount, newBannedAccount } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import { OUTPUT } from '../output.ts';
import { ADYEN } from '../providers/adyen.ts';
import { placeOrder } from '../shortcut.ts';

/** Runs at a phone's width: details that only a real browser shows, such as cut texts, focus rings and alignment. */
const PHONE = { tag: '@phone' };

/** Whether the first and the last letter of a cut text are inside its box. */
const endsInSight = (name: Locator): Promise<readonly [first: boolean, last: boolean]> =>
  name.evaluate((element) => {
    const text = element.firstChild;
    if (!(text instanceof Text)) throw new Error('no text');
    const box = element.getBoundingClientRect();
    const isIn = (at: number): boolean => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const letter = range.getBoundingClientRect();
      return letter.left >= box.left - 1 && letter.right <= box.right + 1;
    };
    return [isIn(0), isIn(text.length - 1)] as const;
  });

test(
  'a long Latin name in an Arabic list is cut at its end, not at its beginning',
  PHONE,
  async ({ page, payer, picture }) => {
    await page.goto('/pay');
    const latin = await newAccount('Alexandra Konstantinopolskaya of the Seven Seas');
    await payer.chooseRecipient(latin.displayId);
    for (const name of ['عبد الرحمن بن عبد العزيز آل مسعود الكبير جدًا', 'Hessa'])
      await payer.chooseAnother((await newAccount(name)).displayId);
    const names = page.getByTestId('recent-recipient').locator('.cut-name');
    await expect(names).toHaveCount(2);
    for (const name of await names.all()) expect(await endsInSight(name)).toEqual([true, false]);
    await picture('small-latin-name');
  },
);

test(
  'on the fines page the account that was found has the focus, without an outline',
  PHONE,
  async ({ page, picture }) => {
    const banned = await newBannedAccount();
    await page.goto('/fines');
    await page.getByTestId('recipient-id').pressSequentially(banned.displayId);
    const account = page.getByTestId('fined-account');
    await expect(account).toBeFocused();
    await expect(account).toHaveCSS('outline-style', 'none');
    await expect(page.locator('main')).toContainText('الحظر السابق بسبب الاسترداد: 1');
    await picture('small-fines');
  },
);

test('the lines of the page footer contain no separator dots', PHONE, async ({ page, picture }) => {
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/');
    const foot = page.locator('footer');
    await expect(foot).toBeVisible();
    for (const line of await foot.locator('.lines').allInnerTexts()) expect(line).not.toMatch(/[·•]/);
  }
  await picture('small-footer');
});

test.describe('with the card fields of Adyen', () => {
  test.use({ provider: ADYEN });

  test(
    'the hint "where is the CVV?" is placed next to the CVV field',
    PHONE,
    async ({ page, payer, picture }) => {
      await payer.comeToFields('5048213', 499);
      const [hint, label] = [page.getByTestId('cvv-hint'), page.getByTestId('encryptedSecurityCode')];
      const [of, at] = [await hint.boundingBox(), await label.boundingBox()];
      if (of === null || at === null) throw new Error('not shown');
      expect(of.y + of.height / 2).toBeLessThan(at.y + at.height);
      expect(at.y - (of.y + of.height)).toBeLessThan(12);
      expect(of.x).toBeGreaterThanOrEqual(at.x - 1);
      await picture('small-cvv-where');
    },
  );
});

for (const language of ['ar', 'en'] as const)
  test(
    `the receipt of a paid order can be saved as a picture, in ${language}`,
    PHONE,
    async ({ page, payer }) => {
      const orderId = await placeOrder(page.request, 'approve');
      await page.goto(`/pay-step?order_id=${orderId}&lan=${language}`);
      await payer.seeOutcome('success');
      const saved = page.waitForEvent('download');
      await page.getByTestId('share-picture').click();
      await (await saved).saveAs(join(OUTPUT, `receipt-picture-${language}.png`));
    },
  );

test('the help of a payment contains the language switch', PHONE, async ({ page, picture }) => {
  await page.goto('/pay');
  await page.getByRole('button', { name: 'المساعدة' }).first().click();
  await expect(page.getByRole('dialog').locator('.language-line')).toContainText('English');
  await picture('small-help-language');
});
