import type { BrowserContext, Page } from '@playwright/test';
import {
  simulateHostApp,
  type SimulatedAppPlan,
  type SimulatedCall,
} from '../../apps/web/src/host-app/simulate-host-app.ts';
import { openSession } from '../../apps/api/src/accounts/session-key.ts';
import { expect, test } from '../fixtures.ts';
import { newOwner, sessions } from '../login-page.ts';
import { seeToast } from '../toasts.ts';

const ANDROID: SimulatedAppPlan = { platform: 'android', versionCode: 30_507 };
const IPHONE: SimulatedAppPlan = { platform: 'ios', versionCode: 30_507 };
const PACK_499 = { gems: 540, cents: 499 };
const PACKS_PATH = '/api/third_party_pay/get_recharge_list_v3/';
const PAY_PATH = '/api/order/create_coin_pay/';

const readHostCalls = (page: Page, call: string): Promise<readonly SimulatedCall[]> =>
  page.evaluate((name) => globalThis.simulatedApp?.received.filter((one) => one.call === name) ?? [], call);
const isBackHeld = (page: Page) => page.evaluate(() => globalThis.simulatedApp?.isBackHeld());
const isPullAllowed = (page: Page) => page.evaluate(() => globalThis.simulatedApp?.isPullAllowed());
const pressBack = (page: Page) => page.evaluate(() => globalThis.simulatedApp?.pressBack());

/** For each API call on the network, whether its header says that the page runs inside the app. */
function bridgeHeaders(context: BrowserContext): { path: string; isInApp: boolean }[] {
  const seen: { path: string; isInApp: boolean }[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/'))
      seen.push({ path: pathname, isInApp: request.headers()['x-cli-br'] === '1' });
  });
  return seen;
}

test.describe('a purchase inside the app', { tag: '@phone' }, () => {
  for (const [versionCode, isOver] of [
    [30_507, true],
    [30_506, false],
  ] as const)
    test(`[BRG-03] [NET-01] in Android app version ${versionCode} an order is sent over the app’s bridge: ${isOver}`, async ({
      page,
      payer,
      context,
    }) => {
      await page.addInitScript(simulateHostApp, { ...ANDROID, versionCode });
      const seen = bridgeHeaders(context);
      await payer.comeToFields('5048213', 499);
      await payer.payByCard('approve');
      await payer.seePaid('approve', PACK_499);
      const sent = await readHostCalls(page, 'api');
      const paid = sent.filter(({ params }) => String(params['url']).endsWith(PAY_PATH));
      expect(paid).toHaveLength(isOver ? 1 : 0);
      if (!isOver) expect(sent).toEqual([]);
      for (const { params, isTrusted } of sent) {
        expect(isTrusted).toBe(true);
        expect(params['headers']).toMatchObject({ 'x-cli-br': '1' });
      }
      expect(seen.filter(({ path }) => path === PAY_PATH)).toEqual([{ path: PAY_PATH, isInApp: true }]);
      const packs = seen.filter(({ path }) => path === PACKS_PATH);
      expect(packs.map(({ isInApp }) => isInApp)).toContain(true);
      expect(packs.map(({ isInApp }) => isInApp)).not.toContain(false);
    });
});

test.describe('[BRG-05] a purchase with a faulty app bridge', { tag: '@phone' }, () => {
  const PLANS: Readonly<Record<string, SimulatedAppPlan>> = {
    'a purchase succeeds without an app bridge': { ...ANDROID, appearsAfterMs: null },
    'a purchase succeeds when the app bridge appears during the visit': { ...ANDROID, appearsAfterMs: 400 },
    'a purchase succeeds when every call of the app bridge fails': { ...ANDROID, everyCall: { error: 3 } },
    'a purchase succeeds when the app bridge never answers API calls': {
      ...ANDROID,
      calls: { api: { times: 0 } },
    },
    'a purchase succeeds when the app bridge lacks the API call': {
      ...ANDROID,
      calls: { api: { error: '7' } },
    },
    'a purchase succeeds when the app bridge answers everything twice': {
      ...ANDROID,
      everyCall: { times: 2 },
    },
  };
  for (const [what, plan] of Object.entries(PLANS))
    test(what, async ({ page, payer }) => {
      await page.addInitScript(simulateHostApp, plan);
      await payer.comeToFields('5048213', 499);
      await payer.payByCard('approve');
      await payer.seePaid('approve', PACK_499);
    });
});

test('[NAV-05] an open dialog blocks the app’s pull-to-refresh, and the app’s Back button closes the dialog', async ({
  page,
  payer,
}) => {
  await page.addInitScript(simulateHostApp, IPHONE);
  await page.goto('/pay');
  await payer.chooseRecipient('5048213');
  await payer.choosePack(499);
  await expect.poll(() => isPullAllowed(page)).toBe(true);
  expect(await pressBack(page)).toBe(false);
  await page.getByTestId('pay-now').click();
  const question = page.getByTestId('recipient-yes');
  await expect(question).toBeVisible();
  await expect.poll(() => isBackHeld(page)).toBe(true);
  expect(await isPullAllowed(page)).toBe(false);
  expect(await pressBack(page)).toBe(true);
  await expect(question).toHaveCount(0);
  await expect.poll(() => isBackHeld(page)).toBe(false);
  expect(await isPullAllowed(page)).toBe(true);
  await expect(page).toHaveURL(/\/pay$/);
  // The page has not navigated, so the next press of Back is handled by the app.
  expect(await pressBack(page)).toBe(false);
});

test.describe('[APP-22] a session key inside the app, for a guest', { tag: '@phone' }, () => {
  for (const plan of [ANDROID, IPHONE])
    test(`a session key in the address, on ${plan.platform}, signs in at once and disappears from address and history`, async ({
      page,
    }) => {
      const owner = await newOwner('Hessa');
      const key = await openSession(sessions(), owner.accountId, 'app');
      await page.addInitScript(simulateHostApp, plan);
      await page.goto(`/pay?session_key=${key}`);
      await expect(page.getByTestId('recipient-card')).toContainText(owner.displayId);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      // Signing in reloads the page, which aborts an evaluation in the old page: repeat it.
      await expect(async () => {
        const seen = await page.evaluate(() => JSON.stringify(history.state) + location.href);
        expect(seen).not.toContain(key);
      }).toPass();
    });

  test('a session key passed by the app signs in at once', async ({ page }) => {
    const owner = await newOwner('Hessa');
    const key = await openSession(sessions(), owner.accountId, 'app');
    await page.addInitScript(simulateHostApp, {
      ...IPHONE,
      user: { uid: owner.accountId, session_key: key },
    });
    await page.goto('/pay');
    await expect(page.getByTestId('recipient-card')).toContainText(owner.displayId);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test.describe('[APP-07] a link that leads on to an app store', { tag: '@phone' }, () => {
  /** Answers requests to the app stores, which are on other machines. Returns the list of requested addresses. */
  async function standIn(context: BrowserContext): Promise<string[]> {
    const gone: string[] = [];
    await context.route(/^https:/, async (route) => {
      gone.push(route.request().url());
      await route.fulfill({ contentType: 'text/html', body: '<title>a store</title>' });
    });
    return gone;
  }

  test('a store link is opened by the app on Android', async ({ page, context }) => {
    const gone = await standIn(context);
    await page.addInitScript(simulateHostApp, ANDROID);
    await page.goto('/pay?jumpAppStore=1');
    await expect.poll(async () => (await readHostCalls(page, 'open_store')).length).toBe(1);
    expect(await readHostCalls(page, 'open_store')).toMatchObject([
      { params: { url: 'https://apps.example/google' } },
    ]);
    expect(gone).toEqual([]);
  });

  for (const [where, plan] of [
    ['in the app on an iPhone', IPHONE],
    ['in a browser', null],
  ] as const)
    test(`a store link is opened by the page ${where}`, async ({ page, context, complaints }) => {
      complaints.allow(/left the machine/);
      const gone = await standIn(context);
      if (plan !== null) await page.addInitScript(simulateHostApp, plan);
      await page.goto('/pay?jumpAppStore=1');
      await expect(page).toHaveTitle('a store');
      expect(gone.filter((url) => url === 'https://apps.example/apple')).toHaveLength(1);
    });
});

test.describe('[USR-01] a press on a user', { tag: '@phone' }, () => {
  test('inside the app a press on a user opens the app’s profile page', async ({ page }) => {
    await page.addInitScript(simulateHostApp, ANDROID);
    await page.goto('/share.html?info=8841206');
    await page.getByTestId('person').click();
    await expect.poll(() => readHostCalls(page, 'open_user_page')).toMatchObject([{ params: { uid: 1003 } }]);
    await expect(page.getByTestId('person-sheet')).toHaveCount(0);
  });

  test('in a browser a press on a user says that a streamer is live, except an invisible one, and warns a visitor who is live', async ({
    page,
  }) => {
    await page.goto('/share.html?info=3310457');
    await page.getByTestId('person').click();
    await expect(page.getByTestId('person-sheet')).toContainText('في بث مباشر الآن');
    await page.goto('/share.html?info=8841206');
    await page.getByTestId('person').click();
    await expect(page.getByTestId('person-top-up')).toBeVisible();
    await expect(page.getByTestId('person-sheet')).not.toContainText('في بث مباشر الآن');
    await page.goto('/share.html?info=3310457&from=streamer');
    await page.getByTestId('person').click();
    await seeToast(page, /بثك المباشر جارٍ الآن/);
  });
});

test.describe('the team’s test screen', { tag: '@phone' }, () => {
  test('[APP-11] opening the team’s test screen without the debug flag leads back to the previous page', async ({
    page,
  }) => {
    await page.goto('/pay');
    await expect(page.getByTestId('pay-now')).toBeVisible();
    await page.goto('/test?lan=ar');
    await expect(page).toHaveURL(/\/pay\?lan=ar$/);
    await page.goto('/test?is_debug=1&is_release=1');
    await expect(page).toHaveURL(/\/pay\?is_debug=1&is_release=1$/);
  });

  test('the team’s test screen simulates the host app around the page, with its Back button', async ({
    page,
    picture,
  }) => {
    await page.goto('/test?is_debug=1');
    await expect(page.getByTestId('test-build')).toContainText('browser');
    await picture('test-screen');
    await page.getByRole('button', { name: 'android', exact: true }).click();
    await expect(page.getByTestId('test-build')).toContainText('android 30507');
    await page.getByTestId('test-sheet').click();
    await page.getByTestId('test-back').click();
    await expect(page.getByTestId('test-back')).toHaveCount(0);
    await expect(page.getByTestId('test-bridge')).toContainText('"back":true');
    await page.getByTestId('test-stop').click();
    await expect(page.getByTestId('test-build')).toContainText('browser');
  });
});
