import type { Page } from '@playwright/test';
import { SCENARIOS, type ScenarioKey } from '../../../apps/sandbox/src/scenarios.ts';
import { arabicWord } from '../../arabic-word.ts';
import { orderEnds, savedCardsOf } from '../../books.ts';
import { expect, test } from '../../fixtures.ts';
import type { Payer } from '../../payer.ts';
import { validExpiry, type CardProvider } from '../../providers/card-provider.ts';
import { readSavedCards } from '../../sandbox.ts';
import { seeToast } from '../../toasts.ts';

const PACK_499 = { gems: 540, cents: 499 };
const PACK_299 = { gems: 320, cents: 299 };

const last4Of = (scenario: ScenarioKey): string => SCENARIOS[scenario].number.slice(-4);

/** Opens the card step with the saved card, in which only the CVV is missing, if the provider requires it. */
async function openSavedCard(payer: Payer, scenario: ScenarioKey): Promise<void> {
  await expect(payer.page.getByTestId(`method-${last4Of(scenario)}`)).toBeChecked();
  await payer.pressFor('pay-now', 'kept-card');
  await expectSavedCard(payer.page, scenario);
}

async function expectSavedCard(page: Page, scenario: ScenarioKey): Promise<void> {
  const card = page.getByTestId('kept-card').filter({ visible: true });
  await expect(card.filter({ hasText: last4Of(scenario) })).toBeVisible();
}

async function paySavedCard(payer: Payer): Promise<void> {
  await payer.provider.typeCvv(payer.page);
  await payer.confirm();
}

function remembersAndRetries(provider: CardProvider): void {
  test('after a failed bank check of a saved card the payer retries with the same card, which then pays', async ({
    page,
    payer,
    device,
    picture,
  }) => {
    await payer.comeToFields('8841206', 499);
    await payer.payByCard('challenge');
    await payer.answerBank(true);
    await payer.seePaid('challenge', PACK_499);
    await payer.rememberCard();

    await page.getByTestId('result-repeat-same-amount').click();
    await openSavedCard(payer, 'challenge');
    await paySavedCard(payer);
    await payer.answerBank(false);
    await payer.seeOutcome('verify');
    await expect(payer.result).toContainText(arabicWord('result.threeDs.tip'));
    await page.getByTestId('result-retry').click();
    if (provider.card.needsCvv) {
      await expectSavedCard(page, 'challenge');
      await paySavedCard(payer);
    }
    await payer.answerBank(true);
    await payer.seePaid('challenge', PACK_499);
    expect(await orderEnds(device)).toEqual([
      [499, provider.number, 'delivered'],
      [499, provider.number, 'refused'],
      [499, provider.number, 'delivered'],
    ]);
    await picture(`${provider.number}-verify-retry-b`);
  });
}

/** Deletes the card at the provider and in our database; only a new card is left to pay with. */
async function deleteCard(page: Page, scenario: ScenarioKey): Promise<void> {
  const row = page.getByTestId('saved-cards').getByTestId('saved-card');
  await row.locator(`button[aria-label*="${last4Of(scenario)}"]`).click();
  await page.getByTestId('delete-yes').click();
  await seeToast(page, arabicWord('dlg.delete.done'));
}

function remembersRepeatsAndDeletes(provider: CardProvider): void {
  test('a card is saved, pays again, and is deleted at the provider and in our database', async ({
    page,
    payer,
    device,
    picture,
  }) => {
    await payer.comeToFields('5048213', 299);
    await payer.payByCard('approve');
    await payer.seePaid('approve', PACK_299);
    if (!provider.card.asksInFields) {
      await payer.seeQuestion();
      await picture(`${provider.number}-remember`);
    }
    await payer.rememberCard();

    await page.getByTestId('result-repeat-same-amount').click();
    await openSavedCard(payer, 'approve');
    await provider.typeCvv(page);
    await picture(`${provider.number}-saved-card-cvv`);
    await payer.confirm();
    await payer.seePaid('approve', PACK_299);
    await expect(page.getByTestId('remember-card')).toHaveCount(0);
    await picture(`${provider.number}-repeat-purchase`);

    await page.getByTestId('result-close').filter({ visible: true }).click();
    await page.getByTestId('all-cards').click();
    await expect(page.getByTestId('saved-cards')).toBeVisible();
    await picture(`${provider.number}-saved-cards`);
    await deleteCard(page, 'approve');
    await expect(page.getByTestId('method-new-card')).toBeChecked();
    await expect(page.getByTestId('saved-card')).toHaveCount(0);
    await payer.openFields();
    expect(await savedCardsOf(device)).toEqual([]);
    expect(await orderEnds(device)).toEqual([
      [299, provider.number, 'delivered'],
      [299, provider.number, 'delivered'],
    ]);
    await picture(`${provider.number}-delete-current-card`);
  });
}

/** Later than the typed card's expiry, which is three years ahead. */
function laterExpiry(): string {
  const now = new Date();
  return validExpiry(new Date(Date.UTC(now.getUTCFullYear() + 1, 0)));
}

function meetsExpiredSavedCard(provider: CardProvider): void {
  const howPaid = provider.card.updatesExpiry ? 'its new date is typed and it pays' : 'another card pays';
  test(`a saved card that the bank has replaced by one with a new date is refused as expired, and ${howPaid}`, async ({
    page,
    payer,
    device,
    picture,
  }) => {
    await payer.comeToFields('6127733', 499);
    await payer.payByCard('expires-when-kept');
    await payer.seePaid('expires-when-kept', PACK_499);
    await payer.rememberCard();
    await page.getByTestId('result-repeat-same-amount').click();
    await openSavedCard(payer, 'expires-when-kept');
    await paySavedCard(payer);
    await payer.seeOutcome('expire');
    await expect(payer.result).toContainText(last4Of('expires-when-kept'));
    await expect(page.getByTestId('expired-card')).toBeVisible();
    await picture(`${provider.number}-expired-saved-card-refused`);
    if (provider.card.updatesExpiry) {
      await page.getByTestId('result-update-and-pay').click();
      await page.getByTestId('new-expiry').pressSequentially(laterExpiry());
      await provider.typeCvv(page);
      await picture(`${provider.number}-modify-expiry`);
      await payer.confirm();
      await payer.seePaid('expires-when-kept', PACK_499);
      const [card] = await savedCardsOf(device);
      expect(card?.expiry.replace('/', '')).toBe(laterExpiry());
    } else {
      await page.getByTestId('other-card').click();
      await payer.payByCard('approve');
      await payer.seePaid('approve', PACK_499);
    }
    expect(await orderEnds(device)).toEqual([
      [499, provider.number, 'delivered'],
      [499, provider.number, 'refused'],
      [499, provider.number, 'delivered'],
    ]);
    await picture(`${provider.number}-expired-saved-card`);
  });
}

function saysNo(provider: CardProvider): void {
  test('[CRD-06] [CRD-10] when the payer declines to save a card the provider deletes it, and the receipt still names it', async ({
    page,
    payer,
    device,
    picture,
  }) => {
    await payer.comeToFields('5048213', 299);
    await payer.payByCard('approve');
    await payer.seePaid('approve', PACK_299);
    await payer.seeQuestion();
    const [pendingCard] = await savedCardsOf(device);
    expect(pendingCard?.state).toBe('asked');
    const isSavedAtProvider = async () =>
      (await readSavedCards(provider)).includes(pendingCard?.source_id ?? '');
    expect(await isSavedAtProvider()).toBe(true);
    await page.getByTestId('remember-no').click();
    await expect(page.getByTestId('remember-card')).toBeHidden();
    await expect.poll(isSavedAtProvider).toBe(false);
    expect(await savedCardsOf(device)).toEqual([]);
    await page.reload();
    await payer.seePaid('approve', PACK_299);
    await expect(page.getByTestId('remember-card')).toHaveCount(0);
    await picture(`${provider.number}-remember-no`);
  });
}

/** Journeys with a saved card, for every provider. */
export function savedCardJourneys(provider: CardProvider): void {
  test.describe(`provider ${provider.number} (6 PayerMax, 13 Checkout, 17 Adyen)`, { tag: '@phone' }, () => {
    test.use({ provider });
    if (!provider.card.asksInFields) saysNo(provider);
    remembersAndRetries(provider);
    remembersRepeatsAndDeletes(provider);
    meetsExpiredSavedCard(provider);
  });
}
