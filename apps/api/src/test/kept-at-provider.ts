import {
  PAYERMAX,
  PROVIDERS,
  providerOfSource,
  type ProviderNumber,
  type CardSourceId,
} from '@jawhara/domain';
import type { Shop } from './shop.ts';

/** By what names a provider keeps cards now, as its own books have it and we call them. */
export async function keptAt({ sandboxUrl }: Shop, provider: ProviderNumber): Promise<CardSourceId[]> {
  const answer = await fetch(`${sandboxUrl}/_control/${PROVIDERS[provider].folder}/books`);
  const { keptCards } = (await answer.json()) as { keptCards: string[] };
  // Only its own ids are kept without it there: we put it before them.
  const prefix = provider === PAYERMAX ? PROVIDERS[PAYERMAX].card.keptPrefix : '';
  return keptCards.map((id) => `${prefix}${id}` as CardSourceId);
}

export async function isKeptThere(shop: Shop, sourceId: CardSourceId): Promise<boolean> {
  return (await keptAt(shop, providerOfSource(sourceId))).includes(sourceId);
}

/** From now on it answers nothing that helps, or answers again. */
export async function fallSilent(shop: Shop, provider: ProviderNumber, isSilent = true): Promise<void> {
  await shop.control(`${PROVIDERS[provider].folder}/api`, { failRate: isSilent ? 1 : 0 });
}
