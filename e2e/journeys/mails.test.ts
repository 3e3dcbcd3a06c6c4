import { randomUUID } from 'node:crypto';
import { subscribeToMail } from '@jawhara/contract';
import { orderNumber, type Locale, type OrderId } from '@jawhara/domain';
import type { Page } from '@playwright/test';
import { addressOf } from '../../apps/api/src/test/mail-stage.ts';
import { shop } from '../addresses.ts';
import { database } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import { CHECKOUT_COM } from '../providers/checkout-com.ts';
import { refund } from '../sandbox.ts';
import { accessibilityProblems, sidewaysScroll } from '../screens/inspect-screen.ts';
import { placeOrder } from '../shortcut.ts';

interface Mail {
  readonly to: string;
  readonly text: string;
  readonly html: string;
}

async function mailsTo(address: string): Promise<Mail[]> {
  const answer = await fetch(`${shop().sandboxUrl}/_control/mail`);
  const { mails } = (await answer.json()) as { mails: Mail[] };
  return mails.filter(({ to }) => to === address);
}

async function nextMail(address: string, count: number): Promise<Mail> {
  await expect.poll(async () => (await mailsTo(address)).length, { timeout: 20_000 }).toBe(count);
  const [newest] = await mailsTo(address);
  if (newest === undefined) throw new Error(`no mail to ${address}`);
  return newest;
}

/** A paid order that is not delivered for a day. Its mail about the delay is in the outbox. */
async function lateOrder(page: Page, address: string, language: Locale): Promise<OrderId> {
  const orderId = (await placeOrder(page.request, 'challenge')) as OrderId;
  const consent = { orderId, address: addressOf(address), consent: `mail-${language}-1` } as const;
  await page.request.post(subscribeToMail.path, {
    data: subscribeToMail.request.write(consent),
    headers: { 'accept-language': language },
  });
  await database()`update orders set state = 'paid', look_after = now() + interval '1 day' where id = ${orderId}`;
  await database()`
    insert into mails (id, subscription_id, order_id, recipient_account_id, kind, cause, facts, created_at, send_after)
    select gen_random_uuid(), id, order_id, recipient_account_id, 'late', '', '{"kind": "late"}', now(), now()
    from mail_subscriptions where order_id = ${orderId}`;
  return orderId;
}

const MAIL_WIDTH = { width: 360, height: 740 };
const DIRECTION = { ar: 'rtl', en: 'ltr' } as const;

for (const language of ['ar', 'en'] as const) {
  /** Shows the mail at a phone's width, in light and in dark mode. */
  const look = async (
    page: Page,
    { html }: Mail,
    name: string,
    picture: (name: string, of: Page) => Promise<void>,
  ): Promise<void> => {
    const program = await page.context().newPage();
    await program.setViewportSize(MAIL_WIDTH);
    for (const colorScheme of ['light', 'dark'] as const) {
      await program.emulateMedia({ colorScheme });
      await program.setContent(html);
      await expect(program.locator('html')).toHaveAttribute('dir', DIRECTION[language]);
      await expect(program.locator('img, script, link')).toHaveCount(0);
      expect(await sidewaysScroll(program)).toBeNull();
      expect(await accessibilityProblems(program)).toEqual([]);
      await picture(`mail-${language}-${name}-${colorScheme}`, program);
    }
    await program.close();
  };

  test(
    `[ORD-21] in ${language}, a payer’s mail address gets the receipt and the refund, and one press stops mails`,
    { tag: '@phone' },
    async ({ page, payer, picture }) => {
      const orderId = (await placeOrder(page.request, 'approve')) as OrderId;
      const address = `news+${randomUUID().slice(0, 8)}@example.com`;
      await page.goto(`/pay-step?order_id=${orderId}&lan=${language}`);
      await payer.seeOutcome('success');
      await picture(`mail-ask-${language}`);
      await page.getByTestId('mail-address').fill(address);
      await picture(`mail-ask-typed-${language}`);
      await page.getByTestId('mail-send').click();
      await expect(page.getByTestId('mail-sent')).toContainText(address);
      await picture(`mail-sent-${language}`);

      await look(page, await nextMail(address, 1), 'receipt', picture);
      await refund(CHECKOUT_COM, orderId);
      const refunded = await nextMail(address, 2);
      await look(page, refunded, 'refunded', picture);

      const stop = /https?:\S+\/mail-stop\.html\S+/.exec(refunded.text)?.[0] ?? '';
      const { pathname, search, hash } = new URL(stop);
      await page.goto(`${pathname}${search}${hash}`);
      await picture(`mail-stop-${language}`);
      await page.locator('#stop').click();
      await expect(page.locator('#title')).toContainText(orderNumber(orderId));
      await picture(`mail-stopped-${language}`);
      expect(
        await database()`select from mail_subscriptions where order_id = ${orderId} and ended_by = 'payer'`,
      ).toHaveLength(1);
    },
  );

  test(
    `[ORD-21] in ${language}, a mail says that the gems of an order are late`,
    { tag: '@phone' },
    async ({ page, picture }) => {
      const address = `late+${randomUUID().slice(0, 8)}@example.com`;
      const orderId = await lateOrder(page, address, language);
      const mail = await nextMail(address, 1);
      expect(mail.text).toContain(orderNumber(orderId));
      await look(page, mail, 'late', picture);
      await database()`update orders set state = 'awaiting-payer' where id = ${orderId}`;
    },
  );
}
