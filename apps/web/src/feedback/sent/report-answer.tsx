import type { ReportInfo } from '@jawhara/contract';
import { Card } from '../../ui/card.tsx';
import { formatDateTime } from '../../words/format-time.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

/** A person's words, line by line as they were written. */
export function ReportAnswer({ answer }: { answer: NonNullable<ReportInfo['answer']> }) {
  return (
    <Card className="col gap-12">
      <p className="report-answer" dir="auto" data-testid="report-answer">
        {answer.text}
      </p>
      <p className="micro hint">
        {word('feedbackOk.answerAt', { date: isolatedLtr(formatDateTime(answer.at)) })}
      </p>
    </Card>
  );
}
