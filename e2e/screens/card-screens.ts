import type { Cookie } from '@playwright/test';
import { deviceDigest } from '../../apps/api/src/http/devices.ts';
import { keepCard } from '../books.ts';
import { expect } from '../fixtures.ts';
import { ADYEN } from '../providers/adyen.ts';
import { PAYERMAX } from '../providers/payermax.ts';
import { placeOrder } from '../shortcut.ts';
import { openPayFor, type Screen, type Visit } from './screen-list.ts';

const EXPIRED = '01/24';
const GOOD_LAST4 = '4242';
const EXPIRED_LAST4 = '6378';

/** Saves a valid card and an expired one. */
async function keepTwoCards({ page, deviceSecret }: Visit): Promise<Cookie[]> {
  await placeOrder(page.request, 'approve-mastercard');
  await placeOrder(page.request, 'approve');
  const device = deviceDigest(deviceSecret);
  await keepCard(device, { last4: EXPIRED_LAST4, expiry: EXPIRED });
  await keepCard(device, { last4: GOOD_LAST4 });
  return page.context().cookies();
}

let cookiesOfOwner: Promise<Cookie[]> | undefined;

/** The pay screen with both cards. All visits after the first use the same device. */
async function openPayWithCards(visit: Visit): Promise<void> {
  cookiesOfOwner ??= keepTwoCards(visit);
  await visit.page.context().addCookies(await cookiesOfOwner);
  await openPayFor(visit);
  await expect(visit.page.getByTestId(`method-${EXPIRED_LAST4}`)).toBeVisible();
}

async function openCard(visit: Visit, last4: string): Promise<void> {
  await openPayWithCards(visit);
  await visit.page.getByTestId(`method-${last4}`).click();
  await visit.payer.pressFor('pay-now', last4 === GOOD_LAST4 ? 'kept-card' : 'expired-update');
}

async function openSavedCards(visit: Visit): Promise<void> {
  await openPayWithCards(visit);
  await visit.payer.pressFor('all-cards', 'saved-cards');
}

/** Types an id that differs by one digit from that of a recipient this device has stored. */
async function openDidYouMean({ page }: Visit): Promise<void> {
  await page.goto('/pay');
  await page.evaluate(() => {
    // The stored recipient is an existing account, because a deleted one would not be suggested.
    const known = { to_uid: 1004, to_display_uid: '5048214', to_nickname: 'نوف', to_icon: null };
    localStorage.setItem('jawhara.recipient_history', JSON.stringify([known]));
  });
  await page.goto('/pay');
  await page.getByTestId('recipient-id').fill('5048213');
  await expect(page.getByTestId('recipient-take-saved')).toBeVisible();
}

export const CARD_SCREENS: readonly Screen[] = [
  { name: 'pay-saved-cards', isMain: true, open: openPayWithCards },
  { name: 'saved-cards', open: openSavedCards },
  { name: 'cvv', isMain: true, open: (visit) => openCard(visit, GOOD_LAST4) },
  { name: 'expired-card-sheet', open: (visit) => openCard(visit, EXPIRED_LAST4) },
  {
    name: 'modify-expiry',
    async open(visit) {
      await openCard(visit, EXPIRED_LAST4);
      await visit.page.getByTestId('expired-update').click();
      await expect(visit.page.getByTestId('new-expiry')).toBeVisible();
    },
  },
  {
    name: 'expiry-sheet',
    async open(visit) {
      await openPayWithCards(visit);
      await visit.page.getByTestId('update-card').click();
      await expect(visit.page.getByTestId('update-expiry')).toBeVisible();
    },
  },
  {
    name: 'delete-card-sheet',
    async open(visit) {
      await openSavedCards(visit);
      await visit.page.locator(`button[aria-label*="${GOOD_LAST4}"]`).click();
      await expect(visit.page.getByTestId('delete-yes')).toBeVisible();
    },
  },
  {
    name: 'card-adyen',
    isMain: true,
    provider: ADYEN,
    open: ({ payer }) => payer.comeToFields('5048213', 499),
  },
  {
    name: 'card-payermax',
    isMain: true,
    provider: PAYERMAX,
    open: ({ payer }) => payer.comeToFields('5048213', 499),
  },
  {
    name: 'result-another-way',
    async open(visit) {
      const orderId = await placeOrder(visit.page.request, 'error-before-charge');
      // After 28 seconds without a result the page offers another provider.
      await visit.page.clock.install({ time: Date.now() + 30_000 });
      await visit.page.goto(`/pay-step?order_id=${orderId}`);
      await visit.payer.seeOutcome('pending');
      await expect(visit.page.getByTestId('pay-elsewhere')).toBeVisible();
    },
  },
  {
    name: 'my-orders',
    async open(visit) {
      const { page } = visit;
      for (const scenario of ['approve', 'insufficient-funds'] as const) {
        await page.goto(`/pay-step?order_id=${await placeOrder(visit.page.request, scenario)}`);
        await expect(page.getByTestId('result')).toBeVisible();
      }
      await page.goto('/?page=orders');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'recipient-question',
    async open({ page, payer }) {
      await page.goto('/pay');
      await payer.chooseRecipient('5048213');
      await payer.choosePack(499);
      await page.getByTestId('pay-now').click();
      await expect(page.getByTestId('recipient-yes')).toBeVisible();
    },
  },
  { name: 'did-you-mean', open: openDidYouMean },
];
