import type { PaidCard, RefusedCard } from './provider.ts';

/** Of a card that paid nothing only what its payer may be shown is taken along. */
export function refusedCard(card: PaidCard | null): { readonly refusedWith?: RefusedCard } {
  if (card === null) return {};
  const { fingerprint: _print, ...refusedWith } = card;
  return { refusedWith };
}
