import {
  alertOfFinding,
  BOOK_ROWS,
  FINDING_KINDS,
  LINE_MEANINGS,
  moneyText,
  type BookRow,
  type Finding,
  type FindingKind,
  type SettledLine,
} from '@jawhara/domain';
import { healAlert, openAlertsOfKind, raiseAlert } from '../alerts/alert.store.ts';
import { inTransaction } from '../platform/postgres.ts';
import type { ReconcileContext, ReportDay } from './load-report.ts';

/** The most findings that are listed and raised. If there are more, the file is wrong or everything is. */
export const FINDINGS_SHOWN_MAX = 1_000;

/** A line of the bookkeeper's table. */
export interface TableRow {
  readonly currency: string;
  readonly row: BookRow;
  readonly theirs: number;
  readonly ours: number;
}

/** `accountId`: the account whose balance is wrong, for a finding that belongs to no order. */
export type FoundDifference = Finding & { readonly accountId?: number };

/** The subject of a finding: the same one found twice in a run is one finding. */
function keyOf({ kind, orderId, providerPaymentId, accountId }: FoundDifference): string {
  if (kind === 'ledger not balanced') return `${kind} ${accountId ?? orderId}`;
  return `${kind} ${orderId ?? ''} ${providerPaymentId ?? ''}`;
}

/** Counts all findings and stores the first thousand. */
export function gatherFindings() {
  const shown: FoundDifference[] = [];
  const keys = new Set<string>();
  const counts = new Map<FindingKind, number>(FINDING_KINDS.map((kind) => [kind, 0]));
  const gaps = new Map<string, number>();
  const theirs = new Map<string, number>();
  return {
    /** Counts the provider's lines of this day. Lines of other days are in other days' tables. */
    count(lines: readonly SettledLine[]): void {
      for (const { what, money } of lines.filter(({ isOfDay }) => isOfDay)) {
        const { row, sign } = LINE_MEANINGS[what];
        const place = `${money.currency} ${row}`;
        theirs.set(place, (theirs.get(place) ?? 0) + sign * money.minorUnits);
      }
    },
    add(findings: readonly FoundDifference[]): void {
      for (const finding of findings) {
        const key = keyOf(finding);
        if (keys.has(key)) continue;
        counts.set(finding.kind, (counts.get(finding.kind) ?? 0) + 1);
        for (const { row, money } of finding.gaps) {
          const place = `${money.currency} ${row}`;
          gaps.set(place, (gaps.get(place) ?? 0) + money.minorUnits);
        }
        if (shown.length >= FINDINGS_SHOWN_MAX) continue;
        keys.add(key);
        shown.push(finding);
      }
    },
    shown: (): readonly FoundDifference[] => shown,
    counts: (): ReadonlyMap<FindingKind, number> => counts,
    /** The provider's side is the sum of the day's lines; ours is that sum without the differences found. */
    table(): TableRow[] {
      const currencies = new Set([...theirs.keys(), ...gaps.keys()].map((place) => place.slice(0, 3)));
      return [...currencies].toSorted().flatMap((currency) =>
        BOOK_ROWS.map((row) => {
          const their = theirs.get(`${currency} ${row}`) ?? 0;
          return { currency, row, theirs: their, ours: their - (gaps.get(`${currency} ${row}`) ?? 0) };
        }),
      );
    },
  };
}

export type Findings = ReturnType<typeof gatherFindings>;

function subjectOf(
  { orderId, providerPaymentId, accountId }: FoundDifference,
  { report }: ReportDay,
): string {
  if (orderId !== null) return orderId;
  return accountId === undefined
    ? `payment:${report.provider}:${providerPaymentId ?? ''}`
    : `account:${accountId}`;
}

/** Raises one alert per finding, however often it is found. Returns how many are new. */
export async function raiseFindings(
  context: ReconcileContext,
  when: ReportDay,
  findings: readonly FoundDifference[],
): Promise<number> {
  const { report, day } = when;
  let raised = 0;
  for (const finding of findings) {
    const { theirs, ours, note } = finding;
    const isNew = await inTransaction(context.db, (tx) =>
      raiseAlert(tx, {
        id: context.newId(),
        kind: alertOfFinding(finding.kind),
        orderId: finding.orderId,
        recipientId: null,
        detail: {
          finding: subjectOf(finding, when),
          providerPaymentId: finding.providerPaymentId,
          provider: report.provider,
          day,
          theirs: theirs && moneyText(theirs),
          ours: ours && moneyText(ours),
          note,
        },
        at: context.now(),
      }),
    );
    if (isNew) raised += 1;
  }
  return raised;
}

/** Closes the alerts of earlier findings of this day that were not found again. */
export async function healFindings(
  context: ReconcileContext,
  when: ReportDay,
  findings: readonly FoundDifference[],
): Promise<number> {
  const { report, day } = when;
  const still = new Set(
    findings.map(
      (one) => `${alertOfFinding(one.kind)} ${subjectOf(one, when)} ${one.providerPaymentId ?? ''}`,
    ),
  );
  let healed = 0;
  for (const kind of FINDING_KINDS.map(alertOfFinding)) {
    const open = await openAlertsOfKind(context.db, kind, FINDINGS_SHOWN_MAX);
    const gone = open.filter(
      ({ subject, providerPaymentId, detail }) =>
        detail['provider'] === report.provider &&
        detail['day'] === day &&
        !still.has(`${kind} ${subject} ${providerPaymentId}`),
    );
    for (const { subject, providerPaymentId } of gone) {
      const why = `the reports of ${day}, compared again, agree`;
      const at = context.now();
      await inTransaction(context.db, (tx) =>
        healAlert(tx, { kind, about: { subject }, providerPaymentId, why, at }),
      );
      healed += 1;
    }
  }
  return healed;
}

/** Raises one alert per day for the rows without a match. */
export async function raiseOddRows(
  context: ReconcileContext,
  { report, day }: ReportDay,
  odd: { readonly count: number; readonly first: string },
): Promise<void> {
  await inTransaction(context.db, (tx) =>
    raiseAlert(tx, {
      id: context.newId(),
      kind: 'reconciliation-odd-rows',
      orderId: null,
      recipientId: null,
      detail: { provider: report.provider, day, rows: odd.count, first: odd.first },
      at: context.now(),
    }),
  );
}
