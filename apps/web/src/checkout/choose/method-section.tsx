import type { ReactNode } from 'react';
import { SectionHead } from '../../ui/section-head.tsx';
import { word } from '../../words/word.ts';

export interface MethodSectionProps {
  titleId: string;
  /** A method stands chosen. */
  isDone: boolean;
  /** At the end of its title. */
  end?: ReactNode;
  children: ReactNode;
}

/** The part of the pay page that says how to pay. */
export function MethodSection({ titleId, isDone, end, children }: MethodSectionProps) {
  return (
    <section aria-labelledby={titleId} data-testid="methods">
      <SectionHead id={titleId} step={3} isDone={isDone} title={word('method.title')} end={end} />
      {children}
    </section>
  );
}
