import { Suspense } from 'react';
import { LookUpProblem } from '../../recipient/late-refusals.ts';
import { nextStepsAfter } from '../../recipient/refusal-words.ts';
import type { NotFound } from '../../recipient/use-look-up.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { word } from '../../words/word.ts';

/** Parts that show the answer about an account's ban: one chunk. */
export { FinePayment } from './fine-payment.tsx';

const nothing = (): void => undefined;

export interface NoSuchFineProps {
  problem: Extract<NotFound, { kind: 'refused' }>;
  onOther: () => void;
}

/** An account without fines on this site: a guest, an account of another app, or no account at all. */
export function NoSuchFine({ problem, onOther }: NoSuchFineProps) {
  const isWayShown = nextStepsAfter(problem.refusal, null, problem.displayId).length > 0;
  return (
    <div className="narrow col gap-28">
      <Card>
        <Suspense fallback={null}>
          <LookUpProblem
            problem={problem}
            known={[]}
            onTakeKnown={nothing}
            onRetry={nothing}
            onOther={onOther}
          />
        </Suspense>
      </Card>
      {!isWayShown && (
        <Button variant="ghost" onPress={onOther} testId="other-account">
          {word('fine.otherAccount')}
        </Button>
      )}
    </div>
  );
}
