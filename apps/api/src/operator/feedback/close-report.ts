import { closeReport as writeClosed } from '../../feedback/feedback.store.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';
import { reportMeant } from './read-reports.ts';

/** Without an answer: sent twice, or nothing to say. Why is in the record, and its sender sees that it is closed. */
export function closeReport(
  context: OperatorContext,
  signOff: OperatorSignOff,
  number: string,
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'feedback close', async (tx) => {
    const report = await reportMeant(tx, number);
    if (report === null) return refused('no-such-report', number);
    // An objection to a ban or a fine was promised an answer in words.
    if (report.state === 'open' && report.dueAt !== null)
      return refused('answer-promised', report.topic ?? '');
    if (report.state !== 'open' || !(await writeClosed(tx, report.id)))
      return refused('answered-already', report.state);
    return {
      subject: `report:${report.number}`,
      before: { state: report.state },
      after: { state: 'closed' },
    };
  });
}
