import { expect, it } from 'vitest';
import { arabicWord } from '../arabic-word.ts';
import { newVisitor, PC_PX, PHONE_PX, type Visitor } from '../visitor.ts';

/** Each route by something that only its own screen has. */
const ROUTES = [
  { path: '/', shows: '.hero' },
  { path: '/home', shows: '.hero', endsAt: '/' },
  { path: '/pay', shows: '[data-testid="pay-now"]' },
  { path: '/recharge', shows: '[data-testid="pay-now"]' },
  { path: '/recharge-list', shows: '[data-testid="continue"]' },
  { path: '/pay-step', shows: '.page' },
  { path: '/login', title: 'login.title' },
  { path: '/fines', title: 'home.navFine' },
  { path: '/feedback', title: 'feedback.title' },
  { path: '/feedback-success', title: 'feedback.title' },
  { path: '/share.html', shows: 'main.page' },
  { path: '/test', title: 'test.title' },
] as const;

async function withVisitor(widthPx: number, act: (visitor: Visitor) => Promise<void>): Promise<void> {
  const visitor = await newVisitor({ widthPx });
  try {
    await act(visitor);
    expect(visitor.complaints()).toEqual([]);
  } finally {
    await visitor.leave();
  }
}

it('[NAV-01] every route answers with its own screen, /home with the index', async () => {
  await withVisitor(PHONE_PX, async ({ page }) => {
    for (const route of ROUTES) {
      const answer = await page.goto(route.path);
      expect([route.path, answer?.status()]).toEqual([route.path, 200]);
      await page
        .locator('shows' in route ? route.shows : 'main.page')
        .first()
        .waitFor();
      expect(new URL(page.url()).pathname).toBe('endsAt' in route ? route.endsAt : route.path);
      if ('title' in route)
        await expect.poll(() => page.title(), { message: route.path }).toContain(arabicWord(route.title));
    }
  });
});

it('[APP-09] 800 px is the mobile layout, 801 px the PC layout, and crossing the border reloads', async () => {
  await withVisitor(800, async ({ page }) => {
    await page.goto('/pay');
    await page.getByTestId('pay-now').waitFor();
    const isPc = (): Promise<boolean> => page.evaluate(() => document.body.classList.contains('pc'));
    expect(await isPc()).toBe(false);
    await page.evaluate(() => Object.assign(window, { isOldPage: true }));
    const isReloaded = (): Promise<boolean> => page.evaluate(() => !('isOldPage' in window));

    await page.setViewportSize({ width: 720, height: 780 });
    const rootPx = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    expect(rootPx).toBe('50px');
    expect(await isReloaded()).toBe(false);

    const reloaded = page.waitForEvent('load');
    await page.setViewportSize({ width: 801, height: 780 });
    await reloaded;
    expect(await isReloaded()).toBe(true);
    expect(await isPc()).toBe(true);
  });
});

it('the page is Arabic and right to left, on a PC too', async () => {
  await withVisitor(PC_PX, async ({ page }) => {
    await page.goto('/');
    expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
      'ar',
      'rtl',
    ]);
  });
});
