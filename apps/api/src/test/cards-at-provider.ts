import {
  PAYERMAX,
  PROVIDERS,
  providerOfSource,
  type ProviderNumber,
  type CardSourceId,
} from '@jawhara/domain';
import type { Shop } from './shop.ts';

/** The ids of the cards that the provider has saved now, as our tables have them. */
export async function readCardsAtProvider(
  { sandboxUrl }: Shop,
  provider: ProviderNumber,
): Promise<CardSourceId[]> {
  const answer = await fetch(`${sandboxUrl}/_control/${PROVIDERS[provider].folder}/books`);
  const { savedCards } = (await answer.json()) as { savedCards: string[] };
  // PayerMax stores these ids without our prefix.
  const prefix = provider === PAYERMAX ? PROVIDERS[PAYERMAX].card.savedCardIdPrefix : '';
  return savedCards.map((id) => `${prefix}${id}` as CardSourceId);
}

export async function isSavedAtProvider(shop: Shop, sourceId: CardSourceId): Promise<boolean> {
  return (await readCardsAtProvider(shop, providerOfSource(sourceId))).includes(sourceId);
}

/** Makes every call to the provider fail from now on, or work again. */
export async function fallSilent(shop: Shop, provider: ProviderNumber, isSilent = true): Promise<void> {
  await shop.control(`${PROVIDERS[provider].folder}/api`, { failRate: isSilent ? 1 : 0 });
}
