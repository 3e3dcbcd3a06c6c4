import type { Page } from '@playwright/test';
import { arabicWord } from '../../arabic-word.ts';
import { creditedGems, orderEnds, ordersOf } from '../../books.ts';
import { expect, test } from '../../fixtures.ts';
import type { CardProvider } from '../../providers/card-provider.ts';

const PACK_499 = { gems: 540, cents: 499 };
const PACK_299 = { gems: 320, cents: 299 };

/** Values in the fields of any frame, visible or not. */
async function leftInFrames(page: Page): Promise<string[]> {
  const frames = page.frames().filter((frame) => frame !== page.mainFrame());
  const typed = await Promise.all(
    frames.map((frame) =>
      frame.locator('input').evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value)),
    ),
  );
  return typed.flat().filter((text) => text !== '');
}

function paysWithNewCard(provider: CardProvider): void {
  test('a new card is paid with after a bank check, and the receipt names the card', async ({
    page,
    payer,
    device,
    picture,
  }) => {
    await payer.comeToFields('5048213', 499);
    await payer.payByCard('challenge');
    await payer.answerBank(true);
    await payer.seePaid('challenge', PACK_499);
    await expect.poll(() => leftInFrames(page)).toEqual([]);
    expect(await orderEnds(device)).toEqual([[499, provider.number, 'delivered']]);
    await picture(`${provider.number}-new-card`);
  });
}

function meetsExpiredCard(provider: CardProvider): void {
  test('a typed card that the bank declines as expired is refused, and then another card pays', async ({
    page,
    payer,
    device,
    picture,
  }) => {
    await payer.comeToFields('3310457', 499);
    await payer.payByCard('expired-card');
    await payer.seeOutcome('expire');
    // Only with a provider that can update a card's expiry date does a button open a field for the new one.
    const said = provider.card.updatesExpiry ? 'result.expire.tip' : 'decline.card-withdrawn';
    await expect(payer.result).toContainText(arabicWord(said));
    await page.getByTestId(provider.card.updatesExpiry ? 'result-update-and-pay' : 'other-card').click();
    await payer.payByCard('approve');
    await payer.seePaid('approve', PACK_499);
    expect(await orderEnds(device)).toEqual([
      [499, provider.number, 'refused'],
      [499, provider.number, 'delivered'],
    ]);
    await picture(`${provider.number}-bank-says-expired`);
  });
}

function paysSmallerPack(provider: CardProvider): void {
  test('after a refusal for insufficient funds the next smaller pack is offered, and the payer buys it', async ({
    page,
    payer,
    device,
    picture,
  }) => {
    await payer.comeToFields('6127733', 999);
    await payer.payByCard('insufficient-funds');
    await payer.seeOutcome('balance');
    await expect(payer.result).toContainText(arabicWord('result.balance.tip'));
    await expect(page.getByTestId('suggestion')).toContainText('$4.99');
    await page.getByTestId('result-retry-other-amount').click();
    await payer.payByCard('approve');
    await payer.seePaid('approve', PACK_499);
    expect(await orderEnds(device)).toEqual([
      [999, provider.number, 'refused'],
      [499, provider.number, 'delivered'],
    ]);
    const [refused] = await ordersOf(device);
    expect(await creditedGems(refused?.id ?? '')).toBe(0);
    await picture(`${provider.number}-insufficient-funds`);
  });
}

function retriesTypedCard(provider: CardProvider): void {
  test('after a failed bank check of a typed card the payer types the card again, and the second attempt pays', async ({
    page,
    payer,
    device,
    picture,
  }) => {
    await payer.comeToFields('8841206', 299);
    await payer.payByCard('challenge');
    await payer.answerBank(false);
    await payer.seeOutcome('verify');
    await expect(payer.result).toContainText(arabicWord('result.threeDs.tip'));
    await page.getByTestId('result-retry').click();
    await payer.payByCard('challenge');
    await payer.answerBank(true);
    await payer.seePaid('challenge', PACK_299);
    expect(await orderEnds(device)).toEqual([
      [299, provider.number, 'refused'],
      [299, provider.number, 'delivered'],
    ]);
    await picture(`${provider.number}-verify-retry-a`);
  });
}

function refusesAsFraud(provider: CardProvider): void {
  test('a card declined as fraud shows the reason, is not credited, and offers no retry', async ({
    page,
    payer,
    device,
    picture,
  }) => {
    await payer.comeToFields('3310457', 299);
    await payer.payByCard('high-risk');
    await payer.seeOutcome('high-risk');
    await expect(payer.result).toContainText(arabicWord('decline.risk'));
    await expect(page.getByTestId('result-retry')).toHaveCount(0);
    const [order] = await ordersOf(device);
    expect([order?.state, order?.outcome]).toEqual(['refused', 'high-risk']);
    expect(await creditedGems(order?.id ?? '')).toBe(0);
    await picture(`${provider.number}-high-risk`);
  });
}

/** Journeys with a typed card, for every provider. */
export function typedCardJourneys(provider: CardProvider): void {
  test.describe(`provider ${provider.number} (6 PayerMax, 13 Checkout, 17 Adyen)`, { tag: '@phone' }, () => {
    test.use({ provider });
    paysWithNewCard(provider);
    meetsExpiredCard(provider);
    paysSmallerPack(provider);
    retriesTypedCard(provider);
    refusesAsFraud(provider);
  });
}
