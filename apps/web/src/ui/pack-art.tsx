import { spriteSymbol } from './icon.tsx';

/** Packs with fewer gems than this show the picture of that tier. */
const TIERS = [
  [300, 1],
  [500, 2],
  [1_000, 3],
  [2_000, 4],
  [5_000, 5],
  [10_000, 6],
] as const satisfies readonly (readonly [number, PackTier])[];

export function packTier(gems: number): PackTier {
  return TIERS.find(([below]) => gems < below)?.[1] ?? 7;
}

type PackTier = 1 | 2 | 3 | 4 | 5 | 6 | 7;

export function PackArt({ tier }: { tier: PackTier }) {
  return (
    <svg className="pack-art" aria-hidden="true">
      <use href={spriteSymbol(`pack-${tier}`)} />
    </svg>
  );
}
