import type { FrameLocator, Page } from 'playwright-core';
import { SCENARIOS, type ScenarioKey } from '../apps/sandbox/src/scenarios.ts';
import { PLATFORM_WITHOUT_13 } from './channels.ts';
import { bankPage, cardTexts, TYPED_CVV, validExpiry } from './payer.ts';

/** One provider as a payer meets it: its fields, its bank. What stands around them is ours and the same for all. */
export interface CardProvider {
  readonly number: 13 | 17 | 6;
  /** Under this part of its address the sandbox lets tests pull the provider's strings. */
  readonly control: '' | '/adyen' | '/payermax';
  /** Devices of its own, where it is not everybody's. */
  readonly isOfferedAdyen: boolean;
  /** The link that leads to its fields. */
  readonly link: string;
  /** It charges a card it keeps only with the CVV beside it. */
  readonly asksCvv: boolean;
  /** It can be told the new date of a card it keeps. */
  readonly updatesExpiry: boolean;
  readonly seeFields: (page: Page) => Promise<void>;
  readonly typeCard: (page: Page, scenario: ScenarioKey) => Promise<void>;
  readonly typeCvv: (page: Page) => Promise<void>;
  readonly bank: (page: Page) => FrameLocator;
}

/** Number, date, CVV and name in one frame of the provider's. */
async function typeIntoFrame(frame: FrameLocator, scenario: ScenarioKey): Promise<void> {
  for (const [name, text] of cardTexts(scenario)) {
    const field = frame.locator(`#card-${name}`);
    await field.fill('');
    await field.pressSequentially(text);
  }
}

const checkoutComCard = (page: Page): FrameLocator => page.frameLocator('iframe[name="checkout-card"]');

export const CHECKOUT_COM: CardProvider = {
  number: 13,
  control: '',
  isOfferedAdyen: false,
  link: '/pay',
  asksCvv: true,
  updatesExpiry: true,
  seeFields: (page) => checkoutComCard(page).locator('#card-number').waitFor(),
  typeCard: (page, scenario) => typeIntoFrame(checkoutComCard(page), scenario),
  typeCvv: (page) =>
    page.frameLocator('iframe[name="checkout-card_cvv"]').locator('#card-cvv').pressSequentially(TYPED_CVV),
  bank: bankPage,
};

type SealedPlace = 'encryptedCardNumber' | 'encryptedExpiryDate' | 'encryptedSecurityCode';

/** Each field is a frame of its own; of a step that is hidden behind another one nothing is meant. */
function sealedField(page: Page, place: SealedPlace) {
  return page.locator(`[data-cse="${place}"]:visible iframe`).contentFrame().locator('#field');
}

async function typeSealed(page: Page, place: SealedPlace, text: string): Promise<void> {
  const field = sealedField(page, place);
  await field.fill('');
  await field.pressSequentially(text);
}

export const ADYEN: CardProvider = {
  number: 17,
  control: '/adyen',
  isOfferedAdyen: true,
  link: '/pay',
  asksCvv: true,
  updatesExpiry: false,
  seeFields: (page) => sealedField(page, 'encryptedCardNumber').waitFor(),
  async typeCard(page, scenario) {
    await typeSealed(page, 'encryptedCardNumber', SCENARIOS[scenario].number);
    await typeSealed(page, 'encryptedExpiryDate', validExpiry(new Date()));
    await typeSealed(page, 'encryptedSecurityCode', TYPED_CVV);
    await page.getByTestId('card-holder').fill('NOURA ALI');
  },
  typeCvv: (page) => typeSealed(page, 'encryptedSecurityCode', TYPED_CVV),
  bank: (page) => page.frameLocator('[data-testid="native-check"] iframe[name="threeDSIframe"]'),
};

const payermaxCard = (page: Page): FrameLocator => page.frameLocator('iframe[name="pmdropin-card"]');

export const PAYERMAX: CardProvider = {
  number: 6,
  control: '/payermax',
  isOfferedAdyen: false,
  link: `/pay?platform=${PLATFORM_WITHOUT_13}`,
  asksCvv: false,
  updatesExpiry: false,
  seeFields: (page) => payermaxCard(page).locator('#card-number').waitFor(),
  async typeCard(page, scenario) {
    await typeIntoFrame(payermaxCard(page), scenario);
    await payermaxCard(page).locator('#card-save').check(); // it keeps a card only for who agrees there
  },
  typeCvv: async () => undefined,
  bank: bankPage,
};
