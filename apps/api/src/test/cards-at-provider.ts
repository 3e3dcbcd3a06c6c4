import {
  PAYERMAX,
  PROVIDERS,
  providerOfSource,
  type ProviderNumber,
  type CardSourceId,
} from '@jawhara/domain';
import type { Shop } from './shop.ts';

/** By what names a provider keeps cards now, as its own books have it and we call them. */
export async function readCardsAtProvider(
  { sandboxUrl }: Shop,
  provider: ProviderNumber,
): Promise<CardSourceId[]> {
  const answer = await fetch(`${sandboxUrl}/_control/${PROVIDERS[provider].folder}/books`);
  const { savedCards } = (await answer.json()) as { savedCards: string[] };
  // Only its own ids are kept without it there: we put it before them.
  const prefix = provider === PAYERMAX ? PROVIDERS[PAYERMAX].card.savedCardIdPrefix : '';
  return savedCards.map((id) => `${prefix}${id}` as CardSourceId);
}

export async function isSavedAtProvider(shop: Shop, sourceId: CardSourceId): Promise<boolean> {
  return (await readCardsAtProvider(shop, providerOfSource(sourceId))).includes(sourceId);
}

/** From now on it answers nothing that helps, or answers again. */
export async function fallSilent(shop: Shop, provider: ProviderNumber, isSilent = true): Promise<void> {
  await shop.control(`${PROVIDERS[provider].folder}/api`, { failRate: isSilent ? 1 : 0 });
}
