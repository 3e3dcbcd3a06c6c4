import { ADYEN as NUMBER, PROVIDERS } from '@jawhara/domain';
import type { Locator, Page } from '@playwright/test';
import { SCENARIOS } from '../../apps/sandbox/src/scenarios.ts';
import { TYPED_CVV, typeInto, validExpiry, type CardProvider } from './card-provider.ts';

type SealedPlace = 'encryptedCardNumber' | 'encryptedExpiryDate' | 'encryptedSecurityCode';

/** The input of one of Adyen's fields, each of which is a frame of its own. Hidden frames, as of another step, are left out. */
export function sealedField(page: Page, place: SealedPlace): Locator {
  return page.locator(`[data-cse="${place}"] iframe:visible`).contentFrame().locator('#field');
}

export const ADYEN: CardProvider = {
  number: NUMBER,
  card: PROVIDERS[NUMBER].card,
  isOfferedAdyen: true,
  link: '/pay',
  numberField: (page) => sealedField(page, 'encryptedCardNumber'),
  async typeCard(page, scenario) {
    await typeInto(sealedField(page, 'encryptedCardNumber'), SCENARIOS[scenario].number);
    await typeInto(sealedField(page, 'encryptedExpiryDate'), validExpiry(new Date()));
    await typeInto(sealedField(page, 'encryptedSecurityCode'), TYPED_CVV);
    await page.getByTestId('card-holder').fill('NOURA ALI');
  },
  typeCvv: (page) => typeInto(sealedField(page, 'encryptedSecurityCode'), TYPED_CVV),
  bank: (page) => page.frameLocator('[data-testid="native-check"] iframe[name="threeDSIframe"]'),
};
