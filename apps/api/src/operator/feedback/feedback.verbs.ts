import { readReportNumber } from '@jawhara/domain';
import * as v from 'valibot';
import {
  answerReport as writeAnswer,
  closeReport as writeClosed,
  openReports,
  reportByNumber,
  type StoredReport,
} from '../../feedback/feedback.store.ts';
import type { Reader } from '../../platform/postgres.ts';
import { act, recordRead, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isRefused, refused, type Refused } from '../refusals.ts';
import { facts, section, table, timeText } from '../report-parts.ts';
import { option, words } from '../verb-fields.ts';
import { change, personalRead, shown } from '../verb.ts';

const SHOWN_MAX = 100;

/**
 * Unanswered feedback reports: first those for which an answer by a date was promised, the earliest date first; then
 * the others, oldest first.
 */
export async function listReports(
  context: OperatorContext,
  signOff: OperatorSignOff,
): Promise<readonly StoredReport[] | Refused> {
  const no = await recordRead(context, signOff, 'feedback list', 'feedback');
  return no ?? openReports(context.orders.db, SHOWN_MAX);
}

/** Finds a report by its number, which an operator may type in lower case, with spaces, or with O for 0. */
async function reportMeant(db: Reader, typed: string): Promise<StoredReport | null> {
  const number = readReportNumber(typed);
  return number === null ? null : reportByNumber(db, number);
}

export async function showReport(
  context: OperatorContext,
  signOff: OperatorSignOff,
  number: string,
): Promise<StoredReport | Refused> {
  const report = await reportMeant(context.orders.db, number);
  if (report === null) return refused('no-such-report', number);
  const no = await recordRead(context, signOff, 'feedback show', `report:${report.number}`);
  return no ?? report;
}

const ANSWER_MAX = 5_000;

/**
 * Stores the answer, which the sender reads on the same device. It is not sent to the contact in the report; an
 * operator does that.
 */
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

/**
 * Closes a report without an answer, for example a duplicate. The reason is kept only in the record of operator
 * actions; the sender sees just that the report is closed.
 */
function closeReport(
  context: OperatorContext,
  signOff: OperatorSignOff,
  number: string,
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'feedback close', async (tx) => {
    const report = await reportMeant(tx, number);
    if (report === null) return refused('no-such-report', number);
    // The sender of a report with a promised date (about a ban, a fine or an unauthorised payment) was promised an
    // answer in words.
    if (report.state === 'open' && report.dueAt !== null)
      return refused('answer-promised', report.topic ?? '');
    if (report.state !== 'open' || !(await writeClosed(tx, report.id, context.orders.now())))
      return refused('answered-already', report.state);
    return {
      subject: `report:${report.number}`,
      before: { state: report.state },
      after: { state: 'closed' },
    };
  });
}

const FIRST_WORDS = 60;

function dueText(dueAt: Date | null, now: Date): string | null {
  if (dueAt === null) return null;
  return dueAt < now ? `OVERDUE since ${timeText(dueAt)}` : timeText(dueAt);
}

const report = words('REPORT');

export const FEEDBACK_VERBS = [
  personalRead({
    name: 'feedback list',
    says: 'reports that nobody has answered: objections by their date, then the oldest',
    input: v.strictObject({}),
    async run({ context, signOff, now }) {
      const reports = await listReports(context, signOff);
      if (isRefused(reports)) return reports;
      if (reports.length === 0) return shown('No report waits for an answer.');
      const rows = reports.map(({ number, createdAt, dueAt, topic, orderNumber, content }) => [
        number,
        { since: createdAt },
        dueText(dueAt, now),
        topic,
        orderNumber,
        content.slice(0, FIRST_WORDS),
      ]);
      return shown(table(['report', 'age', 'due', 'topic', 'order', 'begins'], rows));
    },
  }),
  personalRead({
    name: 'feedback show',
    says: 'a report with its files and its answer',
    input: v.strictObject({ report }),
    async run({ context, signOff, now }, input) {
      const found = await showReport(context, signOff, input.report);
      if (isRefused(found)) return found;
      const { number, state, topic, orderNumber, contact, createdAt, isSignedIn, model, version } = found;
      return shown(
        number,
        facts([
          ['state', state],
          ['topic', topic],
          ['order', orderNumber || null],
          ['answer to', contact],
          ['came', createdAt],
          ['due', state === 'open' ? dueText(found.dueAt, now) : null],
          ['signed in', isSignedIn ? 'yes' : 'no'],
          ['browser', `${model} ${version}`],
        ]),
        ...section('Says', found.content.split('\n')),
        ...section('Files', found.fileKeys),
        ...section(
          found.answeredAt === null
            ? 'Answer'
            : `Answer of ${found.answeredBy}, ${timeText(found.answeredAt)}`,
          found.answer?.split('\n') ?? [],
        ),
      );
    },
  }),
  change({
    name: 'feedback answer',
    says: 'answer a report: its sender reads it on the same device; to the contact they left, write yourself',
    input: v.strictObject({ report, text: option('ANSWER') }),
    run: ({ context, signOff }, { report: number, text }) => answerReport(context, signOff, { number, text }),
  }),
  change({
    name: 'feedback close',
    says: 'close a report without an answer; not where the law texts promise one',
    input: v.strictObject({ report }),
    run: ({ context, signOff }, { report: number }) => closeReport(context, signOff, number),
  }),
] as const;
