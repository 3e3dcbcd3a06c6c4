import { classes } from './classes.ts';
import type { IconName } from './icon-names.ts';
import { ARABIC_SIDED_ICONS, MIRRORED_ICONS } from './icon-names.ts';
import { spriteSymbol } from './sprite.ts';

export interface IconProps {
  name: IconName;
  /** xs 28, s 34, m 44 (default), l 56 design units. */
  size?: 'xs' | 's' | 'm' | 'l';
}

/** Always decoration: the words beside it, or the label of the button around it, carry the meaning. */
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
