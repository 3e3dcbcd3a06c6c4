import type { PayType } from '@jawhara/domain';
import { Note } from '../../ui/note.tsx';
import { word } from '../../words/word.ts';
import type { EntryProblem } from '../purchase/purchase-state.ts';
import { orderFailedSentence } from './order-failed-sentence.ts';

function problemSentence(problem: EntryProblem, payType: PayType): string {
  if (problem.kind === 'card-not-read') return word('card.notRead');
  if (problem.kind === 'nothing-sent') return word('card.nothingSent');
  return orderFailedSentence(payType, problem);
}

/** Why the payer is back at the card. */
export function ProblemNote({ problem, payType }: { problem: EntryProblem | null; payType: PayType }) {
  return problem === null ? null : <Note kind="error">{problemSentence(problem, payType)}</Note>;
}
