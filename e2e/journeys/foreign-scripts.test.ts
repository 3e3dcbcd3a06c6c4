import type { Page } from '@playwright/test';
import { shop } from '../addresses.ts';
import { expect, test } from '../fixtures.ts';
import { ADYEN } from '../providers/adyen.ts';
import { CHECKOUT_COM } from '../providers/checkout-com.ts';
import { PAYERMAX } from '../providers/payermax.ts';

const PAGES = [
  '/',
  '/pay',
  '/recharge',
  '/recharge-list',
  '/pay-step',
  '/fines',
  '/feedback',
  '/feedback-success',
  '/share.html',
  '/test',
];

/** Scripts of others that our own pages ask for, by their path. What runs in a frame of theirs is theirs. */
function foreignScripts(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    const isOurPage = request.frame() === page.mainFrame();
    if (request.resourceType() === 'script' && isOurPage && origin !== shop().siteUrl) asked.push(pathname);
  });
  return asked;
}

/** Loaded, shown, and told of: analytics, speed and faults are our own code, and go to our own endpoint. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

test(
  '[NET-11 in part] no page runs a script of others, except the two of sign-in on /login',
  { tag: '@phone' },
  async ({ page }) => {
    const asked = foreignScripts(page);
    for (const path of PAGES) await open(page, path);
    expect(asked).toEqual([]);
    await open(page, '/login');
    await expect.poll(() => asked.length).toBe(2);
    expect(asked.every((path) => /sdk\.js|gsi\/client/.test(path))).toBe(true);
  },
);

for (const provider of [CHECKOUT_COM, ADYEN, PAYERMAX]) {
  test.describe(`provider ${provider.number}`, { tag: '@phone' }, () => {
    test.use({ provider });
    test('[NET-11 in part] only the chosen provider has scripts on the page, and only from the card step on', async ({
      page,
      payer,
    }) => {
      const asked = foreignScripts(page);
      await page.goto(provider.link);
      await payer.chooseRecipient('5048213');
      await payer.choosePack(999);
      expect(asked).toEqual([]);
      await payer.openFields();
      const owners = new Set(asked.map((path) => path.split('/')[1]));
      expect(owners.size).toBeLessThanOrEqual(1);
    });
  });
}
