import { listedCards, type PaySource, type SavedCard } from './saved-card.ts';

/** A saved card as a device last saw it: what its payer knows it by and what our server calls it. Nothing of it can pay. */
export type SeenCard = Pick<SavedCard, 'sourceId' | 'scheme' | 'last4'>;

/** The part of the list that a device may store, in the order in which its payer sees it. */
export function seenCardsOf(sources: readonly PaySource[]): SeenCard[] {
  const cards = sources.flatMap((source) => (source.kind === 'saved-card' ? [source.card] : []));
  return listedCards(cards, { isAll: false }).map(({ sourceId, scheme, last4 }) => ({
    sourceId,
    scheme,
    last4,
  }));
}

/** The server's name for a card may have changed under it; to its payer it is still the same one. */
function isSameToPayer(a: SeenCard, b: SeenCard): boolean {
  return a.sourceId === b.sourceId || (a.scheme === b.scheme && a.last4 === b.last4);
}

/** The first card that was seen here and that the server has no more. */
export function firstGone(seen: readonly SeenCard[], cards: readonly SeenCard[]): SeenCard | null {
  return seen.find((one) => !cards.some((card) => isSameToPayer(one, card))) ?? null;
}
