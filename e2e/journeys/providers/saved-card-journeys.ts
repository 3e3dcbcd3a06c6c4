import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { SCENARIOS, type ScenarioKey } from '../../../apps/sandbox/src/scenarios.ts';
import { arabicWord } from '../../arabic-word.ts';
import { savedCardsOf } from '../../books.ts';
import { result, seeOutcome, validExpiry } from '../../payer.ts';
import {
  answerBank,
  comeToFields,
  confirm,
  openFields,
  orderEnds,
  payByCard,
  picture,
  providerJourney,
  rememberCard,
  seePaid,
} from '../../provider-journey.ts';
import type { CardProvider } from '../../providers.ts';

const PACK_499 = { gems: 540, cents: 499 };
const PACK_299 = { gems: 320, cents: 299 };

const last4Of = (scenario: ScenarioKey): string => SCENARIOS[scenario].number.slice(-4);

/** The card is the chosen way to pay; what is left is its CVV, where the provider asks for one. */
async function openSavedCard(page: Page, scenario: ScenarioKey): Promise<void> {
  await page.locator(`[data-testid="method-${last4Of(scenario)}"][aria-checked="true"]`).waitFor();
  await page.getByTestId('pay-now').click();
  await seeKeptCard(page, scenario);
}

async function seeKeptCard(page: Page, scenario: ScenarioKey): Promise<void> {
  const card = page.getByTestId('kept-card').filter({ visible: true });
  await card.filter({ hasText: last4Of(scenario) }).waitFor();
}

async function paySavedCard(provider: CardProvider, page: Page): Promise<void> {
  await provider.typeCvv(page);
  await confirm(page);
}

function remembersAndRetries(provider: CardProvider): void {
  providerJourney(
    provider,
    'a card is remembered and pays again; its bank check fails, and trying again is the same card (variant B)',
    'verify-retry-b',
    async (visitor) => {
      const { page } = visitor;
      await comeToFields(provider, page, '8841206', 499);
      await payByCard(provider, page, 'challenge');
      await answerBank(provider, page, true);
      await seePaid(provider, page, 'challenge', PACK_499);
      await rememberCard(page);

      await page.getByTestId('result-repeat-same-amount').click();
      await openSavedCard(page, 'challenge');
      await paySavedCard(provider, page);
      await answerBank(provider, page, false);
      await seeOutcome(page, 'verify');
      expect(await result(page).innerText()).toContain(arabicWord('result.verify.tip'));
      await page.getByTestId('result-retry').click();
      if (provider.asksCvv) {
        await seeKeptCard(page, 'challenge');
        await paySavedCard(provider, page);
      }
      await answerBank(provider, page, true);
      await seePaid(provider, page, 'challenge', PACK_499);
      expect(await orderEnds(visitor)).toEqual([
        [499, provider.number, 'delivered'],
        [499, provider.number, 'refused'],
        [499, provider.number, 'delivered'],
      ]);
    },
  );
}

/** The provider and we forget it; what is left to pay with is a new card. */
async function deleteCard(page: Page, scenario: ScenarioKey): Promise<void> {
  const row = page.getByTestId('saved-cards').getByTestId('saved-card');
  await row.locator(`button[aria-label*="${last4Of(scenario)}"]`).click();
  await page.getByTestId('delete-yes').click();
  await page.locator('.toast', { hasText: arabicWord('dlg.delete.done') }).waitFor();
}

function remembersRepeatsAndDeletes(provider: CardProvider): void {
  providerJourney(
    provider,
    'a card is remembered, pays the same again, and is deleted: nobody has it any more',
    'delete-current-card',
    async (visitor) => {
      const { page, device } = visitor;
      await comeToFields(provider, page, '5048213', 299);
      await payByCard(provider, page, 'approve');
      await seePaid(provider, page, 'approve', PACK_299);
      await page.getByTestId('remember-yes').waitFor();
      await picture(provider, page, 'remember');
      await rememberCard(page);

      await page.getByTestId('result-repeat-same-amount').click();
      await openSavedCard(page, 'approve');
      await provider.typeCvv(page);
      await picture(provider, page, 'saved-card-cvv');
      await confirm(page);
      await seePaid(provider, page, 'approve', PACK_299);
      expect(await page.getByTestId('remember-yes').count()).toBe(0);
      await picture(provider, page, 'repeat-purchase');

      await page.getByTestId('result-close').filter({ visible: true }).click();
      await page.getByTestId('all-cards').click();
      await page.getByTestId('saved-cards').waitFor();
      await picture(provider, page, 'saved-cards');
      await deleteCard(page, 'approve');
      await page.locator('[data-testid="method-new-card"][aria-checked="true"]').waitFor();
      expect(await page.getByTestId('saved-card').count()).toBe(0);
      await openFields(provider, page);
      expect(await savedCardsOf(await device())).toEqual([]);
      expect(await orderEnds(visitor)).toEqual([
        [299, provider.number, 'delivered'],
        [299, provider.number, 'delivered'],
      ]);
    },
  );
}

/** Three years are on the card that was typed; the new one is good for longer. */
function laterExpiry(): string {
  const now = new Date();
  return validExpiry(new Date(Date.UTC(now.getUTCFullYear() + 1, 0)));
}

function meetsExpiredSavedCard(provider: CardProvider): void {
  const howPaid = provider.updatesExpiry ? 'its new date is typed and it pays' : 'another card pays';
  providerJourney(
    provider,
    `a saved card has been replaced by the bank: expired, and ${howPaid}`,
    'expired-saved-card',
    async (visitor) => {
      const { page, device } = visitor;
      await comeToFields(provider, page, '6127733', 499);
      await payByCard(provider, page, 'expires-when-kept');
      await seePaid(provider, page, 'expires-when-kept', PACK_499);
      await rememberCard(page);
      await page.getByTestId('result-repeat-same-amount').click();
      await openSavedCard(page, 'expires-when-kept');
      await paySavedCard(provider, page);
      await seeOutcome(page, 'expire');
      expect(await page.getByTestId('expired-card').innerText()).toContain(last4Of('expires-when-kept'));
      await picture(provider, page, 'expired-saved-card-refused');
      if (provider.updatesExpiry) {
        await page.getByTestId('result-update-and-pay').click();
        await page.getByTestId('new-expiry').pressSequentially(laterExpiry());
        await provider.typeCvv(page);
        await picture(provider, page, 'modify-expiry');
        await confirm(page);
        await seePaid(provider, page, 'expires-when-kept', PACK_499);
        const [card] = await savedCardsOf(await device());
        expect(card?.expiry.replace('/', '')).toBe(laterExpiry());
      } else {
        await page.getByTestId('other-card').click();
        await payByCard(provider, page, 'approve');
        await seePaid(provider, page, 'approve', PACK_499);
      }
      expect(await orderEnds(visitor)).toEqual([
        [499, provider.number, 'delivered'],
        [499, provider.number, 'refused'],
        [499, provider.number, 'delivered'],
      ]);
    },
  );
}

/** What every provider's payer can meet with a card that is kept. */
export function savedCardJourneys(provider: CardProvider): void {
  remembersAndRetries(provider);
  remembersRepeatsAndDeletes(provider);
  meetsExpiredSavedCard(provider);
}
