import type { ReactNode } from 'react';
import { AppBar } from '../../ui/app-bar.tsx';
import { StepTitle } from './step-title.tsx';

export interface StepPageProps {
  title: string;
  onBack: () => void;
  isShown?: boolean;
  children: ReactNode;
}

/** The frame of every pay step: its name, the way back, one narrow column. */
export function StepPage({ title, onBack, isShown = true, children }: StepPageProps) {
  return (
    <div hidden={!isShown}>
      <AppBar title={title} onBack={onBack} />
      <main className="page above-pay-bar">
        <div className="narrow col gap-28">
          <StepTitle title={title} onBack={onBack} />
          {children}
        </div>
      </main>
    </div>
  );
}
