import { PERFORMANCE_EVENT, readSiteConfig, runBatch } from '@jawhara/contract';
import { ERROR_EVENT } from '@jawhara/domain';
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
  '/receipt',
  '/order',
  '/test',
];

/** Foreign scripts requested by our own pages, by path. Scripts inside a provider's frame do not count. */
function foreignScripts(page: Page): string[] {
  const scriptPaths: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    const isOurPage = request.frame() === page.mainFrame();
    if (request.resourceType() === 'script' && isOurPage && origin !== shop().siteUrl)
      scriptPaths.push(pathname);
  });
  return scriptPaths;
}

/** Opens a page and waits until its events were sent: analytics, speed and errors use our own code and our own endpoint. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

test(
  '[NET-11] no page loads a third-party script, except /login with the two sign-in scripts',
  { tag: '@phone' },
  async ({ page }) => {
    const scriptPaths = foreignScripts(page);
    for (const path of PAGES) await open(page, path);
    expect(scriptPaths).toEqual([]);
    await open(page, '/login');
    await expect.poll(() => scriptPaths.length).toBe(2);
    expect(scriptPaths.every((path) => /sdk\.js|gsi\/client/.test(path))).toBe(true);
  },
);

interface BatchBody {
  readonly requests?: readonly { readonly params: Record<string, string> }[];
}

test(
  '[NET-11] analytics, page speed and errors are sent to our own host only, and the configuration is read from it',
  { tag: '@phone' },
  async ({ page, complaints }) => {
    complaints.allow(/broken on purpose/);
    const elsewhere: string[] = [];
    const eventNames = new Set<string>();
    const paths = new Set<string>();
    page.on('request', (request) => {
      const { origin, pathname, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== shop().siteUrl) elsewhere.push(request.url());
      paths.add(pathname);
      if (pathname !== runBatch.path) return;
      for (const { params } of (request.postDataJSON() as BatchBody).requests ?? [])
        eventNames.add(params['event'] ?? params['event_name'] ?? '');
    });
    await page.goto('/pay?s_log=1');
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('broken on purpose');
      });
    });
    // A page reports its speed once it has settled.
    for (const event of ['page_show', ERROR_EVENT, PERFORMANCE_EVENT])
      await expect.poll(() => [...eventNames], { timeout: 30_000 }).toContain(event);
    expect([...paths]).toContain(readSiteConfig.path);
    expect(elsewhere).toEqual([]);
  },
);

for (const provider of [CHECKOUT_COM, ADYEN, PAYERMAX]) {
  test.describe(`provider ${provider.number} (6 PayerMax, 13 Checkout, 17 Adyen)`, { tag: '@phone' }, () => {
    test.use({ provider });
    test('[NET-11] no provider script is loaded before the card step, and then only scripts of one provider', async ({
      page,
      payer,
    }) => {
      const scriptPaths = foreignScripts(page);
      await page.goto(provider.link);
      await payer.chooseRecipient('5048213');
      await payer.choosePack(999);
      expect(scriptPaths).toEqual([]);
      await payer.openFields();
      const owners = new Set(scriptPaths.map((path) => path.split('/')[1]));
      expect(owners.size).toBeLessThanOrEqual(1);
    });
  });
}
