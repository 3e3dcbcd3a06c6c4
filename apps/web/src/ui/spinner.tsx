import { classes } from './classes.ts';

export function Spinner({ small = false }: { small?: boolean }) {
  return <span className={classes('spinner', small && 's')} aria-hidden="true" />;
}
