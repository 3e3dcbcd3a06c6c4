import { useId, type ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';

export interface TestSectionProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

export function TestSection({ title, hint, children }: TestSectionProps) {
  const id = useId();
  return (
    <Card>
      <section className="col gap-8" aria-labelledby={id}>
        <h2 className="h2" id={id}>
          {title}
        </h2>
        {hint !== undefined && <p className="small muted">{hint}</p>}
        {children}
      </section>
    </Card>
  );
}
