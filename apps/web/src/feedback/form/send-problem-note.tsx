import { Link } from '../../ui/navigation.tsx';
import { Note } from '../../ui/note.tsx';
import { word } from '../../words/word.ts';
import type { SendProblem } from '../flow/feedback-state.ts';

/** Why the report is still here. */
export function SendProblemNote({ problem }: { problem: SendProblem | null }) {
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
    <Note kind="error" icon="circle-alert">
      {word('feedback.submitFailed')} <Link href="/?page=contact">{word('footer.contact')}</Link>
    </Note>
  );
}
