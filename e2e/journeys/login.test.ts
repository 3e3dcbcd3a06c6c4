import { makeTicket } from '../../apps/api/src/accounts/log-in.ts';
import { openSession } from '../../apps/api/src/accounts/session-key.ts';
import { database } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import {
  AMAL,
  LANGUAGES,
  LoginPage,
  newOwner,
  NOURA,
  otherDevice,
  PASSWORD,
  sessions,
} from '../login-page.ts';
import { accessibilityProblems, sidewaysScroll } from '../screens/inspect-screen.ts';
import { tabTo } from '../tab-to.ts';
import { seeToast } from '../toasts.ts';
import { WIDTH_OF_LANGUAGE } from '../one-width.ts';

const WELCOME = { ar: /أهلًا/, en: /Welcome/ } as const;

for (const language of LANGUAGES)
  test.describe(`in ${language}`, { tag: WIDTH_OF_LANGUAGE[language] }, () => {
    test('[LGN-01] [LGN-04 in part] [NAV-02] an id and a password sign in; the login remains after a reload, and logging out ends it', async ({
      page,
      picture,
    }) => {
      const login = new LoginPage(page, language);
      await login.open('/pay');
      const isDocument = page.waitForResponse(/\/login$/);
      await page.locator('a[href="/login"]').filter({ visible: true }).first().click();
      expect((await isDocument).headers()['content-security-policy']).toContain("frame-ancestors 'none'");
      await expect(login.facebook).toBeVisible();
      await picture(`login-${language}`);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBeNull();

      await login.idField.fill(NOURA.displayId);
      await login.passwordField.fill(PASSWORD);
      await page.keyboard.press('Enter');
      await login.seeOwnAccount(NOURA);
      await seeToast(page, WELCOME[language]);
      await page.reload();
      await login.seeOwnAccount(NOURA);
      await login.logOut(NOURA, 'login.out');
    });

    test('[LGN-02] [NET-11] Facebook and Google sign in from their own windows, and their scripts are loaded on /login only', async ({
      page,
    }) => {
      const login = new LoginPage(page, language);
      const scripts: string[] = [];
      page.on('request', (request) => {
        if (/sdk\.js|gsi\/client/.test(request.url())) scripts.push(new URL(page.url()).pathname);
      });
      await login.open('/login');
      await login.byFacebook('نورة');
      await login.seeOwnAccount(NOURA);
      expect(await page.evaluate(() => 'FB' in globalThis || 'google' in globalThis)).toBe(false);
      await login.logOut(NOURA, 'login.out');

      await page.goto('/login');
      await login.byGoogle('أمل');
      await login.seeOwnAccount(AMAL);
      expect(new Set(scripts)).toEqual(new Set(['/login']));
    });

    // On the phone only: a page that becomes narrower than a PC reloads (APP-09), and the key is no longer in its address.
    test(
      '[APP-22] [LGN-05] a session key in a link needs confirmation; declining leaves no trace of the account, confirming signs in',
      {
        tag: '@phone',
      },
      async ({ page, device, picture }) => {
        const login = new LoginPage(page, language);
        const owner = await newOwner('Hessa');
        const key = await openSession(sessions(), owner.accountId, 'app');
        await login.open('/pay');
        await login.open(`/pay?session_key=${key}`);
        await expect(page).toHaveURL(/\/pay\?lan=\w+$/);
        const question = page.getByRole('dialog', { name: login.word('login.title') });
        await expect(question).toContainText(owner.displayId);
        await picture(`login-key-${language}`);
        const size = page.viewportSize() ?? { width: 0, height: 0 };
        await page.setViewportSize({ width: 320, height: 640 });
        await picture(`login-key-narrow-${language}`);
        expect(await accessibilityProblems(page)).toEqual([]);
        expect(await sidewaysScroll(page)).toBeNull();
        await page.setViewportSize(size);

        // By keyboard; Escape means no.
        await page.keyboard.press('Escape');
        await expect(question).toBeHidden();
        expect(await login.readSessionKey()).toBeNull();
        await expect(page.getByTestId('recipient-card')).toHaveCount(0);
        const ties = await database()`
        select from account_devices where account_id = ${owner.accountId} and device = ${device}`;
        expect(ties).toHaveLength(0);
        expect(await page.evaluate(() => JSON.stringify(history.state) + location.href)).not.toContain(key);

        await login.open(`/pay?session_key=${key}`);
        const pageReload = page.waitForEvent('load');
        await tabTo(page, question.getByRole('button', { name: login.word('dlg.login.yes') }));
        await page.keyboard.press('Enter');
        await pageReload;
        await login.seeOwnAccount(owner);
        expect(await login.readSessionKey()).toBe(key);
      },
    );

    test('[LGN-03] [LGN-05] [APP-22] a ticket or another account’s session key needs confirmation, and neither stays in the address', async ({
      page,
      context,
      picture,
    }) => {
      const login = new LoginPage(page, language);
      const ticket = await makeTicket(sessions(), NOURA.accountId);
      await login.open(`/pay?ticket=${ticket}&from=app`);
      await expect(page).toHaveURL(/\/pay\?from=app(?:&lan=\w+)?$/);
      const question = page.getByRole('dialog');
      await expect(question).toContainText(NOURA.displayId);
      await picture(`login-ticket-${language}`);
      expect(await accessibilityProblems(page)).toEqual([]);
      const signedIn = page.waitForEvent('load');
      await question.getByRole('button', { name: login.word('dlg.login.yes') }).click();
      await signedIn;
      await expect(page.getByTestId('recipient-card')).toContainText(NOURA.displayId);
      await seeToast(page, WELCOME[language]);

      // The same link again needs no confirmation; on another device it is invalid, and the page says so.
      await page.goto(`/?ticket=${ticket}`);
      await expect(login.chip(NOURA)).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const other = new LoginPage(await otherDevice(context, page), language);
      await other.open(`/?ticket=${ticket}`);
      await expect(other.page.locator('.toast')).toContainText(other.word('share.invalid'));
      await other.seeNobody();
      await other.page.context().close();

      const key = await openSession(sessions(), AMAL.accountId, 'app');
      await page.goto(`/pay?session_key=${key}`);
      await expect(page).toHaveURL(/\/pay$/);
      await expect(question).toContainText(AMAL.displayId);
      await picture(`login-switch-${language}`);
      // After declining, the same link requires a confirmation again.
      await question.getByRole('button', { name: login.word('dlg.switch.no') }).click();
      await expect(question).toBeHidden();
      await expect(page.getByTestId('recipient-card')).toContainText(NOURA.displayId);
      await page.goto(`/pay?session_key=${key}`);
      // The new account is shown before the page reloads.
      const pageReload = page.waitForEvent('load');
      await question.getByRole('button', { name: login.word('dlg.switch.yes') }).click();
      await pageReload;
      await expect(page.getByTestId('recipient-card')).toContainText(AMAL.displayId);
      expect(await page.evaluate(() => JSON.stringify(history.state) + location.href)).not.toContain(key);
    });
  });
