import { ERROR_CATALOGUE } from '@jawhara/contract';
import type { BrowserContext, Page } from '@playwright/test';
import { makeChallenge } from '../../apps/api/src/device-transfer/use-transfer.ts';
import { DEVELOPMENT_DEVICE_KEYS } from '../../tools/stack/development-device.ts';
import { shop } from '../addresses.ts';
import { ordersOf } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import { secondUrl } from '../second-host.ts';

const DEAD = /ERR_FAILED|ERR_CONNECTION|Failed to load resource|Failed to fetch/;

/** From now on the first host is unreachable in this browser; the second is another name of the same shop. */
async function killFirstHost(context: BrowserContext): Promise<void> {
  await context.route(`${shop().siteUrl}/**`, (route) => route.abort('connectionrefused'));
}

/** Resolves when the page has received all that it needs to move to another host if its own fails. */
function armed(page: Page): Promise<unknown> {
  return page.waitForResponse((response) => response.url().endsWith('/api/web/hand_over_arm/'));
}

test(
  '[APP-18] [NET-08] when the host fails while the order is sent, the purchase goes on at another host as the same order',
  { tag: '@phone' },
  async ({ page, context, payer, device, complaints }) => {
    complaints.allow(DEAD);
    const isArmed = armed(page);
    await payer.comeToFields('5048213', 499);
    await isArmed;
    await page.route('**/api/order/create_coin_pay/', async (route) => {
      await route.fetch(); // the server receives it, but the page gets no response
      await killFirstHost(context);
      return route.abort();
    });
    await payer.payByCard('approve');
    await expect(page).toHaveURL(new RegExp(`^${secondUrl()}/pay-step`));
    await payer.seeSuccess();
    expect((await ordersOf(device)).map(({ state }) => state)).toEqual(['delivered']);
    expect(page.url()).not.toMatch(/handover|pageinfo/);
  },
);

test(
  '[APP-18] when the host fails during the bank check, the bank opens again at another host, and one order is paid',
  { tag: '@phone' },
  async ({ page, context, payer, device, complaints }) => {
    complaints.allow(DEAD);
    // The bank returns to the address that was set when the order was made, on the host that is now down. The page gets the
    // result all the same, by polling.
    complaints.allow(/^console: Framing '/);
    const isArmed = armed(page);
    await payer.comeToFields('3310457', 299);
    await isArmed;
    await payer.payByCard('challenge');
    await payer.seeBank();
    await killFirstHost(context);
    await expect(page).toHaveURL(new RegExp(`^${secondUrl()}/pay-step`));
    await payer.seeBank();
    await payer.answerBank(true);
    await payer.seeSuccess();
    expect((await ordersOf(device)).map(({ state }) => state)).toEqual(['delivered']);
  },
);

test(
  '[APP-18] when the host fails before the order is sent, the card step opens at another host with the same choices',
  { tag: '@phone' },
  async ({ page, context, payer, device, complaints }) => {
    complaints.allow(DEAD);
    const isArmed = armed(page);
    await payer.comeToFields('6127733', 499);
    await isArmed;
    await killFirstHost(context);
    await payer.payByCard('approve');
    await expect(page).toHaveURL(new RegExp(`^${secondUrl()}/pay-step`));
    expect(await ordersOf(device)).toEqual([]);
    await payer.payByCard('approve');
    await payer.seeSuccess();
    expect((await ordersOf(device)).map(({ state, price_usd_cents: cents }) => [state, cents])).toEqual([
      ['delivered', 499],
    ]);
  },
);

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test(
    '[APP-18] a returning visitor whose host is down is led to another host by the page cached on their device',
    { tag: '@phone' },
    async ({ page, context, payer, complaints }) => {
      complaints.allow(DEAD);
      const isArmed = armed(page);
      await page.goto('/pay');
      await isArmed;
      await payer.chooseRecipient('5048213');
      await payer.choosePack(499);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.close();
      await killFirstHost(context);
      const again = await context.newPage();
      await again.goto('/pay');
      await expect(again).toHaveURL(`${secondUrl()}/pay`);
      await expect(again.getByTestId('pack-499')).toBeChecked();
      await expect(again.getByTestId('recipient-card')).toContainText('5048213');
    },
  );
});

/**
 * The server's response to the page that was moved to this host. Read in a route, because the page navigates and Playwright
 * then loses its responses.
 */
async function arrivalIn(page: Page): Promise<{ result: number }> {
  return new Promise((resolve) => {
    void page.route('**/api/web/hand_over/', async (route) => {
      const response = await route.fetch();
      resolve((await response.json()) as { result: number });
      return route.fulfill({ response });
    });
  });
}

for (const [minutesAgo, opens] of [
  [1, true],
  [3, false],
] as const)
  test(
    `[APP-18] a code that moves a page to another host, used after ${minutesAgo} min, restores ${opens ? 'the purchase' : 'nothing'}`,
    { tag: '@phone' },
    async ({ page, context, payer, complaints }) => {
      complaints.allow(DEAD);
      const isArmed = armed(page);
      await page.goto('/pay');
      await payer.chooseRecipient('5048213');
      await isArmed;
      // The challenge that the second host would have issued to this browser at that time; the page uses it like a new one.
      const asker = {
        host: new URL(secondUrl()).host,
        address: '127.0.0.1',
        userAgent: await page.evaluate(() => navigator.userAgent),
      };
      const then = new Date(Date.now() - minutesAgo * 60_000);
      const challenge = makeChallenge(asker, then, DEVELOPMENT_DEVICE_KEYS, (bytes) =>
        crypto.getRandomValues(new Uint8Array(bytes)),
      );
      await page.route('**/api/web/hand_over_challenge/', async (route) => {
        const response = await route.fetch();
        const envelope = (await response.json()) as { data: object };
        return route.fulfill({ response, json: { ...envelope, data: { ...envelope.data, challenge } } });
      });
      const arrived = arrivalIn(page);
      await killFirstHost(context);
      await page.evaluate(() => dispatchEvent(new Event('jawhara-unanswered')));
      await expect(page).toHaveURL(`${secondUrl()}/pay`);
      expect((await arrived).result).toBe(opens ? 0 : ERROR_CATALOGUE['hand-over-void'].result);
      await expect(page.getByTestId('recipient-card')).toHaveCount(opens ? 1 : 0);
    },
  );

/** Opens a link that moves a purchase to another host; returns the server's result and the path that is shown then. */
async function open(page: Page, link: string, referer?: string): Promise<{ result: number; path: string }> {
  const arrived = arrivalIn(page);
  await page.goto(link, referer === undefined ? {} : { referer });
  await expect(page).not.toHaveURL(/hand-over\.html/);
  await page.unroute('**/api/web/hand_over/');
  const { pathname, search } = new URL(page.url());
  return { result: (await arrived).result, path: `${pathname}${search}` };
}

test(
  '[APP-18] the code that moves a page to another host works once, and not on a wrong host or in another browser',
  { tag: '@phone' },
  async ({ page, context, browser, payer, complaints, picture }) => {
    complaints.allow(DEAD);
    const isArmed = armed(page);
    await page.goto('/pay');
    await payer.chooseRecipient('5048213');
    await payer.choosePack(499);
    await isArmed;
    // The page on the second host is replaced by an empty one, so the code is still unused.
    const arrival = `${secondUrl()}/hand-over.html`;
    await context.route(arrival, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await killFirstHost(context);
    await page.evaluate(() => dispatchEvent(new Event('jawhara-unanswered')));
    await expect(page).toHaveURL(/hand-over\.html#pageinfo=/);
    const link = page.url();
    await context.unroute(arrival);
    await context.unroute(`${shop().siteUrl}/**`);

    const { siteUrl } = shop();
    const VOID = { result: ERROR_CATALOGUE['hand-over-void'].result, path: '/pay' };
    const onFirst = link.replace(secondUrl(), siteUrl);
    const wrongHost = await context.newPage();
    expect(await open(wrongHost, onFirst, `${secondUrl()}/pay`)).toEqual(VOID);
    await wrongHost.close();
    const pasted = await context.newPage();
    await pasted.goto(link);
    // Without a host of ours as referrer the page requires a confirmation, and declining changes nothing.
    await picture('hand-over-pasted', pasted);
    await pasted.getByTestId('hand-over-no').click();
    await expect(pasted).toHaveURL(`${secondUrl()}/pay`);
    await expect(pasted.getByTestId('recipient-card')).toHaveCount(0);
    await pasted.close();
    const other = await browser.newContext({ userAgent: 'Mozilla/5.0 (another phone)' });
    const stolen = await other.newPage();
    expect(await open(stolen, link, `${siteUrl}/pay`)).toEqual(VOID);
    await expect(stolen.getByTestId('recipient-card')).toHaveCount(0);
    await other.close();

    // In a new page: navigating to the present address again would load nothing.
    const arrived = await context.newPage();
    expect(await open(arrived, link, `${siteUrl}/pay`)).toEqual({ result: 0, path: '/pay' });
    await expect(arrived.getByTestId('pack-499')).toBeChecked();
    await expect(arrived.getByTestId('recipient-card')).toContainText('5048213');
    const again = await context.newPage();
    expect(await open(again, link, `${siteUrl}/pay`)).toEqual(VOID);
  },
);
