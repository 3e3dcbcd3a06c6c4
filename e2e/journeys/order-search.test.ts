import { randomUUID } from 'node:crypto';
import { orderNumber, type OrderId } from '@jawhara/domain';
import { subscribeToMail } from '@jawhara/contract';
import type { Browser, Page } from '@playwright/test';
import { addressOf } from '../../apps/api/src/test/mail-stage.ts';
import { shop } from '../addresses.ts';
import { arabicWord } from '../arabic-word.ts';
import { expect, test } from '../fixtures.ts';
import { Payer } from '../payer.ts';
import { placeOrder } from '../shortcut.ts';
import { accessibilityProblems, sidewaysScroll } from '../screens/inspect-screen.ts';

interface Mail {
  readonly to: string;
  readonly text: string;
}

async function mailsTo(address: string): Promise<Mail[]> {
  const answer = await fetch(`${shop().sandboxUrl}/_control/mail`);
  const { mails } = (await answer.json()) as { mails: Mail[] };
  return mails.filter(({ to }) => to === address);
}

async function asStranger(browser: Browser, visit: (page: Page) => Promise<void>): Promise<void> {
  const viewport = { width: 360, height: 740 };
  const context = await browser.newContext({ baseURL: shop().siteUrl, viewport, locale: 'ar-SA' });
  try {
    await visit(await context.newPage());
  } finally {
    await context.close();
  }
}

test(
  '[ORD-22] an order searched by number opens by a mailed link, once; a guessed number gets the same response',
  { tag: '@phone' },
  async ({ page, browser, picture }) => {
    const orderId = (await placeOrder(page.request, 'approve')) as OrderId;
    const number = orderNumber(orderId);
    const address = `find+${randomUUID().slice(0, 8)}@example.com`;
    const consent = { orderId, address: addressOf(address), consent: 'mail-ar-1' } as const;
    await page.request.post(subscribeToMail.path, { data: subscribeToMail.request.write(consent) });

    await asStranger(browser, async (stranger) => {
      await stranger.goto('/order');
      await picture('order-find', stranger);
      const said: string[] = [];
      for (const typed of ['JW-8H2T-55310', number]) {
        await stranger.getByTestId('order-number').fill(typed.toLowerCase());
        await stranger.getByTestId('order-send').click();
        const answer = stranger.getByTestId('order-answer');
        await expect(answer).toBeVisible();
        said.push((await answer.innerText()).replace(typed, ''));
        await picture('order-answer', stranger);
        await stranger.getByRole('button', { name: arabicWord('orderFind.another') }).click();
      }
      expect(said[0]).toBe(said[1]);
      expect(await accessibilityProblems(stranger)).toEqual([]);
      expect(await sidewaysScroll(stranger)).toBeNull();

      const linkIn = async () =>
        (await mailsTo(address)).map(({ text }) => /https?:\S+\/order#[\w-]{22}\.[\w-]{22}/.exec(text)?.[0]);
      await expect.poll(async () => (await linkIn()).filter(Boolean).length).toBe(1);
      const link = (await linkIn()).find(Boolean) ?? '';
      const { pathname, hash } = new URL(link);
      await stranger.goto(`${pathname}${hash}`);
      await picture('order-link', stranger);
      await stranger.getByTestId('order-open').click();
      await new Payer(stranger).seeOutcome('success');
      await picture('order-by-link', stranger);
      const stored = await stranger.evaluate(() => JSON.stringify({ ...localStorage }));
      expect(stored).not.toMatch(/jawhara\.orders|5048213|نورة/);

      await asStranger(browser, async (second) => {
        await second.goto(`${pathname}${hash}`);
        await second.getByTestId('order-open').click();
        await expect(second.getByText(arabicWord('orderFind.linkOver'))).toBeVisible();
        await picture('order-link-over', second);
      });
    });

    // The device that placed the order has it stored and needs no mailed link.
    await page.goto(`/pay-step?order_id=${orderId}`);
    await new Payer(page).seeOutcome('success');
    await page.goto(`/order#${number}`);
    await expect(page.getByTestId('order-on-device')).toBeVisible();
    await picture('order-on-device');
    await page.getByTestId('order-on-device').getByRole('link').click();
    await new Payer(page).seeOutcome('success');
  },
);
