import { spriteSymbol } from './sprite.ts';

export type PackTier = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** The treasure grows with the pack. */
export function PackArt({ tier }: { tier: PackTier }) {
  return (
    <svg className="pack-art" aria-hidden="true">
      <use href={spriteSymbol(`pack-${tier}`)} />
    </svg>
  );
}
