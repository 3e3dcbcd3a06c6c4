import type { Cookie } from 'playwright-core';
import { keepCard } from '../books.ts';
import { choosePack, chooseRecipient, seeOutcome } from '../payer.ts';
import { comeToFields } from '../provider-journey.ts';
import { ADYEN, PAYERMAX } from '../providers.ts';
import { placeOrder } from '../shortcut.ts';
import type { Visitor } from '../visitor.ts';
import { openPayFor, type Screen } from './screen-list.ts';

const EXPIRED = '01/24';
const GOOD_LAST4 = '4242';
const EXPIRED_LAST4 = '6378';

/** A good card and one that has run out. */
async function keepTwoCards(visitor: Visitor): Promise<Cookie[]> {
  await placeOrder(visitor, 'approve-mastercard');
  await placeOrder(visitor, 'approve');
  const device = await visitor.device();
  await keepCard(device, { last4: EXPIRED_LAST4, expiry: EXPIRED });
  await keepCard(device, { last4: GOOD_LAST4 });
  return visitor.context.cookies();
}

let cookiesOfOwner: Promise<Cookie[]> | undefined;

/** The packs for somebody with both cards. All who come after the first are the same device. */
async function openPayWithCards(visitor: Visitor): Promise<void> {
  cookiesOfOwner ??= keepTwoCards(visitor);
  await visitor.context.addCookies(await cookiesOfOwner);
  await openPayFor(visitor);
  await visitor.page.getByTestId(`method-${EXPIRED_LAST4}`).waitFor();
}

/** The face is somebody this screen has not shown yet: it is asked about first. */
async function pressFor({ page }: Visitor, pressed: string, awaited: string): Promise<void> {
  await page.getByTestId(pressed).click();
  const yes = page.getByTestId('recipient-yes');
  await yes.or(page.getByTestId(awaited)).first().waitFor();
  if (await yes.isVisible()) await yes.click();
  await page.getByTestId(awaited).waitFor();
}

async function openCard(visitor: Visitor, last4: string): Promise<void> {
  await openPayWithCards(visitor);
  await visitor.page.getByTestId(`method-${last4}`).click();
  await pressFor(visitor, 'pay-now', last4 === GOOD_LAST4 ? 'kept-card' : 'expired-update');
}

async function openSavedCards(visitor: Visitor): Promise<void> {
  await openPayWithCards(visitor);
  await pressFor(visitor, 'all-cards', 'saved-cards');
}

/** One slip of the finger beside somebody this device knows. */
async function openDidYouMean({ page }: Visitor): Promise<void> {
  await page.goto('/pay');
  await page.evaluate(() => {
    const known = { to_uid: 1099, to_display_uid: '5048214', to_nickname: 'نوف', to_icon: null };
    localStorage.setItem('jawhara.recipient_history', JSON.stringify([known]));
  });
  await page.goto('/pay');
  await page.getByTestId('recipient-id').fill('5048213');
  await page.getByTestId('recipient-confirm').click();
  await page.getByTestId('recipient-take-saved').waitFor();
}

export const CARD_SCREENS: readonly Screen[] = [
  { name: 'pay-saved-cards', isMain: true, open: openPayWithCards },
  { name: 'saved-cards', open: openSavedCards },
  { name: 'cvv', isMain: true, open: (visitor) => openCard(visitor, GOOD_LAST4) },
  { name: 'expired-card-sheet', open: (visitor) => openCard(visitor, EXPIRED_LAST4) },
  {
    name: 'modify-expiry',
    async open(visitor) {
      await openCard(visitor, EXPIRED_LAST4);
      await visitor.page.getByTestId('expired-update').click();
      await visitor.page.getByTestId('new-expiry').waitFor();
    },
  },
  {
    name: 'expiry-sheet',
    async open(visitor) {
      await openPayWithCards(visitor);
      await visitor.page.getByTestId('update-card').click();
      await visitor.page.getByTestId('update-expiry').waitFor();
    },
  },
  {
    name: 'delete-card-sheet',
    async open(visitor) {
      await openSavedCards(visitor);
      await visitor.page.locator(`button[aria-label*="${GOOD_LAST4}"]`).click();
      await visitor.page.getByTestId('delete-yes').waitFor();
    },
  },
  {
    name: 'card-adyen',
    isMain: true,
    isOfferedAdyen: true,
    open: ({ page }) => comeToFields(ADYEN, page, '5048213', 499),
  },
  { name: 'card-payermax', isMain: true, open: ({ page }) => comeToFields(PAYERMAX, page, '5048213', 499) },
  {
    name: 'result-another-way',
    async open(visitor) {
      const orderId = await placeOrder(visitor, 'error-before-charge');
      await visitor.page.goto(`/pay-step?order_id=${orderId}`);
      await seeOutcome(visitor.page, 'pending');
      await visitor.page.getByTestId('pay-elsewhere').waitFor();
    },
  },
  {
    name: 'my-orders',
    async open(visitor) {
      const { page } = visitor;
      for (const scenario of ['approve', 'insufficient-funds'] as const) {
        await page.goto(`/pay-step?order_id=${await placeOrder(visitor, scenario)}`);
        await page.getByTestId('result').waitFor();
      }
      await page.goto('/?page=orders');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'recipient-question',
    async open({ page }) {
      await page.goto('/pay');
      await chooseRecipient(page, '5048213');
      await choosePack(page, 499);
      await page.getByTestId('pay-now').click();
      await page.getByTestId('recipient-yes').waitFor();
    },
  },
  { name: 'did-you-mean', open: openDidYouMean },
];
