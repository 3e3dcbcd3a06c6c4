import type { Page } from '@playwright/test';
import { makeTicket } from '../../apps/api/src/accounts/log-in.ts';
import { openSession } from '../../apps/api/src/accounts/session-key.ts';
import { expect } from '../fixtures.ts';
import { newOwner, sessions } from '../login-page.ts';
import { pageWord } from '../page-word.ts';
import { placeOrder } from '../shortcut.ts';
import { cutOff, unanswered } from './faked-answer.ts';
import { CUT_OFF, openOrder, type Screen } from './screen-list.ts';

const FIND = '/api/web/check_display_id/';
const dialog = (page: Page) => page.getByRole('dialog').last();

async function openMenu(page: Page): Promise<void> {
  await page.goto('/');
  // A press before the page is interactive has no effect, so it is repeated, as a visitor would.
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

const SESSIONS = '/api/user/sessions/';
const sessionList = (page: Page) => page.getByTestId('sessions');

/** "My data" of a signed-in account, with sessions on this many other devices. */
async function openSessions(page: Page, others = 0): Promise<void> {
  const { accountId } = await newOwner('Hessa');
  for (let n = 0; n < others; n += 1)
    await openSession(sessions(), accountId, n % 2 === 0 ? 'app' : 'google');
  await page.goto(`/?ticket=${await makeTicket(sessions(), accountId)}`);
  const pageReload = page.waitForEvent('load');
  await page.getByRole('button', { name: await pageWord(page, 'dlg.login.yes') }).click();
  await pageReload;
  await page.goto('/?page=my-data');
}

async function openSeveral(page: Page): Promise<void> {
  await openSessions(page, 2);
  await expect(sessionList(page).getByRole('listitem')).toHaveCount(3);
  await sessionList(page).scrollIntoViewIfNeeded();
}

const SESSION_SCREENS: readonly Screen[] = [
  {
    name: 'sessions-loading',
    async open({ page }) {
      await unanswered(page, SESSIONS);
      await openSessions(page);
      await expect(sessionList(page).getByRole('status')).toBeVisible();
      await sessionList(page).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'sessions-one',
    async open({ page }) {
      await openSessions(page);
      await expect(sessionList(page).getByRole('listitem')).toHaveCount(1);
      await sessionList(page).scrollIntoViewIfNeeded();
    },
  },
  { name: 'sessions-several', isMain: true, open: ({ page }) => openSeveral(page) },
  {
    name: 'sessions-ended',
    async open({ page }) {
      await openSeveral(page);
      await sessionList(page).getByRole('button').nth(1).click();
      await expect(sessionList(page).getByRole('listitem')).toHaveCount(2);
    },
  },
  {
    name: 'sessions-not-loaded',
    mayComplain: CUT_OFF,
    async open({ page }) {
      await cutOff(page, SESSIONS);
      await openSessions(page);
      await expect(sessionList(page).getByRole('alert')).toBeVisible();
      await sessionList(page).scrollIntoViewIfNeeded();
    },
  },
];

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
  ...SESSION_SCREENS,
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
