import type { Page } from '@playwright/test';
import { ERROR_CATALOGUE, readReceipt } from '@jawhara/contract';
import { expect } from '../fixtures.ts';
import { receiptPath } from '../receipt-link.ts';
import { placeOrder } from '../shortcut.ts';
import { changed, refused, unanswered } from './faked-answer.ts';
import type { Screen } from './screen-list.ts';

const card = (page: Page) => page.getByTestId('receipt-card');

async function openReceipt(page: Page): Promise<void> {
  await page.goto(await receiptPath(page.request, await placeOrder(page.request, 'approve')));
  await expect(card(page)).toBeVisible();
}

/** A receipt in a state that would take days, or an operator's command, to occur. */
function receiptIn(state: string, more: Record<string, unknown> = {}): Screen {
  return {
    name: `receipt-${state}`,
    async open({ page }) {
      await changed(page, readReceipt.path, (data) => ({ ...data, state, ...more }));
      await openReceipt(page);
    },
  };
}

const REFUND = { refunded_amount: 4.99, refunded_at: '2026-11-19T12:00:00.000Z' };

export const RECEIPT_SCREENS: readonly Screen[] = [
  {
    name: 'receipt',
    isMain: true,
    async open({ page }) {
      await openReceipt(page);
      await expect(async () => {
        await page.reload();
        await expect(card(page)).toHaveAttribute('data-state', 'delivered', { timeout: 2_000 });
      }).toPass();
    },
  },
  receiptIn('pending'),
  receiptIn('arriving'),
  receiptIn('not-done'),
  receiptIn('refunded', REFUND),
  receiptIn('delivered', REFUND),
  {
    name: 'receipt-invalid',
    async open({ page }) {
      await page.goto(`/receipt#${'A'.repeat(22)}.${'A'.repeat(22)}`);
      await expect(page.getByTestId('receipt-invalid')).toBeVisible();
    },
  },
  {
    name: 'receipt-too-many',
    mayComplain: /429/,
    async open({ page }) {
      await refused(page, readReceipt.path, ERROR_CATALOGUE['too-many-tries'].result, 720);
      await page.goto(`/receipt#${'A'.repeat(22)}.${'A'.repeat(22)}`);
      await expect(page.locator('main .note')).toBeVisible();
    },
  },
  {
    name: 'receipt-loading',
    async open({ page }) {
      await unanswered(page, readReceipt.path);
      await page.goto(`/receipt#${'A'.repeat(22)}.${'A'.repeat(22)}`);
      await expect(page.locator('main .skeleton').first()).toBeVisible();
    },
  },
];
