import { arabicWord } from '../arabic-word.ts';
import { expect, test } from '../fixtures.ts';

/** Each route, with something that only its own screen has. */
const ROUTES = [
  { path: '/', shows: '.hero' },
  { path: '/home', shows: '.hero', endsAt: '/' },
  { path: '/pay', shows: '[data-testid="pay-now"]' },
  { path: '/recharge', shows: '[data-testid="pay-now"]' },
  { path: '/recharge-list', shows: '[data-testid="continue"]' },
  { path: '/pay-step', shows: '.page' },
  { path: '/login', title: 'login.title' },
  { path: '/fines', title: 'fine.title' },
  { path: '/feedback', title: 'feedback.title' },
  { path: '/feedback-success', title: 'feedback.title' },
  { path: '/share.html', shows: 'main.page' },
  { path: '/receipt', title: 'receipt.title' },
  { path: '/order', title: 'orderFind.title' },
  { path: '/test?is_debug=1', title: 'test.title', endsAt: '/test' },
] as const;

test(
  '[NAV-01] every route shows its own screen, and /home leads to the start page',
  { tag: '@phone' },
  async ({ page }) => {
    for (const route of ROUTES) {
      await test.step(route.path, async () => {
        const answer = await page.goto(route.path);
        expect(answer?.status()).toBe(200);
        await expect(page.locator('shows' in route ? route.shows : 'main.page').first()).toBeVisible();
        expect(new URL(page.url()).pathname).toBe('endsAt' in route ? route.endsAt : route.path);
        if ('title' in route) await expect(page).toHaveTitle(new RegExp(arabicWord(route.title)));
      });
    }
  },
);

test(
  '[APP-09] 800 px shows the mobile layout, 801 px the PC layout, and crossing the border reloads the page',
  { tag: '@phone' },
  async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 780 });
    await page.goto('/pay');
    await expect(page.getByTestId('pay-now')).toBeVisible();
    const body = page.locator('body');
    await expect(body).not.toContainClass('pc');
    await page.evaluate(() => Object.assign(window, { isOldPage: true }));
    const isReloaded = (): Promise<boolean> => page.evaluate(() => !('isOldPage' in window));

    await page.setViewportSize({ width: 720, height: 780 });
    await expect(page.locator('html')).toHaveCSS('font-size', '50px');
    expect(await isReloaded()).toBe(false);

    const reloaded = page.waitForEvent('load');
    await page.setViewportSize({ width: 801, height: 780 });
    await reloaded;
    expect(await isReloaded()).toBe(true);
    await expect(body).toContainClass('pc');
  },
);

test(
  '[APP-06] a link with the parameter info opens the share page, with its query',
  { tag: '@phone' },
  async ({ page }) => {
    // The page navigates away before it has loaded, so do not wait for its load.
    await page.goto('/pay?info=5048213&from=x', { waitUntil: 'commit' });
    await expect(page).toHaveURL(/\/share\.html\?info=5048213&from=x$/);
    await expect(page.locator('main.page')).toBeVisible();
  },
);

test('the page is Arabic and right to left, on a PC too', { tag: '@pc' }, async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});
