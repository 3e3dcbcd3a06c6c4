import type { ReportInfo } from '@jawhara/contract';
import type { QueryState } from '../../api/query-cache.ts';
import type { StoredReport } from '../../browser/storage/stored-reports.ts';
import { isolatedLtr } from '../../words/isolate.ts';
import { word } from '../../words/word.ts';

export interface ReportWords {
  readonly title: string;
  readonly body: string | null;
  readonly isGood: boolean;
}

/** What happens next: in the app for an account, at the contact that was left, or under the number alone. */
function nextOf(storedReport: StoredReport | null): string {
  if (storedReport?.isSignedIn === true) return word('feedbackOk.body');
  if (storedReport !== null && storedReport.contact !== null) {
    return word('feedbackOk.bodyContact', { contact: isolatedLtr(storedReport.contact) });
  }
  return word('feedbackOk.bodyKeep');
}

/** What the page says of a report, from what this device remembers and what the server knows of it now. */
export function reportWords(
  reportNumber: string | null,
  storedReport: StoredReport | null,
  { value, problem }: QueryState<ReportInfo>,
): ReportWords {
  if (reportNumber === null) {
    return { title: word('feedbackOk.title'), body: word('feedbackOk.body'), isGood: true };
  }
  if (problem?.kind === 'refused' && problem.refusal === 'report-not-found') {
    return { title: word('feedbackOk.notHereTitle'), body: word('feedbackOk.notHere'), isGood: false };
  }
  if (value?.state === 'answered') {
    return { title: word('feedbackOk.answerTitle'), body: null, isGood: true };
  }
  if (value?.state === 'closed') return { title: word('feedbackOk.closedTitle'), body: null, isGood: true };
  return { title: word('feedbackOk.title'), body: nextOf(storedReport), isGood: true };
}
