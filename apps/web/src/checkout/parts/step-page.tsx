import type { ReactNode } from 'react';
import { AppBar } from '../../ui/app-bar.tsx';
import { classes } from '../../ui/classes.ts';
import { StepTitle } from './step-title.tsx';

export interface StepPageProps {
  title: string;
  onBack: () => void;
  isShown?: boolean;
  /** On PC two columns: what is typed, and beside it what it is about. */
  isWide?: boolean;
  children: ReactNode;
}

/** The frame of every pay step: its name, the way back, one narrow column or two. */
export function StepPage({ title, onBack, isShown = true, isWide = false, children }: StepPageProps) {
  return (
    <div hidden={!isShown}>
      <AppBar title={title} onBack={onBack} />
      <main className="page above-pay-bar">
        <div className={classes('narrow col gap-28', isWide && 'wide')}>
          <StepTitle title={title} onBack={onBack} />
          {children}
        </div>
      </main>
    </div>
  );
}
