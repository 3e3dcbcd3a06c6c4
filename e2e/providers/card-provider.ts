import type { CardHabits, CardProvider as ProviderNumber } from '@jawhara/domain';
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { SCENARIOS, type ScenarioKey } from '../../apps/sandbox/src/scenarios.ts';

/** A provider as a payer sees it: its fields and its bank. The page around them is the same for all. */
export interface CardProvider {
  readonly number: ProviderNumber;
  readonly card: CardHabits;
  /** Whether this provider's journeys need a device that is offered Adyen's card fields, as half of all devices are. */
  readonly isOfferedAdyen: boolean;
  /** The link that leads to its fields. */
  readonly link: string;
  readonly numberField: (page: Page) => Locator;
  readonly typeCard: (page: Page, scenario: ScenarioKey) => Promise<void>;
  readonly typeCvv: (page: Page) => Promise<void>;
  readonly bank: (page: Page) => FrameLocator;
}

const YEARS_LEFT = 3;
/** The CVV that all journeys type. The search for card data does not look for these digits, but for fields named like a CVV. */
export const TYPED_CVV = '739';

export function validExpiry(now: Date): string {
  return `12${String((now.getUTCFullYear() + YEARS_LEFT) % 100).padStart(2, '0')}`;
}

export type CardFieldName = 'number' | 'expiry' | 'cvv' | 'holder';

/** The texts on the card of a scenario, field by field. */
export function cardTexts(scenario: ScenarioKey): [CardFieldName, string][] {
  return [
    ['number', SCENARIOS[scenario].number],
    ['expiry', validExpiry(new Date())],
    ['cvv', TYPED_CVV],
    ['holder', 'NOURA ALI'],
  ];
}

/** Types key by key, as a person does, replacing the old text. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.fill('');
  await field.pressSequentially(text);
}

/** Number, expiry, CVV and name in a single frame of the provider. */
export async function typeIntoFrame(frame: FrameLocator, scenario: ScenarioKey): Promise<void> {
  for (const [name, text] of cardTexts(scenario)) await typeInto(frame.locator(`#card-${name}`), text);
}

/** The bank's page inside ours. */
export function bankPage(page: Page): FrameLocator {
  return page.frameLocator('[data-testid="bank-frame"]');
}
