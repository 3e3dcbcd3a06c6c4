import type { UsdCents } from '../money.ts';
import type { GemPack } from './gem-pack.ts';

/** The amount pushed by the operator leads the recommended ones, and is never named twice. */
export function orderRecommendations(
  recommended: readonly UsdCents[],
  extraRecommended: UsdCents | null,
): UsdCents[] {
  if (extraRecommended === null) return [...recommended];
  return [extraRecommended, ...recommended.filter((amount) => amount !== extraRecommended)];
}

/** The pack with the most gems per cent, or null when none is better than all the others. */
export function bestValuePack(packs: readonly GemPack[]): GemPack | null {
  // Cross-multiplied: integers cannot tie by rounding.
  const isBetter = (a: GemPack, b: GemPack) => a.gems * b.priceUsdCents > b.gems * a.priceUsdCents;
  return packs.find((pack) => packs.every((other) => other === pack || isBetter(pack, other))) ?? null;
}

export type PackBadge = 'last-time' | 'recommended' | 'best-value';

/** At most one badge a pack, and the payer's own history outranks our advice. */
export function packBadge(
  pack: GemPack,
  facts: {
    readonly lastPaid: UsdCents | null;
    readonly recommended: readonly UsdCents[];
    readonly bestValue: GemPack | null;
  },
): PackBadge | null {
  if (pack.priceUsdCents === facts.lastPaid) return 'last-time';
  if (facts.recommended.includes(pack.priceUsdCents)) return 'recommended';
  return pack === facts.bestValue ? 'best-value' : null;
}

/** The pack that a payer whose card held too little can still afford: the next pack down. */
export function smallerPack(packs: readonly GemPack[], refused: UsdCents): GemPack | null {
  return packs.filter((pack) => pack.priceUsdCents < refused).at(-1) ?? null;
}
