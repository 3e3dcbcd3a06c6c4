import type { ReactNode } from 'react';
import { SectionHead } from '../../ui/section-head.tsx';
import { word } from '../../words/word.ts';

export interface MethodSectionProps {
  titleId: string;
  /** It is the third thing to be chosen; a fine has nothing else to choose. */
  isNumbered?: boolean;
  /** A method stands chosen. */
  isDone: boolean;
  /** At the end of its title. */
  end?: ReactNode;
  children: ReactNode;
}

/** The part of the pay page that says how to pay. */
export function MethodSection({ titleId, isNumbered = true, isDone, end, children }: MethodSectionProps) {
  return (
    <section aria-labelledby={titleId} data-testid="methods">
      <SectionHead
        id={titleId}
        {...(isNumbered && { step: 3 })}
        isDone={isDone}
        title={word('method.title')}
        end={end}
      />
      {children}
    </section>
  );
}
