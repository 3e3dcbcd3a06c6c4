import type { Page } from '@playwright/test';
import { arabicWord } from '../arabic-word.ts';
import { expect, test } from '../fixtures.ts';
import { tabTo } from '../tab-to.ts';
import { seeToast } from '../toasts.ts';

const button = (page: Page, id: string) => page.getByRole('button', { name: arabicWord(id), exact: true });

/** Moves to the target by Tab and presses Enter. These journeys use neither mouse nor touch. */
async function enter(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test('a visitor logs in after a wrong password, and logs out again, by keyboard alone', async ({ page }) => {
  await page.goto('/login');
  await tabTo(page, page.locator('input[name=id]'));
  await page.keyboard.type('5048213');
  const password = page.locator('input[name=password]');
  await tabTo(page, password);
  await page.keyboard.type('not-this');
  await page.keyboard.press('Enter');
  await expect(page.getByText(arabicWord('login.wrong'))).toBeVisible();
  await expect(password).toBeFocused();
  await page.keyboard.type('jawhara-2026');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/pay$/);
  await expect(page.getByTestId('recipient-card')).toContainText('5048213');

  await page.goto('/');
  const chip = page.locator('button.chip-button[aria-haspopup]').filter({ visible: true });
  await expect(chip).toBeVisible();
  await enter(page, chip);
  await expect(page.getByRole('dialog')).toBeVisible();
  const pageReload = page.waitForEvent('load');
  await enter(page, button(page, 'login.out'));
  await pageReload;
  await expect(page.locator('a.chip-button[href="/login"]').filter({ visible: true })).toBeVisible();
});

test(
  'a fine is found and paid up to the card step by keyboard alone, and Escape closes the help',
  { tag: '@phone' },
  async ({ page, payer }) => {
    await page.goto('/fines');
    await tabTo(page, page.getByTestId('recipient-id'));
    await page.keyboard.type('7719042');
    await expect(page.getByTestId('fined-account')).toBeFocused();
    await tabTo(page, page.getByTestId('fine-change'));
    const help = button(page, 'common.help').first();
    await enter(page, help);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(help).toBeFocused();
    await enter(page, page.getByTestId('pay-now'));
    await expect(payer.confirmButton).toBeVisible();
  },
);

test(
  'a report is written and sent, and its number copied, by keyboard alone',
  { tag: '@pc' },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/feedback');
    const topics = page.getByRole('radio');
    await tabTo(page, topics.first());
    await page.keyboard.press('ArrowLeft');
    await expect(topics.nth(1)).toBeChecked();
    await tabTo(page, page.locator('textarea'));
    await page.keyboard.type('دفعت أمس ولم تصل الجواهر.');
    await tabTo(page, page.getByLabel(arabicWord('feedback.contact')));
    await page.keyboard.type('noura@example.com');
    await tabTo(page, page.locator('input[type=file]'));
    await enter(page, page.getByTestId('report-send'));
    const number = page.getByTestId('report-number');
    await expect(number).toBeVisible();
    await enter(page, button(page, 'feedbackOk.copyRef'));
    await seeToast(page, arabicWord('feedbackOk.copied'));
    await enter(page, page.getByRole('link', { name: arabicWord('feedbackOk.home') }));
    await expect(page).toHaveURL(/\/$/);
  },
);

test('an invitation leads to topping up its sender by keyboard alone', { tag: '@pc' }, async ({ page }) => {
  await page.goto('/share.html?info=8841206');
  await expect(page.locator('.invitation .avatar')).toBeVisible();
  await enter(page, page.locator('main button.option'));
  await expect(page).toHaveURL(/\/pay$/);
  await expect(page.getByTestId('recipient-card')).toContainText('8841206');
});

test(
  'by keyboard alone, my data is downloaded, its deletion is opened and cancelled, and a legal text opened',
  { tag: '@pc' },
  async ({ page }) => {
    await page.goto('/?page=my-data');
    await expect(page.getByTestId('my-data')).toBeVisible();
    const saved = page.waitForEvent('download');
    await enter(page, button(page, 'data.download'));
    expect((await saved).suggestedFilename()).toMatch(/^jawhara-my-data-.*\.json$/);
    const erase = button(page, 'data.erase');
    await enter(page, erase);
    await expect(page.getByRole('dialog')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(erase).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/$/);

    await page.goto('/?page=privacy');
    const second = page.locator('dialog details').nth(1);
    await expect(second).toBeVisible();
    await enter(page, second.locator('summary'));
    await expect(second).toHaveAttribute('open', '');
  },
);
