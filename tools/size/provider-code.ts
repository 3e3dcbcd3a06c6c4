import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names that only the code of a provider's card fields has, and that no minifier can change. */
const SIGNS = {
  'Checkout.com': 'CheckoutWebComponents',
  Adyen: 'securedFields.html',
  PayerMax: 'PMdropin',
} as const;

export type ProviderName = keyof typeof SIGNS;

export const PROVIDER_NAMES = Object.keys(SIGNS) as ProviderName[];

/** Whose code is in these scripts. */
export function providersIn(dist: string, scripts: readonly string[]): ProviderName[] {
  const code = scripts.map((script) => readFileSync(join(dist, script), 'utf8'));
  return PROVIDER_NAMES.filter((name) => code.some((text) => text.includes(SIGNS[name])));
}
