import {
  PAYERMAX,
  PROVIDERS,
  providerOfSource,
  type ProviderNumber,
  type CardSourceId,
} from '@jawhara/domain';
import type { Shop } from './shop.ts';

/** The ids of the cards that a provider has saved now, in our form. */
export async function readCardsAtProvider(
  { sandboxUrl }: Shop,
  provider: ProviderNumber,
): Promise<CardSourceId[]> {
  const answer = await fetch(`${sandboxUrl}/_control/${PROVIDERS[provider].folder}/books`);
  const { savedCards } = (await answer.json()) as { savedCards: string[] };
  // PayerMax stores its ids without our prefix.
  const prefix = provider === PAYERMAX ? PROVIDERS[PAYERMAX].card.savedCardIdPrefix : '';
  return savedCards.map((id) => `${prefix}${id}` as CardSourceId);
}

export async function isSavedAtProvider(shop: Shop, sourceId: CardSourceId): Promise<boolean> {
  return (await readCardsAtProvider(shop, providerOfSource(sourceId))).includes(sourceId);
}

/** Every call to the provider fails from now on, or works again. */
export async function fallSilent(shop: Shop, provider: ProviderNumber, isSilent = true): Promise<void> {
  await shop.control(`${PROVIDERS[provider].folder}/api`, { failRate: isSilent ? 1 : 0 });
}
