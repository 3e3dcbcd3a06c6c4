import type { Page } from '@playwright/test';
import { makeTicket } from '../../apps/api/src/accounts/login-ticket.ts';
import { openSession } from '../../apps/api/src/accounts/session-key.ts';
import { accountId } from '@jawhara/domain';
import { arabicWord } from '../arabic-word.ts';
import { database } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import { accessibilityProblems, sidewaysScroll } from '../screens/inspect-screen.ts';
import { seeToast } from '../toasts.ts';

const PASSWORD = 'jawhara-2026';
const NOURA = { accountId: accountId(1001), displayId: '5048213', name: /نورة/ };
const AMAL = { accountId: accountId(1002), displayId: '3310457', name: /أمل/ };

const sessions = () => ({
  db: database(),
  now: () => new Date(),
  chance: (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes)),
});

const submit = (page: Page) => page.getByRole('button', { name: arabicWord('login.submit'), exact: true });
const idField = (page: Page) => page.getByLabel(arabicWord('login.id'));
const passwordField = (page: Page) => page.getByLabel(arabicWord('login.password'), { exact: true });

async function typePair(page: Page, id: string, password: string): Promise<void> {
  await idField(page).fill(id);
  await passwordField(page).fill(password);
  await submit(page).click();
}

/** Own account chosen on the pay screen: nothing was typed there. */
async function seeOwnAccount(page: Page, { displayId }: typeof NOURA): Promise<void> {
  await expect(page).toHaveURL(/\/pay$/);
  await expect(page.getByTestId('recipient-card')).toContainText(displayId);
}

const chip = (page: Page, { name }: typeof NOURA) =>
  page.getByRole('button', { name }).and(page.locator('.chip-button')).filter({ visible: true });

/** From the home page, where both widths show who is signed in. */
async function logOutHere(page: Page, account: typeof NOURA): Promise<void> {
  await page.goto('/');
  await chip(page, account).click();
  // The chip changes at once, the page begins anew when the server has answered: a step further before that would be cut off.
  const begunAnew = page.waitForEvent('load');
  await page.getByRole('button', { name: arabicWord('login.out'), exact: true }).click();
  await begunAnew;
  await expect(page.locator('a.chip-button[href="/login"]').filter({ visible: true })).toBeVisible();
}

test('[LGN-01] [LGN-04 in part] [LGN-09 in part] [NAV-02] an id and a password, wrong and right, then out again', async ({
  page,
  picture,
}) => {
  await page.goto('/pay');
  const isDocument = page.waitForResponse(/\/login$/);
  await page.locator('a[href="/login"]').filter({ visible: true }).first().click();
  expect((await isDocument).headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  await expect(page.getByRole('button', { name: arabicWord('login.facebook') })).toBeVisible();
  await picture('login');
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeNull();

  await submit(page).click();
  await expect(page.getByText(arabicWord('login.needId'))).toBeVisible();
  await expect(page.getByText(arabicWord('login.needPassword'))).toBeVisible();
  await expect(idField(page)).toBeFocused();
  await typePair(page, NOURA.displayId, 'not-this');
  await expect(page.getByText(arabicWord('login.wrong'))).toBeVisible();
  await expect(passwordField(page)).toBeFocused();
  await expect(passwordField(page)).toHaveValue('');
  await picture('login-wrong');
  await passwordField(page).fill(PASSWORD);
  await page.keyboard.press('Enter');

  await seeOwnAccount(page, NOURA);
  await seeToast(page, /أهلًا/);
  await page.reload();
  await seeOwnAccount(page, NOURA);
  await logOutHere(page, NOURA);
});

test('[LGN-02] [NET-11 in part] both providers sign in from their own window, and their scripts are on no other page', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (/sdk\.js|gsi\/client/.test(request.url())) scripts.push(new URL(page.url()).pathname);
  });
  await page.goto('/login');
  const facebookWindow = page.waitForEvent('popup');
  await page.getByRole('button', { name: arabicWord('login.facebook') }).click();
  await (await facebookWindow).getByRole('button', { name: 'نورة' }).click();
  await seeOwnAccount(page, NOURA);
  expect(await page.evaluate(() => 'FB' in globalThis || 'google' in globalThis)).toBe(false);
  await logOutHere(page, NOURA);

  await page.goto('/login');
  const googleWindow = page.context().waitForEvent('page');
  await page.frameLocator('.google-button iframe').getByRole('button').click();
  await (await googleWindow).getByRole('button', { name: 'أمل' }).click();
  await seeOwnAccount(page, AMAL);
  expect(new Set(scripts)).toEqual(new Set(['/login']));
});

test(
  '[LGN-06] somebody without an account is sent to the app',
  { tag: '@phone' },
  async ({ page, picture }) => {
    await page.goto('/login');
    const popup = page.waitForEvent('popup');
    await page.getByRole('button', { name: arabicWord('login.facebook') }).click();
    await (await popup).getByRole('button', { name: /سلمى/ }).click();
    await expect(page.getByText(arabicWord('login.21266'))).toBeVisible();
    await picture('login-21266');
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysScroll(page)).toBeNull();
    await picture('login-21266-narrow');
  },
);

test('[LGN-03] [LGN-05] [APP-22] a ticket is asked about, a key of somebody else too, and neither stays in the address', async ({
  page,
  picture,
}) => {
  const ticket = await makeTicket(sessions(), NOURA.accountId);
  await page.goto(`/pay?ticket=${ticket}&from=app`);
  await expect(page).toHaveURL(/\/pay\?from=app$/);
  const question = page.getByRole('dialog');
  await expect(question).toContainText(NOURA.displayId);
  await picture('login-ticket');
  expect(await accessibilityProblems(page)).toEqual([]);
  const signedIn = page.waitForEvent('load');
  await question.getByRole('button', { name: arabicWord('dlg.login.yes') }).click();
  await signedIn;
  await expect(page.getByTestId('recipient-card')).toContainText(NOURA.displayId);
  await seeToast(page, /أهلًا/);

  // The same link again asks nobody anything.
  await page.goto(`/?ticket=${ticket}`);
  await expect(chip(page, NOURA)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const key = await openSession(sessions(), AMAL.accountId, 'app');
  await page.goto(`/pay?session_key=${key}`);
  await expect(page).toHaveURL(/\/pay$/);
  await expect(question).toContainText(AMAL.displayId);
  await picture('login-switch');
  // Their face is there before the page begins anew.
  const begunAnew = page.waitForEvent('load');
  await question.getByRole('button', { name: arabicWord('dlg.switch.yes') }).click();
  await begunAnew;
  await expect(page.getByTestId('recipient-card')).toContainText(AMAL.displayId);
  expect(await page.evaluate(() => JSON.stringify(history.state) + location.href)).not.toContain(key);
});

test('a provider whose script is blocked has no button', { tag: '@phone' }, async ({ page, complaints }) => {
  complaints.allow(/ERR_FAILED/);
  await page.route(/sdk\.js|gsi\/client/, (route) => route.abort());
  await page.goto('/login');
  await expect(submit(page)).toBeVisible();
  await expect(page.locator('.or-line')).toHaveCount(0);
  await expect(page.getByRole('button', { name: arabicWord('login.facebook') })).toHaveCount(0);
});
