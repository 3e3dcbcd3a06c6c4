import { CHECKOUT_COM as NUMBER, PROVIDERS } from '@jawhara/domain';
import type { FrameLocator, Locator, Page } from '@playwright/test';
import {
  bankPage,
  TYPED_CVV,
  typeInto,
  typeIntoFrame,
  type CardFieldName,
  type CardProvider,
} from './card-provider.ts';

const frame = (page: Page): FrameLocator => page.frameLocator('iframe[name="checkout-card"]');

export function checkoutComField(page: Page, name: CardFieldName): Locator {
  return frame(page).locator(`#card-${name}`);
}

export const CHECKOUT_COM: CardProvider = {
  number: NUMBER,
  card: PROVIDERS[NUMBER].card,
  isOfferedAdyen: false,
  link: '/pay',
  numberField: (page) => checkoutComField(page, 'number'),
  typeCard: (page, scenario) => typeIntoFrame(frame(page), scenario),
  typeCvv: (page) =>
    typeInto(page.frameLocator('iframe[name="checkout-card_cvv"]').locator('#card-cvv'), TYPED_CVV),
  bank: bankPage,
};
