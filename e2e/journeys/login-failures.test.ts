import { errorMessage, logInWithPassword } from '@jawhara/contract';
import type { Page, Route } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { LANGUAGES, LoginPage, NOURA, PASSWORD } from '../login-page.ts';
import { narrow, sidewaysScroll } from '../screens/inspect-screen.ts';
import { WIDTH_OF_LANGUAGE } from '../one-width.ts';

const CALL = `**${logInWithPassword.path}`;

async function nextCallMeets(page: Page, fate: (route: Route) => Promise<void> | void): Promise<void> {
  await page.route(CALL, fate, { times: 1 });
}

/**
 * Makes every API call of the page throw an unexpected error, which no server response can cause. Returns a function that ends
 * it. A single failing call would not be enough: it might be the page's sending of events.
 */
async function breakCalls(page: Page): Promise<() => Promise<void>> {
  const working = await page.evaluateHandle(() => globalThis.AbortController);
  await page.evaluate((Working) => {
    globalThis.AbortController = class extends Working {
      constructor() {
        super();
        throw new Error('no signals in this browser');
      }
    };
  }, working);
  return () =>
    page.evaluate((Working) => {
      globalThis.AbortController = Working;
    }, working);
}

for (const language of LANGUAGES)
  test.describe(`in ${language}`, { tag: WIDTH_OF_LANGUAGE[language] }, () => {
    test('[LGN-01] [LGN-04] [LGN-06] [LGN-07] [LGN-09] each failure of a login has its own message, and the right password still signs in afterwards', async ({
      page,
      picture,
      complaints,
      letTimePass,
    }) => {
      complaints.allow(/ERR_FAILED|status of 500|login: -9999|no signals in this browser/);
      await page.clock.install();
      const login = new LoginPage(page, language);
      const said = (id: string) => page.getByText(login.word(id));
      await login.open('/login');
      await expect(login.facebook).toBeVisible();

      await login.submit.click();
      await expect(said('login.needId')).toBeVisible();
      await expect(said('login.needPassword')).toBeVisible();
      await expect(login.idField).toBeFocused();

      await login.typePair(NOURA.displayId, 'not-this');
      await expect(said('login.wrong')).toBeVisible();
      await expect(login.passwordField).toBeFocused();
      await expect(login.passwordField).toHaveValue('');
      await picture(`login-wrong-${language}`);

      await nextCallMeets(page, (route) => route.abort());
      await login.typePair(NOURA.displayId, PASSWORD);
      await expect(said('net.notConnected').last()).toBeVisible();

      await nextCallMeets(page, (route) => route.fulfill({ status: 500, body: 'broken' }));
      await login.submit.click();
      await expect(said('login.failed')).toBeVisible();

      const mend = await breakCalls(page);
      await login.submit.click();
      await expect(said('net.internal')).toBeVisible();
      // Reported as a fault by its number, without the typed text.
      expect(complaints.messages).toContainEqual('error: login: -9999');
      await mend();

      await nextCallMeets(page, () => undefined);
      await login.submit.click();
      await expect(said('progress.login').first()).toBeVisible();
      await letTimePass(said('login.timeout'));
      await picture(`login-late-${language}`);

      await login.byFacebook(/سلمى/);
      await expect(said('login.21266')).toBeVisible();
      await picture(`login-21266-${language}`);
      await login.byFacebook(/خالد/);
      await expect(page.getByText(errorMessage('login-closed', language))).toBeVisible();
      expect(await login.readSessionKey()).toBeNull();
      await narrow(page);
      expect(await sidewaysScroll(page)).toBeNull();

      await page.route(/sdk\.js|gsi\/client/, (route) => route.abort());
      await page.goto('/login');
      await expect(login.submit).toBeVisible();
      await expect(page.locator('.or-line')).toHaveCount(0);
      await expect(login.facebook).toHaveCount(0);
      await login.typePair(NOURA.displayId, PASSWORD);
      await login.seeOwnAccount(NOURA);
    });
  });
