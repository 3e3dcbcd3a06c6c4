import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADYEN, CARD_PROVIDERS, CHECKOUT_COM, PAYERMAX, PROVIDERS, type CardProvider } from '@jawhara/domain';

/** Names that only the code of a provider's card fields has, and that no minifier can change. */
const SIGNS: Readonly<Record<CardProvider, string>> = {
  [CHECKOUT_COM]: 'CheckoutWebComponents',
  [ADYEN]: 'securedFields.html',
  [PAYERMAX]: 'PMdropin',
};

type ProviderName = (typeof PROVIDERS)[CardProvider]['name'];

export const PROVIDER_NAMES = CARD_PROVIDERS.map(nameOf);

/** Whose code is in these scripts. */
export function providersIn(dist: string, scripts: readonly string[]): ProviderName[] {
  const code = scripts.map((script) => readFileSync(join(dist, script), 'utf8'));
  const isIn = (provider: CardProvider): boolean => code.some((text) => text.includes(SIGNS[provider]));
  return CARD_PROVIDERS.filter(isIn).map(nameOf);
}

function nameOf(provider: CardProvider): ProviderName {
  return PROVIDERS[provider].name;
}
