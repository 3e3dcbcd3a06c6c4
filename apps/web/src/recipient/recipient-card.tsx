import type { Recipient } from '@jawhara/domain';
import { Suspense, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { word } from '../words/word.ts';
import { Face } from './face.tsx';
import { LookUpProblem } from './late-refusals.ts';
import type { NotFound } from './use-look-up.ts';

export interface RecipientCardProps {
  recipient: Recipient;
  /** Why this recipient cannot get gems after all; null if they can. */
  refused: NotFound | null;
  onChange: () => void;
  /** Returns to an empty field. */
  onOther: () => void;
  children?: ReactNode;
}

/** The recipient of the gems, confirmed by the server. */
export function RecipientCard({ recipient, refused, onChange, onOther, children }: RecipientCardProps) {
  const nothing = (): void => undefined;
  return (
    <Card className={refused === null ? 'recipient-card' : 'recipient-card refused'}>
      <div className="row wraps" data-testid="recipient-card" data-display-id={recipient.displayId}>
        <Face recipient={recipient} isRefused={refused !== null} />
        <Button variant="outline" compact onPress={onChange} testId="recipient-change">
          {word('common.change')}
        </Button>
      </div>
      {refused !== null && (
        <div className="mt-16">
          <Suspense fallback={null}>
            <LookUpProblem
              problem={refused}
              known={[]}
              onTakeKnown={nothing}
              onRetry={nothing}
              onOther={onOther}
            />
          </Suspense>
        </div>
      )}
      {children}
    </Card>
  );
}
