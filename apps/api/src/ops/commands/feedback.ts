import { answerReport } from '../../operator/feedback/answer-report.ts';
import { closeReport } from '../../operator/feedback/close-report.ts';
import { listReports, showReport } from '../../operator/feedback/read-reports.ts';
import { isRefused } from '../../operator/refusals.ts';
import { shown, type Commands } from '../command.ts';
import { ageText, pairs, plain, section, table, timeText } from '../print.ts';

const FIRST_WORDS = 60;

function dueText(dueAt: Date | null, now: Date): string | null {
  if (dueAt === null) return null;
  return dueAt < now ? `OVERDUE since ${timeText(dueAt)}` : timeText(dueAt);
}

export const FEEDBACK_COMMANDS = {
  'feedback list': {
    kind: 'reads-personal',
    usage: 'feedback list',
    says: 'reports that nobody has answered: objections by their date, then the oldest',
    async run({ context, signOff, now }) {
      const reports = await listReports(context, signOff);
      if (isRefused(reports)) return reports;
      if (reports.length === 0) return shown(['No report waits for an answer.']);
      const rows = reports.map(({ number, createdAt, dueAt, topic, orderNumber, content }) => [
        number,
        ageText(createdAt, now),
        dueText(dueAt, now),
        topic,
        orderNumber,
        content.slice(0, FIRST_WORDS),
      ]);
      return shown(table(['report', 'age', 'due', 'topic', 'order', 'begins'], rows));
    },
  },
  'feedback show': {
    kind: 'reads-personal',
    usage: 'feedback show REPORT',
    says: 'a report with its files and its answer',
    async run({ context, signOff, words, now }) {
      if (words.length === 0) return { kind: 'usage' };
      const report = await showReport(context, signOff, words.join(' '));
      if (isRefused(report)) return report;
      const { number, state, topic, orderNumber, contact, createdAt, isSignedIn, model, version } = report;
      const said = (text: string): string[] => text.split('\n').map(plain);
      return shown([
        number,
        ...pairs([
          ['state', state],
          ['topic', topic],
          ['order', orderNumber || null],
          ['answer to', contact],
          ['came', timeText(createdAt)],
          ['due', state === 'open' ? dueText(report.dueAt, now) : null],
          ['signed in', isSignedIn ? 'yes' : 'no'],
          ['browser', `${model} ${version}`],
        ]),
        ...section('Says', said(report.content)),
        ...section('Files', [...report.fileKeys]),
        ...section(
          report.answeredAt === null
            ? 'Answer'
            : `Answer of ${report.answeredBy}, ${timeText(report.answeredAt)}`,
          report.answer === null ? [] : said(report.answer),
        ),
      ]);
    },
  },
  'feedback answer': {
    kind: 'changes',
    usage: 'feedback answer REPORT --text ANSWER',
    says: 'answer a report: its sender reads it on the same device; to the contact they left, write yourself',
    options: { text: { type: 'string', default: '' } },
    async run({ context, signOff, words, option }) {
      if (words.length === 0) return { kind: 'usage' };
      return answerReport(context, signOff, { number: words.join(' '), text: option('text') ?? '' });
    },
  },
  'feedback close': {
    kind: 'changes',
    usage: 'feedback close REPORT',
    says: 'close a report without an answer; not where the law texts promise one',
    async run({ context, signOff, words }) {
      if (words.length === 0) return { kind: 'usage' };
      return closeReport(context, signOff, words.join(' '));
    },
  },
} as const satisfies Commands;
