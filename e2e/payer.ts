import { expect, test, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { SCENARIOS, type ScenarioKey } from '../apps/sandbox/src/scenarios.ts';
import { creditedGems } from './books.ts';
import type { CardProvider } from './providers/card-provider.ts';
import { CHECKOUT_COM } from './providers/checkout-com.ts';
import { readNetCents } from './sandbox.ts';

/** ٥٠٤٨٢١٣, as an Arabic keyboard types 5048213. */
export function arabicIndic(digits: string): string {
  return digits.replace(/[0-9]/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)));
}

/** A payer's actions on a page. Each method ends when its result is visible. */
export class Payer {
  readonly page: Page;
  readonly provider: CardProvider;
  readonly result: Locator;
  readonly confirmButton: Locator;
  readonly bank: FrameLocator;

  constructor(page: Page, provider: CardProvider = CHECKOUT_COM) {
    this.page = page;
    this.provider = provider;
    this.result = page.getByTestId('result');
    this.confirmButton = page.getByTestId('confirm-payment').filter({ visible: true });
    this.bank = provider.bank(page);
  }

  /** [ORD-20] True: every dialog about a repeated purchase is confirmed at once. False: the journey answers it itself. */
  async agreeToRepeats(agrees: boolean): Promise<void> {
    const yes = this.page.getByTestId('pay-once-more');
    if (agrees) await this.page.addLocatorHandler(yes, () => yes.click());
    else await this.page.removeLocatorHandler(yes);
  }

  get orderId(): string {
    const orderId = new URL(this.page.url()).searchParams.get('order_id');
    if (orderId === null) throw new Error(`no order in ${this.page.url()}`);
    return orderId;
  }

  async chooseRecipient(typedId: string): Promise<void> {
    await this.page.getByTestId('recipient-id').pressSequentially(typedId);
    await expect(this.page.getByTestId('found-face')).toBeVisible();
    await this.page.getByTestId('recipient-id').blur();
    await expect(this.page.getByTestId('recipient-card')).toBeVisible();
  }

  /** Presses "change" when a recipient is chosen. */
  async chooseAnother(displayId: string): Promise<void> {
    await this.page.getByTestId('recipient-change').click();
    await this.page.getByTestId('recipient-id').fill(displayId);
    await expect(this.page.getByTestId('found-face')).toBeVisible();
    await this.page.getByTestId('recipient-id').blur();
    await expect(
      this.page.locator(`[data-testid="recipient-card"][data-display-id="${displayId}"]`),
    ).toBeVisible();
  }

  async choosePack(priceUsdCents: number): Promise<void> {
    const pack = this.page.getByTestId(`pack-${priceUsdCents}`);
    await pack.click();
    await expect(pack).toBeChecked();
  }

  /** Presses a button and waits for the awaited element. Confirms the recipient if the page requires it, as for a new one. */
  async pressFor(pressed: string, awaited: string | Locator): Promise<void> {
    await this.page.getByTestId(pressed).click();
    const yes = this.page.getByTestId('recipient-yes');
    const seen = typeof awaited === 'string' ? this.page.getByTestId(awaited) : awaited;
    await expect(yes.or(seen).first()).toBeVisible();
    if (await yes.isVisible()) await yes.click();
    await expect(seen.filter({ visible: true })).toBeVisible();
  }

  /** Presses pay and checks that only this provider's fields open, empty. */
  async openFields(): Promise<void> {
    await this.pressFor('pay-now', 'confirm-payment');
    await this.seeFields();
  }

  async seeFields(): Promise<void> {
    await expect(this.provider.numberField(this.page)).toBeVisible();
  }

  /** Chooses recipient and pack from an empty page on, and opens the card fields. */
  async comeToFields(typedId: string, priceUsdCents: number): Promise<void> {
    await test.step(`come to the card for ${typedId} and ${priceUsdCents} cents`, async () => {
      await this.page.goto(this.provider.link);
      await this.chooseRecipient(typedId);
      await this.choosePack(priceUsdCents);
      await this.openFields();
    });
  }

  async fillCard(scenario: ScenarioKey): Promise<void> {
    await this.seeFields();
    await this.provider.typeCard(this.page, scenario);
    await expect(this.confirmButton).toBeEnabled();
  }

  async confirm(): Promise<void> {
    await expect(this.confirmButton).toBeEnabled();
    await this.confirmButton.click();
  }

  async payByCard(scenario: ScenarioKey): Promise<void> {
    await test.step(`pay with the card ${scenario}`, async () => {
      await this.fillCard(scenario);
      await this.confirm();
    });
  }

  /** The bank's page is shown. */
  async seeBank(): Promise<void> {
    await expect(this.bank.locator('#bank-confirm')).toBeVisible();
  }

  /** Answers the bank's check with the right password, which the page already has, or with a wrong one. */
  async answerBank(isKnown: boolean): Promise<void> {
    if (!isKnown) await this.bank.locator('#bank-code').fill('0000');
    await this.bank.locator('#bank-confirm').click();
  }

  async seeOutcome(outcome: string): Promise<void> {
    await expect(this.result).toHaveAttribute('data-outcome', outcome);
    await expect(this.result).toBeVisible();
  }

  /** The states of the tracker's nodes, first to last. */
  async seeTracker(states: readonly string[]): Promise<void> {
    const nodes = this.page.locator('.tracker-node');
    await expect
      .poll(() => nodes.evaluateAll((all) => all.map((one) => one.getAttribute('data-state'))))
      .toEqual(states);
  }

  async seeGemsArrive(): Promise<void> {
    await this.seeTracker(['done', 'done', 'done']);
  }

  async seeSuccess(): Promise<void> {
    await this.seeOutcome('success');
    await this.seeGemsArrive();
  }

  /** Checks that the order is paid: gems credited, the card on the receipt, and the money captured at the provider. */
  async seePaid(scenario: ScenarioKey, { gems, cents }: { gems: number; cents: number }): Promise<void> {
    await test.step(`see ${gems} gems paid with ${cents} cents`, async () => {
      await this.seeSuccess();
      await expect(this.page.getByTestId('paid-with')).toContainText(SCENARIOS[scenario].number.slice(-4));
      expect(await creditedGems(this.orderId)).toBe(gems);
      expect(await readNetCents(this.provider, this.orderId)).toBe(cents);
    });
  }

  /** Waits until the question whether to save the card can be answered, which needs the card's details. */
  async seeQuestion(): Promise<void> {
    await expect(this.page.getByTestId('remember-yes')).toBeEnabled();
  }

  /** Says yes to saving the card after a payment and waits for the confirmation, unless it was ticked before. */
  async rememberCard(): Promise<void> {
    if (this.provider.card.asksInFields) return;
    await this.seeQuestion();
    await this.page.getByTestId('remember-yes').click();
    await expect(this.page.getByTestId('remember-saved')).toBeVisible();
  }
}
