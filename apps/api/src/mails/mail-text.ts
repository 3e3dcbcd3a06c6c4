import type { Line, MailContent, Run } from './mail-content.ts';

const LEFT_TO_RIGHT_ISOLATE = '\u2066';
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

const OPENED_BY = { ltr: LEFT_TO_RIGHT_ISOLATE, name: FIRST_STRONG_ISOLATE } as const;

const runText = ({ text, as }: Run): string =>
  as === 'sentence' ? text : `${OPENED_BY[as]}${text}${POP_ISOLATE}`;

/** Plain text has no elements to isolate a run: it has characters. */
export const lineText = (line: Line): string => line.map(runText).join('');

export function mailText(mail: MailContent): string {
  const { brand, title, paragraphs, button, rows, notes, stop, place } = mail;
  return [
    brand,
    '',
    lineText(title),
    '',
    ...paragraphs.map(lineText),
    '',
    `${button.label}:`,
    button.url,
    '',
    ...rows.map(({ label, value }) => `${label}: ${lineText(value)}`),
    '',
    '--',
    ...notes.map(lineText),
    `${stop.label}:`,
    stop.url,
    '',
    `${brand} · ${place}`,
    '',
  ].join('\n');
}
