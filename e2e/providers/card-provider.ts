import type { CardHabits, CardProvider as ProviderNumber } from '@jawhara/domain';
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { SCENARIOS, type ScenarioKey } from '../../apps/sandbox/src/scenarios.ts';

/** One provider as a payer meets it: its fields, its bank. What stands around them is ours and the same for all. */
export interface CardProvider {
  readonly number: ProviderNumber;
  readonly card: CardHabits;
  /** Devices of its own, where it is not everybody's. */
  readonly isOfferedAdyen: boolean;
  /** The link that leads to its fields. */
  readonly link: string;
  readonly numberField: (page: Page) => Locator;
  readonly typeCard: (page: Page, scenario: ScenarioKey) => Promise<void>;
  readonly typeCvv: (page: Page) => Promise<void>;
  readonly bank: (page: Page) => FrameLocator;
}

const YEARS_LEFT = 3;
/** A CVV that stands nowhere else, so that finding it means something. */
export const TYPED_CVV = '739';

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

/** Key by key, as a person does, in place of what was there. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.fill('');
  await field.pressSequentially(text);
}

/** Number, date, CVV and name in one frame of the provider's. */
export async function typeIntoFrame(frame: FrameLocator, scenario: ScenarioKey): Promise<void> {
  for (const [name, text] of cardTexts(scenario)) await typeInto(frame.locator(`#card-${name}`), text);
}

/** The bank's page inside ours. */
export function bankPage(page: Page): FrameLocator {
  return page.frameLocator('[data-testid="bank-frame"]');
}
