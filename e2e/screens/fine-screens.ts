import type { Page } from '@playwright/test';
import { newBannedAccount } from '../books.ts';
import { expect } from '../fixtures.ts';
import { changed, cutOff, unanswered } from './faked-answer.ts';
import { complaint, CUT_OFF, type Screen } from './screen-list.ts';

const READ_FINE = '/api/fine/get_fine_info/';
const BANNED = '/fines?fine=7719042';

async function openFine(page: Page): Promise<void> {
  await page.goto(BANNED);
  await expect(page.getByTestId('fine-amount')).toBeVisible();
}

/** An account without a ban, or with one that no fine can lift. */
function nothingToPay(name: string, displayId: string): Screen {
  return {
    name: `fine-${name}`,
    async open({ page }) {
      await page.goto(`/fines?fine=${displayId}`);
      await expect(page.getByTestId('nothing-to-pay')).toBeVisible();
    },
  };
}

export const FINE_SCREENS: readonly Screen[] = [
  { name: 'fine-open', isMain: true, open: ({ page }) => openFine(page) },
  {
    name: 'fine-checking',
    async open({ page }) {
      await unanswered(page, READ_FINE);
      await page.goto(BANNED);
      await expect(page.getByTestId('fine-checking')).toBeVisible();
    },
  },
  {
    name: 'fine-wrong-id',
    async open({ page }) {
      await page.goto('/fines');
      await page.getByTestId('recipient-id').pressSequentially('9999999');
      await expect(complaint(page)).toBeVisible();
    },
  },
  nothingToPay('none', '5048213'),
  nothingToPay('permanent', '7719048'),
  {
    name: 'fine-wait-only',
    async open({ page }) {
      await changed(page, READ_FINE, (data) => {
        const { until } = data['standing'] as { until: string };
        return { ...data, standing: { kind: 'none', until }, quote: null };
      });
      await page.goto(BANNED);
      await expect(page.getByTestId('nothing-to-pay')).toBeVisible();
    },
  },
  {
    name: 'fine-changed',
    async open({ page }) {
      await openFine(page);
      await page.evaluate(() => {
        const agreed = { display_id: '7719042', amount: 1000 };
        sessionStorage.setItem('jawhara.agreed_fine', JSON.stringify(agreed));
      });
      await page.reload();
      await expect(page.getByTestId('fine-changed')).toBeVisible();
    },
  },
  {
    name: 'fine-not-loaded',
    mayComplain: CUT_OFF,
    async open({ page }) {
      await cutOff(page, READ_FINE);
      await page.goto(BANNED);
      await expect(page.locator('main .state-block')).toBeVisible();
    },
  },
  {
    name: 'fine-offline',
    mayComplain: CUT_OFF,
    async open({ page }) {
      await openFine(page);
      await page.context().setOffline(true);
      await expect(page.locator('.band')).toBeVisible();
    },
  },
  {
    name: 'fine-card',
    async open({ page, payer }) {
      await openFine(page);
      await payer.openFields();
    },
  },
  {
    name: 'fine-paid',
    async open({ page, payer }) {
      const banned = await newBannedAccount();
      await page.goto(`/fines?fine=${banned.displayId}`);
      await expect(page.getByTestId('fine-amount')).toBeVisible();
      await payer.openFields();
      await payer.payByCard('frictionless');
      await payer.seeOutcome('success');
      await payer.seeTracker(['done', 'done', 'done']);
    },
  },
];
