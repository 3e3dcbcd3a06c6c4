import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CARD_PROVIDERS, PROVIDERS, type CardProvider } from '@jawhara/domain';
import { STACK_PROVIDERS } from '../stack/stack-providers.ts';

type ProviderName = (typeof PROVIDERS)[CardProvider]['name'];

export const PROVIDER_NAMES = CARD_PROVIDERS.map(nameOf);

/** The providers whose code is in these scripts. */
export function providersIn(dist: string, scripts: readonly string[]): ProviderName[] {
  const code = scripts.map((script) => readFileSync(join(dist, script), 'utf8'));
  const isIn = (provider: CardProvider): boolean => {
    const { codeSign } = STACK_PROVIDERS[provider];
    return codeSign !== null && code.some((text) => text.includes(codeSign));
  };
  return CARD_PROVIDERS.filter(isIn).map(nameOf);
}

function nameOf(provider: CardProvider): ProviderName {
  return PROVIDERS[provider].name;
}
