import { expect } from 'vitest';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { SCENARIOS, type ScenarioKey } from '../apps/sandbox/src/scenarios.ts';

/** What a payer does, in their own order. Every step ends with something they can see. */

const YEARS_LEFT = 3;
/** A CVV that stands nowhere else, so that finding it means something. */
export const TYPED_CVV = '739';

export async function chooseRecipient(page: Page, typedId: string): Promise<void> {
  await page.getByTestId('recipient-id').pressSequentially(typedId);
  await page.getByTestId('recipient-confirm').click();
  await page.getByTestId('recipient-card').waitFor();
}

export async function choosePack(page: Page, priceUsdCents: number): Promise<void> {
  const pack = page.getByTestId(`pack-${priceUsdCents}`);
  await pack.click();
  await expect.poll(() => pack.getAttribute('aria-checked')).toBe('true');
}

/** Somebody new is looked at once and confirmed; somebody known is not asked about, and then this only waits for the card. */
export async function confirmNewFace(page: Page): Promise<void> {
  const yes = page.getByTestId('recipient-yes');
  await yes.or(page.getByTestId('confirm-payment')).first().waitFor();
  if (await yes.isVisible()) await yes.click();
}

export async function openCardStep(page: Page): Promise<void> {
  await page.getByTestId('pay-now').click();
  await confirmNewFace(page);
  await cardFields(page).locator('#card-number').waitFor();
}

/** From an empty page to the open card fields. */
export async function comeToCard(page: Page, typedId: string, priceUsdCents: number): Promise<void> {
  await page.goto('/pay');
  await chooseRecipient(page, typedId);
  await choosePack(page, priceUsdCents);
  await openCardStep(page);
}

export function cardFields(page: Page): FrameLocator {
  return page.frameLocator('iframe[name="checkout-card"]');
}

export function validExpiry(now: Date): string {
  return `12${String((now.getUTCFullYear() + YEARS_LEFT) % 100).padStart(2, '0')}`;
}

export type CardFieldName = 'number' | 'expiry' | 'cvv' | 'holder';

/** What is printed on the card of a scenario, field by field. */
export function cardTexts(scenario: ScenarioKey): [CardFieldName, string][] {
  return [
    ['number', SCENARIOS[scenario].number],
    ['expiry', validExpiry(new Date())],
    ['cvv', TYPED_CVV],
    ['holder', 'NOURA ALI'],
  ];
}

export async function typeCardField(page: Page, name: CardFieldName, text: string): Promise<void> {
  const field = cardFields(page).locator(`#card-${name}`);
  await field.fill('');
  await field.pressSequentially(text);
}

export async function fillCard(page: Page, scenario: ScenarioKey): Promise<void> {
  for (const [name, text] of cardTexts(scenario)) await typeCardField(page, name, text);
  await expect.poll(() => confirmButton(page).getAttribute('aria-disabled')).toBe(null);
}

export function confirmButton(page: Page): Locator {
  return page.getByTestId('confirm-payment').filter({ visible: true });
}

export async function payByCard(page: Page, scenario: ScenarioKey): Promise<void> {
  await fillCard(page, scenario);
  await confirmButton(page).click();
}

/** The bank's page inside ours. */
export function bankPage(page: Page): FrameLocator {
  return page.frameLocator('[data-testid="bank-frame"]');
}

/** The bank has asked. */
export async function seeBank(page: Page): Promise<void> {
  await bankPage(page).locator('#bank-confirm').waitFor();
}

export async function passBank(page: Page): Promise<void> {
  await bankPage(page).locator('#bank-confirm').click();
}

export function result(page: Page): Locator {
  return page.getByTestId('result');
}

const ASKED_ABOUT_CARDS = new WeakSet<Page>();

/** After a payment the page asks whether to remember the card, a moment later. A payer with something else to press says no. */
async function forgetCards(page: Page): Promise<void> {
  if (ASKED_ABOUT_CARDS.has(page)) return;
  ASKED_ABOUT_CARDS.add(page);
  await page.addLocatorHandler(page.getByTestId('remember-no'), (no) => no.click());
}

export async function seeResult(page: Page, outcome: string): Promise<void> {
  await forgetCards(page);
  await seeOutcome(page, outcome);
}

/** For a payer who may say yes to that. */
export async function seeOutcome(page: Page, outcome: string): Promise<void> {
  await page.locator(`[data-testid="result"][data-outcome="${outcome}"]`).waitFor();
}

/** The states of the tracker's nodes, first to last. */
export async function trackerStates(page: Page): Promise<(string | null)[]> {
  const nodes = await page.locator('.tracker-node').all();
  return Promise.all(nodes.map((node) => node.getAttribute('data-state')));
}

export async function seeGemsArrive(page: Page): Promise<void> {
  await expect.poll(() => trackerStates(page)).toEqual(['done', 'done', 'done']);
}

/** ٥٠٤٨٢١٣, as an Arabic keyboard types 5048213. */
export function arabicIndic(digits: string): string {
  return digits.replace(/[0-9]/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)));
}

export function orderIdOf(page: Page): string {
  const orderId = new URL(page.url()).searchParams.get('order_id');
  if (orderId === null) throw new Error(`no order in ${page.url()}`);
  return orderId;
}
