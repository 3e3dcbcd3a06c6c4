import { accountId } from '@jawhara/domain';
import type { Page } from '@playwright/test';
import { makeTicket } from '../../apps/api/src/accounts/log-in.ts';
import { database } from '../books.ts';
import { expect } from '../fixtures.ts';
import { cutOff, refused, unanswered } from './faked-answer.ts';
import { complaint, CUT_OFF, type Screen, type Visit } from './screen-list.ts';

const LOGIN = '/api/user/account_login/';
const NOURA = { displayId: '5048213', accountId: accountId(1001) };
const AMAL = { displayId: '3310457', accountId: accountId(1002) };
const PASSWORD = 'jawhara-2026';

const submit = (page: Page) => page.locator('form button[type=submit]').filter({ visible: true });

async function openLogin(page: Page): Promise<void> {
  await page.goto('/login');
  await expect(page.locator('.google-button iframe')).toBeVisible();
}

async function typePair(page: Page): Promise<void> {
  await page.locator('input[name=id]').fill(NOURA.displayId);
  await page.locator('input[name=password]').fill(PASSWORD);
  await submit(page).click();
}

async function signIn(page: Page): Promise<void> {
  await openLogin(page);
  await typePair(page);
  await expect(page).toHaveURL(/\/pay$/);
  await expect(page.getByTestId('recipient-card')).toBeVisible();
}

function ticketFor(account: typeof NOURA): Promise<string> {
  const chance = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));
  return makeTicket({ db: database(), now: () => new Date(), chance }, account.accountId);
}

/** The form after a refusal of the server, with its message. */
function refusedLogin(name: string, result: number, waitS?: number): Screen {
  return {
    name: `login-${name}`,
    mayComplain: /429/,
    async open({ page }) {
      await openLogin(page);
      await refused(page, LOGIN, result, waitS);
      await typePair(page);
      await expect(page.locator('.login-side .note').or(complaint(page)).first()).toBeVisible();
    },
  };
}

async function openHomeSignedIn({ page }: Visit): Promise<void> {
  await signIn(page);
  await page.goto('/');
  await expect(page.locator('button.chip-button[aria-haspopup]').filter({ visible: true })).toBeVisible();
}

export const LOGIN_SCREENS: readonly Screen[] = [
  {
    name: 'login-empty',
    async open({ page }) {
      await openLogin(page);
      await submit(page).click();
      await expect(complaint(page)).toBeVisible();
    },
  },
  refusedLogin('wrong', 22_022),
  refusedLogin('failed', 22_023),
  refusedLogin('unknown-person', 21_266),
  refusedLogin('ended-elsewhere', 22_026),
  refusedLogin('too-many', 22_003, 840),
  {
    name: 'login-busy',
    async open({ page }) {
      await openLogin(page);
      await unanswered(page, LOGIN);
      await typePair(page);
      await expect(page.locator('form [aria-busy=true]')).toBeVisible();
    },
  },
  {
    name: 'login-late',
    async open({ page, letTimePass }) {
      await page.clock.install();
      await openLogin(page);
      await unanswered(page, LOGIN);
      await typePair(page);
      await letTimePass(page.locator('.login-side .note'));
    },
  },
  {
    name: 'login-offline',
    mayComplain: CUT_OFF,
    async open({ page }) {
      await openLogin(page);
      await page.context().setOffline(true);
      await typePair(page);
      await expect(page.locator('.login-side .note')).toBeVisible();
    },
  },
  {
    name: 'login-without-providers',
    mayComplain: CUT_OFF,
    async open({ page }) {
      await cutOff(page, /sdk\.js|gsi\/client/);
      await page.goto('/login');
      await expect(submit(page)).toBeVisible();
      await expect(page.locator('.or-line')).toHaveCount(0);
    },
  },
  {
    name: 'login-signed-in',
    async open({ page }) {
      await signIn(page);
      await page.goto('/login');
      await expect(page.locator('.login-side')).toContainText(NOURA.displayId);
    },
  },
  {
    name: 'login-ticket',
    async open({ page }) {
      await page.goto(`/pay?ticket=${await ticketFor(NOURA)}`);
      await expect(page.getByRole('dialog')).toContainText(NOURA.displayId);
    },
  },
  {
    name: 'login-switch',
    async open({ page }) {
      await signIn(page);
      await page.goto(`/pay?ticket=${await ticketFor(AMAL)}`);
      await expect(page.getByRole('dialog')).toContainText(AMAL.displayId);
    },
  },
  { name: 'home-signed-in', open: openHomeSignedIn },
  {
    name: 'account-sheet',
    async open(visit) {
      await openHomeSignedIn(visit);
      await visit.page.locator('button.chip-button[aria-haspopup]').filter({ visible: true }).click();
      await expect(visit.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'pay-signed-in',
    async open({ page }) {
      await signIn(page);
      await expect(page.getByTestId('pack-19999')).toBeVisible();
    },
  },
];
