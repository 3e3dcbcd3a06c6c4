import { answerReport as writeAnswer } from '../../feedback/feedback.store.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';
import { reportMeant } from './read-reports.ts';

const ANSWER_MAX = 5_000;

/** The sender reads the answer on the same device. It is not sent to the contact they left: that is for a person. */
export function answerReport(
  context: OperatorContext,
  signOff: OperatorSignOff,
  { number, text }: { readonly number: string; readonly text: string },
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'feedback answer', async (tx) => {
    const answer = text.trim();
    if (answer === '' || answer.length > ANSWER_MAX) return refused('answer-missing');
    const report = await reportMeant(tx, number);
    if (report === null) return refused('no-such-report', number);
    if (report.state !== 'open') return refused('answered-already', report.state);
    const by = { answer, by: signOff.by, at: context.orders.now() };
    if (!(await writeAnswer(tx, report.id, by))) return refused('answered-already', 'answered');
    return {
      subject: `report:${report.number}`,
      before: { state: report.state },
      after: { state: 'answered', answer },
    };
  });
}
