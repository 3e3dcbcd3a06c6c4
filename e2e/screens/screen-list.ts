import { randomUUID } from 'node:crypto';
import type { ScenarioKey } from '../../apps/sandbox/src/scenarios.ts';
import { holdClock, letTimePass } from '../page-clock.ts';
import { choosePack, chooseRecipient, comeToCard, result, seeBank, seeResult } from '../payer.ts';
import { placeOrder } from '../shortcut.ts';
import type { Visitor } from '../visitor.ts';

export interface Screen {
  readonly name: string;
  /** Ends when the screen stands. */
  readonly open: (visitor: Visitor) => Promise<void>;
  /** Also photographed, measured in the dark, and looked at on a PC; the others are the same there, only in the middle of it. */
  readonly isMain?: boolean;
  /** Complaints of the browser that belong to the screen, such as a connection that was cut on purpose. */
  readonly mayComplain?: RegExp;
  readonly isOfferedAdyen?: boolean;
}

async function openPay({ page }: Visitor): Promise<void> {
  await page.goto('/pay');
  await page.getByTestId('pack-499').waitFor();
}

export async function openPayFor(visitor: Visitor): Promise<void> {
  await openPay(visitor);
  await chooseRecipient(visitor.page, '5048213');
  await choosePack(visitor.page, 499);
}

async function openOrder(visitor: Visitor, scenario: ScenarioKey): Promise<void> {
  const orderId = await placeOrder(visitor, scenario);
  await visitor.page.goto(`/pay-step?order_id=${orderId}`);
}

function resultScreen(outcome: string, scenario: ScenarioKey, isMain = false): Screen {
  return {
    name: `result-${outcome}`,
    isMain,
    async open(visitor) {
      await openOrder(visitor, scenario);
      await seeResult(visitor.page, outcome);
      if (outcome === 'success') await visitor.page.locator('[data-arrived="true"]').waitFor();
    },
  };
}

/** A route that shows one heading and nothing that loads. */
function plainScreen(name: string, path: string): Screen {
  return {
    name,
    async open({ page }) {
      await page.goto(path);
      await page.locator('main.page').waitFor();
    },
  };
}

function infoScreen(name: string): Screen {
  return {
    name: `info-${name}`,
    async open({ page }) {
      await page.goto(`/?page=${name}`);
      await page.getByRole('dialog').waitFor();
    },
  };
}

export const SHOP_SCREENS: readonly Screen[] = [
  { name: 'home', isMain: true, open: async ({ page }) => void (await page.goto('/')) },
  { name: 'pay-empty', open: openPay },
  { name: 'pay', isMain: true, open: openPayFor },
  {
    name: 'search-sheet',
    async open(visitor) {
      await openPayFor(visitor);
      await visitor.page.getByTestId('recipient-change').click();
      await visitor.page.getByRole('dialog').waitFor();
    },
  },
  { name: 'card', isMain: true, open: ({ page }) => comeToCard(page, '5048213', 499) },
  {
    name: 'back-confirm',
    async open({ page }) {
      await comeToCard(page, '5048213', 499);
      await page.goBack();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'bank-check',
    isMain: true,
    async open(visitor) {
      await openOrder(visitor, 'challenge');
      await seeBank(visitor.page);
    },
  },
  {
    name: 'recharge-list',
    isMain: true,
    async open({ page }) {
      await page.goto('/recharge-list');
      await page.getByTestId('continue').waitFor();
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
  // Its notification names another amount: nobody decides, and the page goes on waiting.
  resultScreen('pending', 'wrong-amount'),
  {
    name: 'result-cancelled',
    async open(visitor) {
      await openOrder(visitor, 'challenge');
      await seeBank(visitor.page);
      await visitor.page.goBack();
      await visitor.page.getByTestId('back-leave').click();
      await seeResult(visitor.page, 'fail');
    },
  },
  {
    name: 'result-unsure',
    mayComplain: /ERR_FAILED .*\/resolve_request\//,
    async open({ page }) {
      await holdClock(page);
      await page.goto('/');
      await page.evaluate((requestId) => {
        const pending = { request_id: requestId, sent_at: Date.now() };
        localStorage.setItem('jawhara.pending_request', JSON.stringify(pending));
      }, randomUUID());
      await page.route('**/api/order/resolve_request/', (route) => route.abort());
      await page.goto('/pay-step?step=card');
      await letTimePass(page, result(page));
      await seeResult(page, 'unsure');
    },
  },
  {
    name: 'result-missing',
    async open({ page }) {
      await page.goto(`/pay-step?order_id=${randomUUID()}`);
      await seeResult(page, 'missing');
    },
  },
];

export const OTHER_SCREENS: readonly Screen[] = [
  plainScreen('login', '/login'),
  plainScreen('fines', '/fines'),
  plainScreen('feedback', '/feedback'),
  plainScreen('feedback-success', '/feedback-success'),
  plainScreen('share', '/share.html'),
  plainScreen('test', '/test'),
  ...['about', 'contact', 'privacy', 'agreement', 'games', 'orders', 'notice'].map(infoScreen),
];
