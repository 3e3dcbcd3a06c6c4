import { orderNumber, type OrderId } from '@jawhara/domain';
import type { Browser, Page } from '@playwright/test';
import { shop } from '../addresses.ts';
import { expect, test } from '../fixtures.ts';
import { placeOrder } from '../shortcut.ts';

/** Another browser: no cookie, no storage. */
async function asStranger(browser: Browser, visit: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: shop().siteUrl });
  try {
    await visit(await context.newPage());
  } finally {
    await context.close();
  }
}

const facts = (page: Page): Promise<string[]> =>
  Promise.all(
    ['order', 'goods', 'amount', 'state'].map((name) => page.getByTestId(`receipt-${name}`).innerText()),
  );

test(
  '[ORD-22 in part] the WhatsApp share link opens the receipt for a stranger, in both languages, without naming anybody',
  { tag: '@phone' },
  async ({ page, browser, payer, picture }) => {
    const orderId = (await placeOrder(page.request, 'approve')) as OrderId;
    const number = orderNumber(orderId);
    await page.goto(`/pay-step?order_id=${orderId}`);
    await payer.seeOutcome('success');
    const href = await page.getByTestId('share-receipt').getAttribute('href');
    const text = new URL(href ?? '').searchParams.get('text') ?? '';
    for (const secret of ['نورة', '5048213']) expect(text).not.toContain(secret);
    expect(text).toContain(number);
    const link = /https?:\/\/\S+$/.exec(text)?.[0] ?? '';

    await asStranger(browser, async (stranger) => {
      await stranger.goto(link);
      await expect(stranger.getByTestId('receipt-card')).toHaveAttribute('data-state', 'delivered');
      expect(await facts(stranger)).toEqual([number, '540\u00A0جوهرة', '$4.99', 'اكتمل']);
      const page = await stranger.locator('body').innerText();
      for (const secret of ['نورة', '5048213', '4242']) expect(page).not.toContain(secret);
      await picture('receipt-of-a-stranger', stranger);

      await stranger.goto(link.replace('/receipt#', '/receipt?lan=en#'));
      await expect(stranger.getByTestId('receipt-state')).toHaveText('Completed');
      await expect(stranger).toHaveTitle(/^Receipt · /);
      await picture('receipt-of-a-stranger-en', stranger);
      await stranger.emulateMedia({ media: 'print' });
      await expect(stranger.getByText(link.slice(-22))).toBeVisible();
      await expect(stranger.getByTestId('receipt-print')).toBeHidden();
      await picture('receipt-printed', stranger);
    });

    const tampered = link.replace(/.{4}$/, 'AAAA');
    await asStranger(browser, async (stranger) => {
      await stranger.goto(tampered);
      await expect(stranger.getByTestId('receipt-invalid')).toBeVisible();
      await expect(stranger.locator('body')).not.toContainText(number);
      await picture('receipt-invalid', stranger);
    });
  },
);
