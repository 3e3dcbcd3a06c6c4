import { ERROR_CATALOGUE, readSignedInAccount, sessionKeyHeader } from '@jawhara/contract';
import type { Page, Request } from '@playwright/test';
import { openSession } from '../../apps/api/src/accounts/session-key.ts';
import { developmentCookie } from '../../tools/stack/development-device.ts';
import { shop } from '../addresses.ts';
import { expect, test } from '../fixtures.ts';
import { LANGUAGES, LoginPage, newOwner, otherDevice, sessions } from '../login-page.ts';
import { WIDTH_OF_LANGUAGE } from '../one-width.ts';

/** The result code that a script on this page gets for the signed-in account, with the page's cookies and the given key. */
async function resultFor(page: Page, key: string | null): Promise<number> {
  const { path } = readSignedInAccount;
  const headers = key === null ? {} : { [sessionKeyHeader(path)]: key };
  return page.evaluate(
    async ([to, sent]) => {
      const answer = await fetch(to, { headers: sent });
      return ((await answer.json()) as { result: number }).result;
    },
    [path, headers] as const,
  );
}

const NOBODY = ERROR_CATALOGUE['not-signed-in'].result;

for (const language of LANGUAGES)
  test.describe(`in ${language}`, { tag: WIDTH_OF_LANGUAGE[language] }, () => {
    test('[LGN-03 in part] a copied device cookie and a session key used after log-out sign nobody in', async ({
      page,
      context,
      deviceSecret,
    }) => {
      const login = new LoginPage(page, language);
      const hessa = await newOwner('Hessa');
      const key = await openSession(sessions(), hessa.accountId, 'app');
      await login.openWithKey('/', key);
      await expect(login.chip(hessa)).toBeVisible();
      expect(await resultFor(page, key)).toBe(0);
      expect(await resultFor(page, null)).toBe(NOBODY);

      const thief = new LoginPage(await otherDevice(context, page), language);
      const cookie = { ...developmentCookie(deviceSecret), url: shop().siteUrl };
      await thief.page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }]);
      await thief.open('/');
      await thief.seeNobody();
      expect(await resultFor(thief.page, null)).toBe(NOBODY);

      // With the session key the second device is signed in too; "log out everywhere" on the first then ends both.
      await thief.openWithKey('/', key);
      await expect(thief.chip(hessa)).toBeVisible();
      await login.logOut(hessa, 'login.outEverywhere');
      expect(await resultFor(page, key)).toBe(NOBODY);
      expect(await resultFor(thief.page, key)).toBe(NOBODY);
      await thief.page.reload();
      await thief.seeNobody();

      await login.open(`/?session_key=${key}`);
      await expect(page.locator('.toast')).toContainText(login.word('login.loggedOut'));
      await login.seeNobody();
      await thief.page.context().close();
    });

    test('[APP-22] a session key in a link is not sent to third-party scripts or to linked sites', async ({
      page,
      context,
      complaints,
    }) => {
      complaints.allow(/left the machine: http:\/\/elsewhere\.example\//);
      const login = new LoginPage(page, language);
      const hessa = await newOwner('Hessa');
      const key = await openSession(sessions(), hessa.accountId, 'app');
      const theirs: Request[] = [];
      context.on('request', (request) => {
        if (new URL(request.url()).origin !== shop().siteUrl) theirs.push(request);
      });
      await context.route('http://elsewhere.example/*', (route) => route.fulfill({ body: 'theirs' }));

      // A page that loads foreign scripts, opened with the key in its address.
      await login.openWithKey('/login', key);
      await login.seeOwnAccount(hessa);
      await page.evaluate(() => {
        const link = document.createElement('a');
        link.href = 'http://elsewhere.example/';
        link.textContent = 'out';
        document.body.append(link);
        link.click();
      });
      await expect(page.locator('body')).toHaveText('theirs');
      expect(await page.evaluate(() => document.referrer)).not.toContain(key);

      // The key is not in the browser's history either.
      await page.goBack();
      await login.seeOwnAccount(hessa);
      expect(page.url()).not.toContain(key);
      expect(theirs.length).toBeGreaterThan(0);
      for (const request of theirs) {
        const { referer = '' } = await request.allHeaders();
        expect(`${request.url()} ${referer} ${request.postData() ?? ''}`).not.toContain(key);
      }
    });
  });
