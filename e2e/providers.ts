import {
  ADYEN as ADYEN_NUMBER,
  CHECKOUT_COM as CHECKOUT_COM_NUMBER,
  PAYERMAX as PAYERMAX_NUMBER,
  type CardProvider as CardNumber,
} from '@jawhara/domain';
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { SCENARIOS, type ScenarioKey } from '../apps/sandbox/src/scenarios.ts';
import { PLATFORM_WITHOUT_13 } from './channels.ts';

const YEARS_LEFT = 3;
/** A CVV that stands nowhere else, so that finding it means something. */
export const TYPED_CVV = '739';

export function validExpiry(now: Date): string {
  return `12${String((now.getUTCFullYear() + YEARS_LEFT) % 100).padStart(2, '0')}`;
}

type CardFieldName = 'number' | 'expiry' | 'cvv' | 'holder';

/** What is printed on the card of a scenario, field by field. */
export function cardTexts(scenario: ScenarioKey): [CardFieldName, string][] {
  return [
    ['number', SCENARIOS[scenario].number],
    ['expiry', validExpiry(new Date())],
    ['cvv', TYPED_CVV],
    ['holder', 'NOURA ALI'],
  ];
}

/** The bank's page inside ours. */
const bankPage = (page: Page): FrameLocator => page.frameLocator('[data-testid="bank-frame"]');

/** One provider as a payer meets it: its fields, its bank. What stands around them is ours and the same for all. */
export interface CardProvider {
  readonly number: CardNumber;
  /** Devices of its own, where it is not everybody's. */
  readonly isOfferedAdyen: boolean;
  /** The link that leads to its fields. */
  readonly link: string;
  /** Whether to remember a card is asked after it has paid; otherwise it was ticked in the fields. */
  readonly asksAfterPaying: boolean;
  /** It charges a card it keeps only with the CVV beside it. */
  readonly asksCvv: boolean;
  /** It can be told the new date of a card it keeps. */
  readonly updatesExpiry: boolean;
  readonly seeFields: (page: Page) => Promise<void>;
  readonly typeCard: (page: Page, scenario: ScenarioKey) => Promise<void>;
  readonly typeCvv: (page: Page) => Promise<void>;
  readonly bank: (page: Page) => FrameLocator;
}

/** Key by key, as a person does, in place of what was there. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.fill('');
  await field.pressSequentially(text);
}

/** Number, date, CVV and name in one frame of the provider's. */
async function typeIntoFrame(frame: FrameLocator, scenario: ScenarioKey): Promise<void> {
  for (const [name, text] of cardTexts(scenario)) await typeInto(frame.locator(`#card-${name}`), text);
}

const checkoutComCard = (page: Page): FrameLocator => page.frameLocator('iframe[name="checkout-card"]');

export function checkoutComField(page: Page, name: CardFieldName): Locator {
  return checkoutComCard(page).locator(`#card-${name}`);
}

export const CHECKOUT_COM: CardProvider = {
  number: CHECKOUT_COM_NUMBER,
  isOfferedAdyen: false,
  link: '/pay',
  asksAfterPaying: true,
  asksCvv: true,
  updatesExpiry: true,
  seeFields: (page) => expect(checkoutComField(page, 'number')).toBeVisible(),
  typeCard: (page, scenario) => typeIntoFrame(checkoutComCard(page), scenario),
  typeCvv: (page) =>
    typeInto(page.frameLocator('iframe[name="checkout-card_cvv"]').locator('#card-cvv'), TYPED_CVV),
  bank: bankPage,
};

type SealedPlace = 'encryptedCardNumber' | 'encryptedExpiryDate' | 'encryptedSecurityCode';

/** Each field is a frame of its own; of a step that is hidden behind another one, or a frame behind a newer one, nothing is meant. */
export function sealedField(page: Page, place: SealedPlace): Locator {
  return page.locator(`[data-cse="${place}"] iframe:visible`).contentFrame().locator('#field');
}

export const ADYEN: CardProvider = {
  number: ADYEN_NUMBER,
  isOfferedAdyen: true,
  link: '/pay',
  asksAfterPaying: true,
  asksCvv: true,
  updatesExpiry: false,
  seeFields: (page) => expect(sealedField(page, 'encryptedCardNumber')).toBeVisible(),
  async typeCard(page, scenario) {
    await typeInto(sealedField(page, 'encryptedCardNumber'), SCENARIOS[scenario].number);
    await typeInto(sealedField(page, 'encryptedExpiryDate'), validExpiry(new Date()));
    await typeInto(sealedField(page, 'encryptedSecurityCode'), TYPED_CVV);
    await page.getByTestId('card-holder').fill('NOURA ALI');
  },
  typeCvv: (page) => typeInto(sealedField(page, 'encryptedSecurityCode'), TYPED_CVV),
  bank: (page) => page.frameLocator('[data-testid="native-check"] iframe[name="threeDSIframe"]'),
};

const payermaxCard = (page: Page): FrameLocator => page.frameLocator('iframe[name="pmdropin-card"]');

export const PAYERMAX: CardProvider = {
  number: PAYERMAX_NUMBER,
  isOfferedAdyen: false,
  link: `/pay?platform=${PLATFORM_WITHOUT_13}`,
  asksAfterPaying: false,
  asksCvv: false,
  updatesExpiry: false,
  seeFields: (page) => expect(payermaxCard(page).locator('#card-number')).toBeVisible(),
  async typeCard(page, scenario) {
    await typeIntoFrame(payermaxCard(page), scenario);
    await payermaxCard(page).locator('#card-save').check(); // it keeps a card only for who agrees there
  },
  typeCvv: async () => undefined,
  bank: bankPage,
};

/** Everybody a payer can meet. */
export const EVERY_PROVIDER: Readonly<Record<CardNumber, CardProvider>> = {
  [CHECKOUT_COM_NUMBER]: CHECKOUT_COM,
  [ADYEN_NUMBER]: ADYEN,
  [PAYERMAX_NUMBER]: PAYERMAX,
};
