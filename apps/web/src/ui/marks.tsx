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

/** Placeholders: before going live, the card schemes' own logos go into art.svg. */
export function SchemeMark({ scheme, small = false }: { scheme: 'visa' | 'mastercard'; small?: boolean }) {
  return (
    <svg className={classes('scheme', small && 's')} aria-hidden="true">
      <use href={spriteSymbol(`scheme-${scheme}`)} />
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
