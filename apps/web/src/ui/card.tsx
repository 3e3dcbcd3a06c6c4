import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';

export function Card({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classes('card', className)}>{children}</div>;
}

export interface SectionHeadProps {
  title: string;
  /** The step's number; a finished step shows a tick instead. */
  step?: number;
  isDone?: boolean;
  /** The id for the section's aria-labelledby. */
  id?: string;
  /** A link or button at the end of the line. */
  end?: ReactNode;
}

export function SectionHead({ title, step, isDone = false, id, end }: SectionHeadProps) {
  return (
    <div className={classes('section-head', end !== undefined && 'with-link')}>
      {step !== undefined && (
        <span className={classes('section-dot', isDone && 'done')} aria-hidden="true">
          {isDone ? <Icon name="check" size="xs" /> : step}
        </span>
      )}
      <h2 className="h1" id={id}>
        {title}
      </h2>
      {end}
    </div>
  );
}
