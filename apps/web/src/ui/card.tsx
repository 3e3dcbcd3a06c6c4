import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export function Card({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classes('card', className)}>{children}</div>;
}
