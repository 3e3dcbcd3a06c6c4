import { Suspense } from 'react';
import { Link } from '../../ui/navigation.tsx';
import { Note } from '../../ui/note.tsx';
import { steadyLazy } from '../../ui/steady-lazy.tsx';
import { word } from '../../words/word.ts';
import type { SendProblem } from '../flow/feedback-state.ts';

const SupportAtHand = steadyLazy(async () => (await import('./support-at-hand.tsx')).SupportAtHand);

export interface SendProblemNoteProps {
  problem: SendProblem | null;
  orderNumber: string;
}

/** Why the report is still here, and who can be reached without it. */
export function SendProblemNote({ problem, orderNumber }: SendProblemNoteProps) {
  if (problem === null) return null;
  if (problem.kind === 'timeout') {
    return (
      <Note kind="warn" icon="clock" isLive>
        {word('feedback.timeout')}
      </Note>
    );
  }
  if (problem.kind === 'refused') return <Note kind="error">{problem.message}</Note>;
  return (
    <>
      <Note kind="error" icon="circle-alert">
        {word('feedback.submitFailed')} <Link href="/?page=contact">{word('footer.contact')}</Link>
      </Note>
      <Suspense fallback={null}>
        <SupportAtHand orderNumber={orderNumber} />
      </Suspense>
    </>
  );
}
