import {
  ALERT_KINDS,
  alertOfFinding,
  FINDING_KINDS,
  moneyDecimal,
  moneyText,
  orderNumber,
} from '@jawhara/domain';
import { FINDINGS_SHOWN_MAX, type FoundDifference, type TableRow } from './findings.ts';
import type { OddRow } from './load-report.ts';
import type { Reconciled } from './reconcile-day.ts';

const AMOUNT_WIDTH = 16;

/** "-1,234,567.89": groups of three digits before the decimal point. */
function thousands(decimal: string): string {
  const [whole = '', ...fraction] = decimal.split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  const digits = whole.slice(sign.length);
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(end - 3, 0), end));
  return [sign + groups.join(','), ...fraction].join('.');
}

function amounts(...texts: readonly string[]): string {
  return texts.map((text) => text.padStart(AMOUNT_WIDTH)).join('');
}

function tableLine({ currency, row, theirs, ours }: TableRow): string {
  const text = (minorUnits: number): string => thousands(moneyDecimal({ currency, minorUnits }));
  const difference = theirs === ours ? '-' : text(theirs - ours);
  return `${currency} ${row.padEnd(12)}${amounts(text(theirs), text(ours), difference)}`;
}

function moneyTable({ table, fees }: Reconciled): string[] {
  const lines = table.map(tableLine);
  const fee = Object.entries(fees).map(
    ([currency, sum]) =>
      `${currency} ${'fees'.padEnd(12)}${amounts(thousands(sum), '', '')}  (reported, not booked)`,
  );
  return [`${''.padEnd(16)}${amounts('provider', 'ours', 'difference')}`, ...lines, ...fee];
}

function findingLines({ orderId, providerPaymentId, theirs, ours, note }: FoundDifference): string[] {
  const number = orderId === null ? '(no order)' : orderNumber(orderId);
  const money = `provider ${theirs ? moneyText(theirs) : '-'}, ours ${ours ? moneyText(ours) : '-'}`;
  return [
    `  ${number.padEnd(15)} ${(providerPaymentId ?? '').padEnd(32)} ${money}`,
    `  ${''.padEnd(15)} ${note}`,
  ];
}

function findingSections({ findings, counts }: Reconciled): string[] {
  return FINDING_KINDS.flatMap((kind) => {
    const count = counts.get(kind) ?? 0;
    if (count === 0) return [];
    const own = findings.filter((finding) => finding.kind === kind);
    const rest = count - own.length;
    const { says, next } = ALERT_KINDS[alertOfFinding(kind)];
    return [
      '',
      `${kind.toUpperCase()}: ${count}`,
      `  ${says}`,
      `  Next: ${next}`,
      ...own.flatMap(findingLines),
      ...(rest > 0 ? [`  ... and ${rest} more. Is this the right file, and the right zone?`] : []),
    ];
  });
}

function oddSection(odd: readonly OddRow[], count: number): string[] {
  if (count === 0) return [];
  const rest = count - odd.length;
  return [
    '',
    `ROWS NOBODY COULD PLACE: ${count}`,
    ...odd.map(({ file, row, why }) => `  ${file} row ${row}: ${why}`),
    ...(rest > 0 ? [`  ... and ${rest} more.`] : []),
  ];
}

/** False if an operator must look at the result. */
export function isClean({ found, read }: Reconciled): boolean {
  return found === 0 && read.every(({ oddCount }) => oddCount === 0);
}

/** The bookkeeper's table: the sums, then the rows that explain every difference, then the rows without a match. */
export function bookkeeperTable(done: Reconciled): string {
  const { when, files, read, found, unjudged, raised, healed } = done;
  const rows = files.reduce((sum, { rowCount }) => sum + rowCount, 0);
  const repeated = read.reduce((sum, file) => sum + file.repeated, 0);
  const others = new Map<string, number>();
  for (const [type, count] of read.flatMap((file) => [...file.others]))
    others.set(type, (others.get(type) ?? 0) + count);
  const odd = read.flatMap((file) => file.odd);
  const oddCount = read.reduce((sum, file) => sum + file.oddCount, 0);
  const notes = [
    ...(repeated > 0 ? [`${repeated} lines had been read before and count once.`] : []),
    ...[...others].map(([type, count]) => `${count} rows "${type}": no payment's money.`),
    ...(unjudged > 0
      ? [`${unjudged} payments near midnight wait: the report of a neighbouring day has not been read.`]
      : []),
    ...(raised > 0 ? [`${raised} new alerts.`] : []),
    ...(healed > 0 ? [`${healed} alerts of an earlier run closed by themselves.`] : []),
  ];
  return [
    `${when.report.name}, provider ${when.report.provider}, ${when.day} (${when.zone.name})`,
    `${files.length} files, ${thousands(String(rows))} rows: ${files.map(({ name }) => name).join(', ')}`,
    '',
    ...moneyTable(done),
    '',
    isClean(done)
      ? 'Everything agrees.'
      : `${found} findings${found > FINDINGS_SHOWN_MAX ? `, the first ${FINDINGS_SHOWN_MAX} of them below` : ''}.`,
    ...notes,
    ...findingSections(done),
    ...oddSection(odd, oddCount),
    '',
  ].join('\n');
}
