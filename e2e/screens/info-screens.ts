import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { pageWord } from '../page-word.ts';
import { placeOrder } from '../shortcut.ts';
import { cutOff, unanswered } from './faked-answer.ts';
import { CUT_OFF, openOrder, type Screen } from './screen-list.ts';

const FIND = '/api/web/check_display_id/';
const dialog = (page: Page) => page.getByRole('dialog').last();

async function openMenu(page: Page): Promise<void> {
  await page.goto('/');
  // A press before the page is awake opens nothing; a visitor presses again.
  await expect(async () => {
    await page.locator('.app-bar .icon-button').click();
    await expect(dialog(page)).toBeVisible({ timeout: 3_000 });
  }).toPass();
}

async function openHelp(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: await pageWord(page, 'common.help') })
    .first()
    .click();
  await expect(dialog(page)).toBeVisible();
}

async function openMyData(page: Page): Promise<void> {
  await placeOrder(page.request, 'approve');
  await page.goto('/?page=my-data');
  await expect(page.getByTestId('my-data')).toBeVisible();
}

export const INFO_SCREENS: readonly Screen[] = [
  { name: 'menu', isPhoneOnly: true, open: ({ page }) => openMenu(page) },
  {
    name: 'clear-device-sheet',
    isPhoneOnly: true,
    async open({ page }) {
      await openMenu(page);
      await page.getByText(await pageWord(page, 'settings.clearDevice')).click();
      await expect(page.getByRole('dialog')).toHaveCount(2);
    },
  },
  { name: 'my-data', isMain: true, open: ({ page }) => openMyData(page) },
  {
    name: 'erase-data-sheet',
    async open({ page }) {
      await openMyData(page);
      await page.getByRole('button', { name: await pageWord(page, 'data.erase') }).click();
      await expect(page.getByRole('dialog')).toHaveCount(2);
    },
  },
  {
    name: 'my-data-not-loaded',
    mayComplain: CUT_OFF,
    async open({ page }) {
      await cutOff(page, '/api/web/my_data/');
      await page.goto('/?page=my-data');
      await expect(page.locator('dialog .state-block')).toBeVisible();
    },
  },
  {
    name: 'legal-all-open',
    async open({ page }) {
      await page.goto('/?page=refunds');
      await page.getByRole('button', { name: await pageWord(page, 'legal.openAll') }).click();
      await expect(page.locator('dialog details[open]').nth(3)).toBeVisible();
    },
  },
  {
    name: 'help-sheet',
    isPhoneOnly: true,
    async open({ page }) {
      await page.goto('/pay');
      await expect(page.getByTestId('pack-499')).toBeVisible();
      await openHelp(page);
    },
  },
  {
    name: 'help-with-order',
    async open(visit) {
      await openOrder(visit, 'do-not-honour');
      await visit.payer.seeOutcome('other');
      await visit.page.getByTestId('help-link').click();
      await expect(visit.page.getByTestId('help-order')).toBeVisible();
    },
  },
  {
    name: 'share-invitation',
    isMain: true,
    async open({ page }) {
      await page.goto('/share.html?info=8841206');
      await expect(page.locator('.invitation .avatar')).toBeVisible();
      await expect(page.locator('.qr > svg, [data-testid=open-app]').first()).toBeVisible();
    },
  },
  {
    name: 'share-loading',
    async open({ page }) {
      await unanswered(page, FIND);
      await page.goto('/share.html?info=8841206');
      await expect(page.locator('.invitation .skeleton').first()).toBeVisible();
    },
  },
  {
    name: 'share-invalid',
    async open({ page }) {
      await page.goto('/share.html?info=9999999');
      await expect(page.locator('main .note')).toBeVisible();
    },
  },
  {
    name: 'share-offline',
    mayComplain: CUT_OFF,
    async open({ page }) {
      await page.goto('/share.html?info=8841206');
      await expect(page.locator('.invitation .avatar')).toBeVisible();
      await page.context().setOffline(true);
      await expect(page.locator('main .note')).toBeVisible();
    },
  },
];
