import { orderNumber, type OrderId } from '@jawhara/domain';
import type { Browser, Page } from '@playwright/test';
import { makeTicket } from '../../apps/api/src/accounts/log-in.ts';
import { developmentCookie } from '../../tools/stack/development-device.ts';
import { shop } from '../addresses.ts';
import { arabicWord } from '../arabic-word.ts';
import { newDeviceSecret } from '../channels.ts';
import { expect, test } from '../fixtures.ts';
import { LoginPage, newOwner, sessions, type Owner } from '../login-page.ts';
import { Payer } from '../payer.ts';
import { CHECKOUT_COM } from '../providers/checkout-com.ts';

const SALEM = '8841206';
const APPROVED_LAST4 = /••••|\d{4}/;

async function signIn(page: Page, owner: Owner): Promise<LoginPage> {
  const login = new LoginPage(page, 'ar');
  await login.open(`/?ticket=${await makeTicket(sessions(), owner.accountId)}`);
  const pageReload = page.waitForEvent('load');
  await page.getByRole('button', { name: login.word('dlg.login.yes') }).click();
  await pageReload;
  await expect(login.chip(owner)).toBeVisible();
  return login;
}

/** Another phone that is offered the same provider of cards. */
async function onAnotherPhone(browser: Browser, visit: (page: Page) => Promise<void>): Promise<void> {
  const viewport = { width: 360, height: 740 };
  const context = await browser.newContext({ baseURL: shop().siteUrl, viewport, locale: 'ar-SA' });
  const cookie = developmentCookie(newDeviceSecret(CHECKOUT_COM.isOfferedAdyen));
  await context.addCookies([{ ...cookie, url: shop().siteUrl, httpOnly: true, sameSite: 'Lax' }]);
  try {
    await visit(await context.newPage());
  } finally {
    await context.close();
  }
}

async function buy(payer: Payer, page: Page): Promise<OrderId> {
  await page.goto(CHECKOUT_COM.link);
  await expect(page.getByTestId('recipient-card')).toBeVisible();
  await payer.choosePack(499);
  await payer.openFields();
  await payer.payByCard('approve');
  await payer.seeSuccess();
  return payer.orderId as OrderId;
}

const rows = (page: Page) => page.getByRole('dialog').getByRole('link', { name: /JW-/ });

async function openOrders(page: Page): Promise<void> {
  await page.goto('/?page=orders');
  await expect(page.getByRole('dialog').getByText(arabicWord('orders.title')).first()).toBeVisible();
}

test(
  '[ORD-19] [CRD-09] an account finds its orders, recipients and saved card on a second phone; signing out deletes them from a phone',
  { tag: '@phone' },
  async ({ page, payer, browser, picture }) => {
    const owner = await newOwner('Hessa');
    // Before anybody signs in on this phone, a guest buys for Salem.
    await payer.comeToFields(SALEM, 499);
    await payer.payByCard('approve');
    await payer.seeSuccess();
    const visitors = payer.orderId as OrderId;

    const login = await signIn(page, owner);
    const mine = await buy(payer, page);
    await payer.rememberCard();
    await openOrders(page);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(orderNumber(mine));
    await expect(page.getByTestId('join-strip')).toBeVisible();
    await picture('orders-of-account');

    await onAnotherPhone(browser, async (second) => {
      await signIn(second, owner);
      await openOrders(second);
      await expect(rows(second)).toHaveCount(1);
      await expect(rows(second)).toContainText(orderNumber(mine));
      // The guest's order stays with the first phone, so this phone does not offer to add it to the account.
      await expect(second.getByTestId('join-strip')).toHaveCount(0);
      await rows(second).click();
      await new Payer(second).seeOutcome('success');
      await second.goto(CHECKOUT_COM.link);
      await expect(second.getByTestId('recipient-card')).toContainText(owner.displayId);
      await expect(
        second.locator('[data-testid^=method-]').filter({ hasText: APPROVED_LAST4 }).first(),
      ).toBeVisible();
      await picture('second-phone-pay', second);

      // Another account then signs in on the second phone.
      const stranger = await newOwner('Majed');
      await new LoginPage(second, 'ar').logOut(owner, 'login.out');
      await signIn(second, stranger);
      await openOrders(second);
      await expect(second.getByText(arabicWord('orders.emptyAccount'))).toBeVisible();
      expect(await second.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(/Hessa/);
    });

    await login.logOut(owner, 'login.out');
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    for (const secret of ['Hessa', mine, owner.displayId]) expect(stored).not.toContain(secret);
    await openOrders(page);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(orderNumber(visitors));
    await page.goto(`/pay-step?order_id=${mine}`);
    await expect(page.getByText('Hessa')).toHaveCount(0);
  },
);

test(
  '[ORD-19] a visitor’s order joins the account when the payer agrees, and is listed on another phone',
  { tag: '@phone' },
  async ({ page, payer, browser, picture }) => {
    await payer.comeToFields(SALEM, 499);
    await payer.payByCard('approve');
    await payer.seeSuccess();
    const number = orderNumber(payer.orderId as OrderId);
    const owner = await newOwner('Wafa');
    await signIn(page, owner);
    await openOrders(page);
    await expect(page.getByText(arabicWord('orders.emptyAccount'))).toBeVisible();
    await page.getByRole('button', { name: arabicWord('orders.join.review') }).click();
    await expect(page.getByRole('checkbox')).not.toBeChecked();
    await picture('orders-join');
    await page.getByRole('checkbox').check();
    await page.getByTestId('join-yes').click();
    await expect(rows(page)).toContainText(number);
    await expect(page.getByTestId('join-strip')).toHaveCount(0);
    await onAnotherPhone(browser, async (second) => {
      await signIn(second, owner);
      await openOrders(second);
      await expect(rows(second)).toContainText(number);
      await second.getByTestId('orders-search').fill(number.slice(3, 7).toLowerCase());
      await expect(second.locator('mark')).toHaveText(number.slice(3, 7));
    });
  },
);
