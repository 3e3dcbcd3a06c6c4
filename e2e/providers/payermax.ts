import { PAYERMAX as NUMBER, PROVIDERS } from '@jawhara/domain';
import type { FrameLocator, Page } from '@playwright/test';
import { PLATFORM_WITHOUT_13 } from '../channels.ts';
import { bankPage, typeIntoFrame, type CardProvider } from './card-provider.ts';

const frame = (page: Page): FrameLocator => page.frameLocator('iframe[name="pmdropin-card"]');

export const PAYERMAX: CardProvider = {
  number: NUMBER,
  card: PROVIDERS[NUMBER].card,
  isOfferedAdyen: false,
  link: `/pay?platform=${PLATFORM_WITHOUT_13}`,
  numberField: (page) => frame(page).locator('#card-number'),
  async typeCard(page, scenario) {
    await typeIntoFrame(frame(page), scenario);
    await frame(page).locator('#card-save').check(); // PayerMax saves a card only if this is ticked
  },
  typeCvv: async () => undefined,
  bank: bankPage,
};
