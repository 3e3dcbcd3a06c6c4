import { classes } from './classes.ts';
import { spriteSymbol } from './sprite.ts';

/** Stand-ins: before going live the schemes' own artwork goes into art.svg. */
export function SchemeMark({ scheme, small = false }: { scheme: 'visa' | 'mastercard'; small?: boolean }) {
  return (
    <svg className={classes('scheme', small && 's')} aria-hidden="true">
      <use href={spriteSymbol(`scheme-${scheme}`)} />
    </svg>
  );
}
