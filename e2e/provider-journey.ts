import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { SCENARIOS, type ScenarioKey } from '../apps/sandbox/src/scenarios.ts';
import { creditedGems, ordersOf } from './books.ts';
import { journey, type JourneyOptions } from './journey.ts';
import { OUTPUT } from './output.ts';
import {
  choosePack,
  chooseRecipient,
  confirmButton,
  confirmNewFace,
  orderIdOf,
  seeGemsArrive,
  seeOutcome,
} from './payer.ts';
import { photograph } from './photograph.ts';
import type { CardProvider } from './providers.ts';
import { keptCents } from './sandbox.ts';
import { PHONE_PX, type Visitor } from './visitor.ts';

/** A journey on a phone through one provider; its picture carries the provider's number. */
export function providerJourney(
  provider: CardProvider,
  title: string,
  name: string,
  act: (visitor: Visitor) => Promise<void>,
  options: Pick<JourneyOptions, 'mayComplain'> = {},
): void {
  const { number, isOfferedAdyen } = provider;
  journey(`${title} [provider ${number}]`, `${number}-${name}`, act, {
    ...options,
    isOfferedAdyen,
    widths: [PHONE_PX],
  });
}

/** A picture on the way, beside the one that every journey ends with. */
export function picture({ number }: CardProvider, page: Page, name: string): Promise<void> {
  return photograph(page, join(OUTPUT, `${number}-${name}-${PHONE_PX}.png`));
}

/** From the pay button to the empty fields of this provider and no other. */
export async function openFields(provider: CardProvider, page: Page): Promise<void> {
  await page.getByTestId('pay-now').click();
  await confirmNewFace(page);
  await provider.seeFields(page);
}

export async function comeToFields(
  provider: CardProvider,
  page: Page,
  typedId: string,
  priceUsdCents: number,
): Promise<void> {
  await page.goto(provider.link);
  await chooseRecipient(page, typedId);
  await choosePack(page, priceUsdCents);
  await openFields(provider, page);
}

export async function confirm(page: Page): Promise<void> {
  await expect.poll(() => confirmButton(page).getAttribute('aria-disabled')).toBe(null);
  await confirmButton(page).click();
}

export async function payByCard(provider: CardProvider, page: Page, scenario: ScenarioKey): Promise<void> {
  await provider.seeFields(page);
  await provider.typeCard(page, scenario);
  await confirm(page);
}

/** The bank asks, and its customer knows the code, or does not. */
export async function answerBank(provider: CardProvider, page: Page, isKnown: boolean): Promise<void> {
  const bank = provider.bank(page);
  if (!isKnown) await bank.locator('#bank-code').fill('0000');
  await bank.locator('#bank-confirm').click();
}

/** Paid, the gems are there, the receipt names the card, and the money is in this provider's books. */
export async function seePaid(
  provider: CardProvider,
  page: Page,
  scenario: ScenarioKey,
  { gems, cents }: { gems: number; cents: number },
): Promise<void> {
  await seeOutcome(page, 'success');
  await seeGemsArrive(page);
  const last4 = SCENARIOS[scenario].number.slice(-4);
  await page.getByTestId('paid-with').filter({ hasText: last4 }).waitFor();
  const orderId = orderIdOf(page);
  expect(await creditedGems(orderId)).toBe(gems);
  expect(await keptCents(provider, orderId)).toBe(cents);
}

/** The question after a payment, answered with yes; the page says that it is done. */
export async function rememberCard(page: Page): Promise<void> {
  await page.getByTestId('remember-yes').click();
  await page.getByTestId('remember-yes').waitFor({ state: 'hidden' });
}

/** Every order of this visitor: what it cost, through whom, how it ended. */
export async function orderEnds({ device }: Visitor): Promise<[number, number, string][]> {
  const orders = await ordersOf(await device());
  return orders.map(({ price_usd_cents, provider, state }) => [price_usd_cents, provider, state]);
}
