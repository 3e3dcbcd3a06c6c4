import type { PayType } from '@jawhara/domain';
import { Note } from '../../ui/note.tsx';
import { word } from '../../words/word.ts';
import type { EntryProblem } from '../flow/purchase/purchase-state.ts';
import { refusedSentence } from './refused-sentence.ts';
import { orderFailedSentence } from './order-failed-sentence.ts';

function problemSentence(problem: EntryProblem, payType: PayType): string {
  if (problem.kind === 'card-not-read') return word('card.notRead');
  if (problem.kind === 'nothing-sent') return word('card.nothingSent');
  if (problem.kind === 'field-refused') return refusedSentence(problem.field);
  return orderFailedSentence(payType, problem);
}

/** Why the payer is back at the card. What the bank did not accept is no fault of this page, so it is amber. */
export function ProblemNote({ problem, payType }: { problem: EntryProblem | null; payType: PayType }) {
  if (problem === null) return null;
  const isRefused = problem.kind === 'field-refused';
  return (
    <Note kind={isRefused ? 'warn' : 'error'} isLive>
      {problemSentence(problem, payType)}
    </Note>
  );
}
