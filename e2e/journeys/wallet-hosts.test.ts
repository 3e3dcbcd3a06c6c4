import type { Browser, BrowserContext, Page } from '@playwright/test';
import { simulateHostApp, type SimulatedAppPlan } from '../../apps/web/src/host-app/simulate-host-app.ts';
import { developmentCookie } from '../../tools/stack/development-device.ts';
import { shop } from '../addresses.ts';
import { creditedGems, ordersOf } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import { Payer } from '../payer.ts';
import { ADYEN } from '../providers/adyen.ts';
import { secondUrl } from '../second-host.ts';
import { Wallet } from '../wallet.ts';

// Apple Pay may be used on the first host, but not on the second.
test.use({ provider: ADYEN });

const IPHONE: SimulatedAppPlan = { platform: 'ios', versionCode: 30_507 };

/** Sets the device's cookie on the second host only. */
async function liveOnSecondHost(context: BrowserContext, secret: string): Promise<void> {
  await context.clearCookies();
  const cookie = { ...developmentCookie(secret), url: secondUrl() };
  await context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }]);
}

async function seePurchase(page: Page): Promise<void> {
  await expect(page.getByTestId('recipient-card')).toContainText('5048213');
  await expect(page.getByTestId('pack-499')).toBeChecked();
}

test(
  '[WAL-09] a payer on a host without Apple Pay is led to one with it, pays there, and finds the paid order when back',
  { tag: '@phone' },
  async ({ page, context, payer, device, deviceSecret }) => {
    await liveOnSecondHost(context, deviceSecret);
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => void addresses.push(frame.url()));
    const wallet = new Wallet(page);
    await wallet.carry('approve');
    await page.goto(`${secondUrl()}/pay?act_from=friend`);
    await payer.chooseRecipient('5048213');
    await payer.choosePack(499);
    await wallet.row.click();
    // The same path and query on the first host.
    await expect(page).toHaveURL(`${shop().siteUrl}/pay?act_from=friend`);
    await seePurchase(page);
    await expect(wallet.row).toBeChecked();
    await payer.pressFor('pay-wallet', 'apple-sheet');
    await wallet.agree();
    await payer.seeSuccess();
    const [order] = await ordersOf(device);
    expect(await creditedGems(order?.id ?? '')).toBe(540);
    expect(addresses.join()).not.toContain('session_key');
    // Back on the second host, the payer sees the paid order, not the pay screen with the same purchase.
    await page.goto(`${secondUrl()}/pay`);
    await expect(page).toHaveURL(`${secondUrl()}/pay-step?order_id=${order?.id}`);
    await payer.seeSuccess();
    expect(await ordersOf(device)).toHaveLength(1);
  },
);

interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
}

/** The phone's own browser, without any cookie of this device. */
async function systemBrowser(browser: Browser, link: string): Promise<Opened> {
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 (the browser of the system)' });
  const page = await context.newPage();
  await new Wallet(page).carry('approve');
  await page.goto(link);
  return { page, context };
}

test(
  '[WAL-10] inside the app a button opens the purchase in the system browser; it is paid there, and the app shows the result',
  { tag: '@phone' },
  async ({ page, payer, browser, device, picture }) => {
    await page.addInitScript(simulateHostApp, IPHONE);
    await page.goto('/pay');
    await payer.chooseRecipient('5048213');
    await payer.choosePack(499);
    await expect(page.getByTestId('method-wallet')).toHaveCount(0);
    await payer.pressFor('wallet-in-browser', 'wallet-followed');
    await picture('wallet-in-browser');
    const links = await page.evaluate(() =>
      globalThis.simulatedApp?.received
        .filter(({ call }) => call === 'open_browser')
        .map(({ params }) => params['url']),
    );
    const link = String(links?.[0]);
    expect(link).toMatch(/\/hand-over\.html#pageinfo=[\w-]+&handover=[\w.~-]+&ask=1$/);

    const safari = await systemBrowser(browser, link);
    await picture('hand-over-question', safari.page);
    await safari.page.getByTestId('hand-over-yes').click();
    await expect(safari.page).toHaveURL(/\/pay$/);
    await seePurchase(safari.page);
    const wallet = new Wallet(safari.page);
    await expect(wallet.row).toBeChecked();
    const there = new Payer(safari.page, ADYEN);
    await there.pressFor('pay-wallet', 'apple-sheet');
    await wallet.agree();
    await there.seeSuccess();

    await expect(page).toHaveURL(/\/pay-step\?order_id=/);
    await payer.seeSuccess();
    const orders = await ordersOf(device);
    expect(orders.map(({ state }) => state)).toEqual(['delivered']);
    expect(payer.orderId).toBe(orders[0]?.id);
    await safari.context.close();

    const second = await systemBrowser(browser, link);
    await second.page.getByTestId('hand-over-yes').click();
    await expect(second.page).toHaveURL(/\/pay$/);
    await expect(second.page.getByTestId('recipient-id')).toBeVisible();
    await expect(second.page.getByTestId('recipient-card')).toHaveCount(0);
    await second.context.close();
  },
);
