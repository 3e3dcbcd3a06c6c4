import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { ADYEN } from '../providers/adyen.ts';
import { changed, cutOff, unanswered } from './faked-answer.ts';
import { complaint, CUT_OFF, openOrder, openPayFor, type Screen, type Visit } from './screen-list.ts';

const FIND = '/api/web/check_display_id/';
const PACKS = '/api/third_party_pay/get_recharge_list_v3/';

async function typeId(page: Page, path: string, typed: string): Promise<void> {
  await page.goto(path);
  const field = path === '/' ? page.locator('.hero input') : page.getByTestId('recipient-id');
  await field.pressSequentially(typed);
}

/** An account that cannot receive gems, with the reason and the next step. */
function refusedAccount(name: string, displayId: string, path = '/pay'): Screen {
  return {
    name: `recipient-${name}`,
    async open({ page }) {
      await typeId(page, path, displayId);
      await expect(complaint(page)).toBeVisible();
    },
  };
}

async function payFor({ page, payer }: Visit): Promise<void> {
  await payer.comeToFields('5048213', 499);
  await payer.payByCard('approve');
  await payer.seeSuccess();
  if (await page.getByTestId('remember-no').isVisible()) await page.getByTestId('remember-no').click();
}

/** Sends an order and leaves it without a response. */
async function waitForAnswer({ page, payer }: Visit): Promise<void> {
  await payer.comeToFields('5048213', 499);
  await unanswered(page, '/api/order/create_coin_pay/');
  await payer.fillCard('approve');
  await payer.confirm();
  await expect(page.locator('[aria-busy=true]').filter({ visible: true }).first()).toBeVisible();
}

export const PAY_SCREENS: readonly Screen[] = [
  refusedAccount('banned', '7719042'),
  refusedAccount('banned-forever', '7719048'),
  refusedAccount('deactivated', '7719043'),
  refusedAccount('being-cancelled', '7719044'),
  refusedAccount('guest', '7719045'),
  refusedAccount('ludo', '7719046'),
  refusedAccount('foreign', '7719047'),
  refusedAccount('unknown', '9999999'),
  refusedAccount('banned-on-home', '7719042', '/'),
  {
    name: 'recipient-found',
    async open({ page }) {
      await typeId(page, '/pay', '5048213');
      await expect(page.getByTestId('found-face')).toBeVisible();
    },
  },
  {
    name: 'recipient-found-on-home',
    async open({ page }) {
      await typeId(page, '/', '5048213');
      await expect(page.locator('.hero')).toContainText('ن');
    },
  },
  {
    name: 'recipient-looking',
    async open({ page }) {
      await unanswered(page, FIND);
      await typeId(page, '/pay', '5048213');
      await expect(page.locator('[data-testid=recipient-section] .skeleton').first()).toBeVisible();
    },
  },
  {
    name: 'recipient-not-looked-up',
    mayComplain: CUT_OFF,
    async open({ page }) {
      await cutOff(page, FIND);
      await typeId(page, '/pay', '5048213');
      await expect(page.getByTestId('look-up-again')).toBeVisible();
    },
  },
  {
    name: 'recipient-too-short',
    async open({ page }) {
      await typeId(page, '/pay', '5048');
      await page.getByTestId('recipient-id').blur();
      await expect(complaint(page)).toBeVisible();
    },
  },
  {
    name: 'recipient-near-miss',
    async open({ page }) {
      await page.goto('/pay');
      await page.evaluate(() => {
        const known = { to_uid: 1001, to_display_uid: '5048213', to_nickname: 'نورة', to_icon: null };
        localStorage.setItem('jawhara.recipient_history', JSON.stringify([known]));
      });
      await typeId(page, '/pay', '5048212');
      await expect(page.getByTestId('near-miss')).toBeVisible();
    },
  },
  {
    name: 'packs-loading',
    async open({ page }) {
      await unanswered(page, PACKS);
      await page.goto('/pay');
      await expect(page.locator('[data-testid=packs] .skeleton, .skeleton').first()).toBeVisible();
    },
  },
  {
    name: 'packs-not-loaded',
    mayComplain: CUT_OFF,
    async open({ page }) {
      await cutOff(page, PACKS);
      await page.goto('/pay');
      await expect(page.locator('.state-block').first()).toBeVisible();
    },
  },
  {
    name: 'packs-empty',
    async open({ page }) {
      await changed(page, PACKS, (data) => ({ ...data, list: [] }));
      await page.goto('/pay');
      await expect(page.locator('.state-block').first()).toBeVisible();
    },
  },
  {
    name: 'pay-offline',
    mayComplain: CUT_OFF,
    async open(visit) {
      await openPayFor(visit);
      await visit.page.context().setOffline(true);
      await expect(visit.page.locator('.band')).toBeVisible();
    },
  },
  {
    name: 'not-found',
    mayComplain: /404/,
    async open({ page }) {
      await page.goto('/no-such-page');
      await expect(page.locator('main.page, .hero').first()).toBeVisible();
    },
  },
  {
    name: 'same-again-sheet',
    async open(visit) {
      await visit.payer.agreeToRepeats(false);
      await payFor(visit);
      await visit.page.goto('/pay');
      await expect(visit.page.getByTestId('recipient-card')).toBeVisible();
      await visit.payer.choosePack(499);
      await visit.page.getByTestId('pay-now').click();
      await expect(visit.page.getByTestId('pay-once-more')).toBeVisible();
    },
  },
  {
    name: 'home-last-time',
    isMain: true,
    async open(visit) {
      await payFor(visit);
      await visit.page.goto('/');
      await expect(visit.page.locator('.hero')).toBeVisible();
    },
  },
  {
    name: 'home-open-order',
    async open({ page, payer }) {
      await payer.comeToFields('5048213', 499);
      await payer.payByCard('challenge');
      await payer.seeBank();
      await page.goto('/');
      await expect(page.locator('a[href*="order_id="]')).toBeVisible();
    },
  },
  {
    name: 'leave-bank-sheet',
    async open(visit) {
      await openOrder(visit, 'challenge');
      await visit.payer.seeBank();
      await visit.page.goBack();
      await expect(visit.page.getByTestId('back-leave')).toBeVisible();
    },
  },
  {
    name: 'cvv-hint',
    async open({ page, payer }) {
      await payer.comeToFields('5048213', 499);
      await page.getByTestId('cvv-hint').filter({ visible: true }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'card-faults-adyen',
    provider: ADYEN,
    async open({ page, payer }) {
      await payer.comeToFields('5048213', 499);
      await payer.confirmButton.click({ force: true });
      await expect(page.getByTestId('encryptedCardNumber')).toHaveClass(/bad/);
    },
  },
  {
    name: 'card-not-loaded',
    mayComplain: CUT_OFF,
    async open(visit) {
      await cutOff(visit.page, /checkout-com\/|frames|flow.*\.js|web-components/);
      await openPayFor(visit);
      await visit.payer.pressFor('pay-now', 'vault');
      await expect(visit.page.locator('.state-block')).toBeVisible();
    },
  },
  {
    name: 'cvv-again',
    async open({ page, payer }) {
      await payer.comeToFields('5048213', 499);
      await payer.payByCard('wrong-cvv');
      await payer.seeOutcome('other');
      await page.getByTestId('result-retry').click();
      await payer.seeFields();
    },
  },
  { name: 'paying', open: waitForAnswer },
];
