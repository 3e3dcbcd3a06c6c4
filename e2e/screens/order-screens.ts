import { ERROR_CATALOGUE, findOrder, listOrders } from '@jawhara/contract';
import type { Page } from '@playwright/test';
import { makeTicket } from '../../apps/api/src/accounts/log-in.ts';
import { expect } from '../fixtures.ts';
import { newOwner, sessions } from '../login-page.ts';
import { pageWord } from '../page-word.ts';
import { placeOrder } from '../shortcut.ts';
import { changed, cutOff, refused, unanswered } from './faked-answer.ts';
import { CUT_OFF, type Screen } from './screen-list.ts';

const dialog = (page: Page) => page.getByRole('dialog').last();
const UNKNOWN = '/order#JW-8H2T-55310';
const LINK = `/order#${'A'.repeat(22)}.${'A'.repeat(22)}`;

/** Changes the list of orders: copies its single order into one of each state, over three days. */
async function inAllStates(page: Page): Promise<void> {
  const states = ['pending', 'paid', 'delivered', 'refunded', 'expired'];
  await changed(page, listOrders.path, (data) => {
    const [first] = [...(data['orders'] as object[]), ...(data['earlier'] as object[])];
    const orders = states.map((state, nth) => ({
      ...first,
      order_id: `019a0000-0000-7000-8000-00000000${1_000 + nth * 77}`,
      state,
      created_at: new Date(Date.now() - nth * 15 * 3_600_000).toISOString(),
    }));
    return { ...data, orders, has_older: true };
  });
}

async function openOrders(page: Page): Promise<void> {
  const { accountId } = await newOwner('Abdulrahman Al-Ghamdi the Second');
  await placeOrder(page.request, 'approve');
  await page.goto(`/?ticket=${await makeTicket(sessions(), accountId)}`);
  const pageReload = page.waitForEvent('load');
  await page.getByRole('button', { name: await pageWord(page, 'dlg.login.yes') }).click();
  await pageReload;
  await page.goto('/?page=orders');
}

export const ORDER_SCREENS: readonly Screen[] = [
  {
    name: 'orders',
    isMain: true,
    async open({ page }) {
      await inAllStates(page);
      await openOrders(page);
      await expect(dialog(page).getByTestId('order-state')).toHaveCount(5);
    },
  },
  {
    name: 'orders-join',
    async open({ page }) {
      await openOrders(page);
      await page.getByRole('button', { name: await pageWord(page, 'orders.join.review') }).click();
      await expect(page.getByTestId('join-yes')).toBeVisible();
    },
  },
  {
    name: 'orders-no-match',
    async open({ page }) {
      await openOrders(page);
      await page.getByTestId('orders-search').fill('JW-8H2T-55310');
      await expect(dialog(page).getByText('JW-8H2T-55310')).toBeVisible();
    },
  },
  {
    name: 'orders-loading',
    async open({ page }) {
      await unanswered(page, listOrders.path);
      await page.goto('/?page=orders');
      await expect(dialog(page).locator('.skeleton').first()).toBeVisible();
    },
  },
  {
    name: 'orders-not-loaded',
    mayComplain: CUT_OFF,
    async open({ page }) {
      await cutOff(page, listOrders.path);
      await openOrders(page);
      await expect(dialog(page).locator('.note')).toBeVisible();
    },
  },
  {
    name: 'orders-of-device',
    async open({ page }) {
      await placeOrder(page.request, 'approve');
      await page.goto('/?page=orders');
      await expect(dialog(page).getByTestId('order-state')).toBeVisible();
    },
  },
  {
    name: 'order-find',
    isMain: true,
    async open({ page }) {
      await page.goto('/order');
      await expect(page.getByTestId('order-number')).toBeVisible();
    },
  },
  {
    name: 'order-find-bad',
    async open({ page }) {
      await page.goto('/order#JW-7F3');
      await page.getByTestId('order-send').click();
      await expect(page.locator('.field-error')).toBeVisible();
    },
  },
  {
    name: 'order-find-answer',
    async open({ page }) {
      await page.goto(UNKNOWN);
      await page.getByTestId('order-send').click();
      await expect(page.getByTestId('order-answer')).toBeVisible();
    },
  },
  {
    name: 'order-find-too-many',
    mayComplain: /429/,
    async open({ page }) {
      await refused(page, findOrder.path, ERROR_CATALOGUE['too-many-tries'].result, 720);
      await page.goto(UNKNOWN);
      await page.getByTestId('order-send').click();
      await expect(page.locator('main .note')).toBeVisible();
    },
  },
  {
    name: 'order-link',
    async open({ page }) {
      await page.goto(LINK);
      await expect(page.getByTestId('order-open')).toBeVisible();
    },
  },
  {
    name: 'order-link-over',
    async open({ page }) {
      await page.goto(LINK);
      await page.getByTestId('order-open').click();
      await expect(page.locator('main .note')).toBeVisible();
    },
  },
];
