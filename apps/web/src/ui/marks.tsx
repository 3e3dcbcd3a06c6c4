import { word } from '../words/word.ts';
import { Link } from './navigation.tsx';
import { spriteSymbol, Icon } from './icon.tsx';
import { classes } from './classes.ts';
import type { IconName } from './icon-names.ts';

export function Logo() {
  return (
    <Link href="/" className="logo">
      <svg aria-hidden="true">
        <use href={spriteSymbol('logo-tile')} />
      </svg>
      {word('brand.name')}
    </Link>
  );
}

/** Stand-ins: before going live the schemes' own artwork goes into art.svg. */
export function SchemeMark({ scheme, small = false }: { scheme: 'visa' | 'mastercard'; small?: boolean }) {
  return (
    <svg className={classes('scheme', small && 's')} aria-hidden="true">
      <use href={spriteSymbol(`scheme-${scheme}`)} />
    </svg>
  );
}

/** Fewer gems than this: the picture of that tier. */
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

/** The treasure grows with the pack. */
export function PackArt({ tier }: { tier: PackTier }) {
  return (
    <svg className="pack-art" aria-hidden="true">
      <use href={spriteSymbol(`pack-${tier}`)} />
    </svg>
  );
}

/** The tinted square with an icon on top of a dialog. */
export function BadgeIcon({
  icon,
  tone = 'plain',
}: {
  icon: IconName;
  tone?: 'plain' | 'warn' | 'danger' | 'ok';
}) {
  return (
    <span className={classes('badge-icon', tone !== 'plain' && tone)}>
      <Icon name={icon} size="l" />
    </span>
  );
}
