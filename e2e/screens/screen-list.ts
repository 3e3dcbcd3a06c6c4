import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { ScenarioKey } from '../../apps/sandbox/src/scenarios.ts';
import { expect, type Fixtures } from '../fixtures.ts';
import type { CardProvider } from '../providers/card-provider.ts';
import { placeOrder } from '../shortcut.ts';

export type Visit = Pick<Fixtures, 'payer' | 'deviceSecret' | 'letTimePass'> & { readonly page: Page };

export interface Screen {
  readonly name: string;
  /** Resolves when the screen is complete. */
  readonly open: (visit: Visit) => Promise<void>;
  /** Whether the screen is also inspected on a PC and in dark mode, with pictures; others look the same on a PC, only centred. */
  readonly isMain?: boolean;
  /** The screen does not exist on a PC. */
  readonly isPhoneOnly?: boolean;
  /** Browser errors that belong to the screen, such as a connection cut on purpose. */
  readonly mayComplain?: RegExp;
  readonly provider?: CardProvider;
}

/** The error message; its empty container exists before. */
export const complaint = (page: Page) =>
  page.locator('[role=alert]:not(:empty), [data-testid=refused-recipient]').filter({ visible: true }).first();

/** Browser errors of a connection that was cut on purpose. */
export const CUT_OFF = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/;

async function openPay({ page }: Visit): Promise<void> {
  await page.goto('/pay');
  await expect(page.getByTestId('pack-499')).toBeVisible();
}

export async function openPayFor(visit: Visit): Promise<void> {
  await openPay(visit);
  await visit.payer.chooseRecipient('5048213');
  await visit.payer.choosePack(499);
}

export async function openOrder(visit: Visit, scenario: ScenarioKey): Promise<void> {
  const orderId = await placeOrder(visit.page.request, scenario);
  await visit.page.goto(`/pay-step?order_id=${orderId}`);
}

function resultScreen(outcome: string, scenario: ScenarioKey, isMain = false, name = outcome): Screen {
  return {
    name: `result-${name}`,
    isMain,
    async open(visit) {
      await openOrder(visit, scenario);
      await visit.payer.seeOutcome(outcome);
      if (outcome === 'success') await expect(visit.page.locator('[data-arrived="true"]')).toBeVisible();
    },
  };
}

/** A screen that is complete as soon as its heading is shown, because it loads no data. */
function plainScreen(name: string, path: string): Screen {
  return {
    name,
    async open({ page }) {
      await page.goto(path);
      await expect(page.locator('main.page')).toBeVisible();
    },
  };
}

function infoScreen(name: string): Screen {
  return {
    name: `info-${name}`,
    async open({ page }) {
      await page.goto(`/?page=${name}`);
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  };
}

export const SHOP_SCREENS: readonly Screen[] = [
  { name: 'home', isMain: true, open: async ({ page }) => void (await page.goto('/')) },
  { name: 'pay-empty', open: openPay },
  { name: 'pay', isMain: true, open: openPayFor },
  {
    name: 'search-sheet',
    async open(visit) {
      await openPayFor(visit);
      await visit.payer.chooseAnother('3310457');
      await visit.page.getByTestId('recipient-other').click();
      await expect(visit.page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'card', isMain: true, open: ({ payer }) => payer.comeToFields('5048213', 499) },
  {
    name: 'back-confirm',
    async open({ page, payer }) {
      await payer.comeToFields('5048213', 499);
      await page.goBack();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'bank-check',
    isMain: true,
    async open(visit) {
      await openOrder(visit, 'challenge');
      await visit.payer.seeBank();
    },
  },
  {
    name: 'recharge-list',
    isMain: true,
    async open({ page }) {
      await page.goto('/recharge-list');
      await expect(page.getByTestId('continue')).toBeVisible();
    },
  },
];

export const RESULT_SCREENS: readonly Screen[] = [
  resultScreen('success', 'approve', true),
  resultScreen('balance', 'insufficient-funds', true),
  resultScreen('expire', 'expired-card'),
  resultScreen('verify', 'failed-authentication'),
  resultScreen('other', 'do-not-honour'),
  resultScreen('high-risk', 'high-risk'),
  resultScreen('other', 'wrong-cvv', false, 'cvv'),
  // The webhook has another amount than the order, so the order stays undecided and the page goes on waiting.
  resultScreen('pending', 'wrong-amount', false, 'still-checking'),
  {
    name: 'result-cancelled',
    async open(visit) {
      await openOrder(visit, 'challenge');
      await visit.payer.seeBank();
      await visit.page.goBack();
      await visit.page.getByTestId('back-leave').click();
      await visit.payer.seeOutcome('fail');
    },
  },
  {
    name: 'result-unsure',
    mayComplain: /ERR_FAILED .*\/resolve_request\//,
    async open({ page, payer, letTimePass }) {
      await page.clock.install();
      await page.goto('/');
      await page.evaluate((requestId) => {
        const pending = { request_id: requestId, sent_at: Date.now() };
        localStorage.setItem('jawhara.pending_request', JSON.stringify(pending));
      }, randomUUID());
      await page.route('**/api/order/resolve_request/', (route) => route.abort());
      await page.goto('/pay-step?step=card');
      await letTimePass(payer.result);
      await payer.seeOutcome('unsure');
    },
  },
  {
    name: 'result-missing',
    async open({ page, payer }) {
      await page.goto(`/pay-step?order_id=${randomUUID()}`);
      await payer.seeOutcome('missing');
    },
  },
];

export const OTHER_SCREENS: readonly Screen[] = [
  plainScreen('login', '/login'),
  plainScreen('fines', '/fines'),
  plainScreen('feedback', '/feedback'),
  plainScreen('feedback-success', '/feedback-success'),
  plainScreen('share', '/share.html'),
  plainScreen('test', '/test?is_debug=1'),
  ...['about', 'contact', 'privacy', 'agreement', 'refunds', 'games', 'orders', 'notice', 'my-data'].map(
    infoScreen,
  ),
];
