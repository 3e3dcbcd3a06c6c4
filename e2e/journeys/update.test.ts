import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

const CONFIG = '**/api/sys/config/';

/** From now on this page receives a newer version number. Only this page: other journeys use the same shop. */
async function publish(page: Page, version: string): Promise<void> {
  await page.route(CONFIG, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(website_version\\*":\s*\\*")[^"\\]*/, `$1${version}`);
    return route.fulfill({ response, body });
  });
}

/** Makes the page visible again, as after a change of tabs, and waits until it has read the configuration. */
async function comeBack(page: Page): Promise<void> {
  const answered = page.waitForResponse(CONFIG);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await (await answered).finished();
}

test(
  '[UPD-01] a new version found while a visitor chooses reloads the page once, and the choices are kept',
  { tag: '@phone' },
  async ({ page, payer }) => {
    let loads = 0;
    page.on('domcontentloaded', () => (loads += 1));
    await page.goto('/pay');
    await payer.chooseRecipient('5048213');
    await payer.choosePack(499);
    await publish(page, '1.0.999');
    await comeBack(page);
    await expect(page).toHaveURL(/\/pay\?dt=\d+$/);
    await expect(page.getByTestId('pack-499')).toBeChecked();
    await expect(page.getByTestId('recipient-card')).toBeVisible();
    await expect.poll(() => loads).toBe(2);
    // The configuration still names a newer version, but the page has reloaded for it already.
    await comeBack(page);
    await payer.openFields();
    expect(loads).toBe(2);
  },
);

test(
  '[UPD-01] a new version found during a payment reloads the page only after the result has been left',
  { tag: '@phone' },
  async ({ page, payer }) => {
    let loads = 0;
    page.on('domcontentloaded', () => (loads += 1));
    await payer.comeToFields('6127733', 299);
    await payer.fillCard('approve');
    await publish(page, '1.0.999');
    await comeBack(page);
    await payer.confirm();
    await payer.seeSuccess();
    await comeBack(page);
    expect(loads).toBe(1);
    expect(page.url()).not.toContain('dt=');

    await page.evaluate(() => {
      history.pushState(null, '', '/pay');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await expect(page).toHaveURL(/\/pay\?dt=\d+$/);
    // The page's address changes before the reloaded page has loaded, so its loads are polled.
    await expect.poll(() => loads).toBe(2);
  },
);

test(
  'a page of an old release whose script is gone from the host reloads by itself, and the purchase goes on',
  { tag: '@phone' },
  async ({ page, payer, complaints }) => {
    complaints.allow(/404|Failed to fetch dynamically imported module|start-up/);
    let requestCount = 0;
    // The first request fails; the reloaded page belongs to the new release, which has the file.
    await page.route('**/assets/pay-step-*.js', (route) => {
      requestCount += 1;
      return requestCount === 1 ? route.fulfill({ status: 404 }) : route.continue();
    });
    await page.goto('/pay');
    await expect(page).toHaveURL(/dt=\d+/);
    await payer.chooseRecipient('5048213');
    await payer.choosePack(499);
    await payer.openFields();
  },
);

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test(
    '[UPD-02] a visit without a network is reported to analytics once the network is back',
    { tag: '@phone' },
    async ({ page, context, complaints }) => {
      complaints.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
      await page.goto('/pay');
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await context.setOffline(true);
      await page.reload();
      await expect(page.getByTestId('pack-499')).toBeVisible();
      const visitReport = page.waitForRequest(
        (request) =>
          request.url().includes('/api/sys/add_event/') &&
          (request.postData() ?? '').includes('"offline-visit"'),
      );
      await context.setOffline(false);
      expect((await (await visitReport).response())?.status()).toBe(200);
    },
  );
});
