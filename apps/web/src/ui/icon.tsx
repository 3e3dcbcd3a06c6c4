import spriteUrl from '../art/sprite.svg?no-inline';
import { classes } from './classes.ts';
import { type IconName, ARABIC_SIDED_ICONS, MIRRORED_ICONS } from './icon-names.ts';

/** The address of a drawing in the sprite, for `<use href>`. */
export function spriteSymbol(id: string): string {
  return `${spriteUrl}#${id}`;
}

interface IconProps {
  name: IconName;
  /** xs 28, s 34, m 44 (default), l 56 design units. */
  size?: 'xs' | 's' | 'm' | 'l';
}

/** Always decorative: the text beside it, or the label of its button, carries the meaning. */
export function Icon({ name, size = 'm' }: IconProps) {
  return (
    <svg
      className={classes(
        'icon',
        size !== 'm' && size,
        MIRRORED_ICONS.has(name) && 'mirrored',
        ARABIC_SIDED_ICONS.has(name) && 'sided',
      )}
      aria-hidden="true"
    >
      <use href={spriteSymbol(`icon-${name}`)} />
    </svg>
  );
}
