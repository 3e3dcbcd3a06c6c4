import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** Digits, ids and Latin codes keep their order inside an Arabic sentence. "ID 5048213" is one run, not two. */
export function Ltr({ children, mono = false }: { children: ReactNode; mono?: boolean }) {
  return (
    <bdi dir="ltr" className={classes('ltr', mono && 'mono')}>
      {children}
    </bdi>
  );
}
