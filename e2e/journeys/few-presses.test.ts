import type { Page } from '@playwright/test';
import { letMinutesPass } from '../books.ts';
import { expect, test } from '../fixtures.ts';
import { Hand } from '../hand.ts';
import type { Payer } from '../payer.ts';
import { ADYEN, sealedField } from '../providers/adyen.ts';
import { cardTexts, TYPED_CVV } from '../providers/card-provider.ts';
import { CHECKOUT_COM, checkoutComField } from '../providers/checkout-com.ts';

const PACK_499 = { gems: 540, cents: 499 };
const FIRST_PURCHASE_PRESSES_MAX = 7;
/** After these minutes the same purchase needs no confirmation any more. */
const LATER_MINUTES = 11;

/** Goes from the start page to the open card fields, for a recipient new to this device. */
async function comeFromHome(page: Page, hand: Hand): Promise<void> {
  await page.goto('/');
  await hand.type(page.getByTestId('recipient-id'), '5048213');
  await expect(page.getByTestId('found-face')).toBeVisible();
  await page.locator('.hero button[type=submit]').click();
  await expect(page.getByTestId('recipient-card')).toBeVisible();
  await page.getByTestId('pack-499').click();
  await page.getByTestId('pay-now').click();
  await page.getByTestId('recipient-yes').click();
}

test.describe('Checkout.com: all card fields are in one frame, which the page cannot focus', () => {
  test('[UX 5] a first purchase through Checkout.com takes seven presses from the start page', async ({
    page,
    payer,
    picture,
  }) => {
    const hand = await Hand.on(page);
    await comeFromHome(page, hand);
    await payer.seeFields();
    for (const [name, text] of cardTexts('approve')) {
      await hand.type(checkoutComField(page, name), text);
      if (name !== 'holder') await page.keyboard.press('Tab');
    }
    await expect(payer.confirmButton).toBeEnabled();
    await payer.confirmButton.click();
    await payer.seePaid('approve', PACK_499);
    expect(hand.presses()).toBe(FIRST_PURCHASE_PRESSES_MAX);
    await picture('first-purchase-13');
  });

  test('repeating a purchase through Checkout.com takes three presses, one of them into the CVV field, and three digits', async ({
    page,
    payer,
  }) => {
    const hand = await payAndComeAgain(page, payer);
    const field = page.frameLocator('iframe[name="checkout-card_cvv"]').locator('#card-cvv');
    await expect(field).toBeVisible();
    await payAgain(payer, () => hand.type(field, TYPED_CVV));
    // The provider's script offers no way to focus its field.
    expect([hand.presses(), hand.keys]).toEqual([3, 3]);
  });
});

test.describe('Adyen: the page can put the cursor into each card field', () => {
  test.use({ provider: ADYEN });

  test('[UX 5] a first purchase through Adyen takes at most seven presses, and none between the card fields', async ({
    page,
    payer,
    viewport,
    picture,
  }) => {
    const hand = await Hand.on(page);
    await comeFromHome(page, hand);
    await payer.seeFields();
    const isPc = (viewport?.width ?? 0) > 800;
    const fields = {
      number: sealedField(page, 'encryptedCardNumber'),
      expiry: sealedField(page, 'encryptedExpiryDate'),
      cvv: sealedField(page, 'encryptedSecurityCode'),
      holder: page.getByTestId('card-holder'),
    };
    if (isPc) await expect(fields.number).toBeFocused();
    for (const [name, text] of cardTexts('approve')) {
      if (name !== 'number') await expect(fields[name]).toBeFocused();
      await hand.type(fields[name], text);
    }
    await expect(payer.confirmButton).toBeEnabled();
    await payer.confirmButton.click();
    await payer.seePaid('approve', PACK_499);
    expect(hand.presses()).toBe(isPc ? FIRST_PURCHASE_PRESSES_MAX - 1 : FIRST_PURCHASE_PRESSES_MAX);
    await picture('first-purchase-17');
  });

  test('[UX 5] repeating a purchase through Adyen takes two presses and three digits', async ({
    page,
    payer,
  }) => {
    const hand = await payAndComeAgain(page, payer);
    const field = sealedField(page, 'encryptedSecurityCode');
    await expect(field).toBeFocused();
    expect(hand.presses()).toBe(1);
    await payAgain(payer, () => hand.type(field, TYPED_CVV));
    expect([hand.presses(), hand.keys]).toEqual([2, 3]);
  });
});

/** Buys with a card and saves it; some minutes later a press on the start page opens the CVV field of that card. */
async function payAndComeAgain(page: Page, payer: Payer): Promise<Hand> {
  await payer.comeToFields('8841206', 499);
  await payer.payByCard('approve');
  await payer.seePaid('approve', PACK_499);
  await payer.rememberCard();
  await letMinutesPass(payer.orderId, LATER_MINUTES);
  const hand = await Hand.on(page);
  await page.goto('/');
  const again = page.locator('.last-time');
  await expect(again).toContainText('4242');
  await again.getByRole('button').click();
  await expect(page.getByTestId('kept-card')).toBeVisible();
  return hand;
}

async function payAgain(payer: Payer, typeCvv: () => Promise<void>): Promise<void> {
  await typeCvv();
  await expect(payer.confirmButton).toBeEnabled();
  await payer.confirmButton.click();
  await payer.seePaid('approve', PACK_499);
}

test.describe('the press counter of these tests', () => {
  test.use({ provider: CHECKOUT_COM });

  test(
    'the press counter counts presses inside frames too, and none that a script dispatches',
    { tag: '@phone' },
    async ({ page, payer }) => {
      const hand = await Hand.on(page);
      await payer.comeToFields('5048213', 499);
      const before = hand.presses();
      await page.evaluate(() => document.body.dispatchEvent(new PointerEvent('pointerdown')));
      await checkoutComField(page, 'expiry').click();
      await expect.poll(hand.presses).toBe(before + 1);
    },
  );
});
