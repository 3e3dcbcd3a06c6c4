import { alertOfFinding, FINDING_KINDS, moneyText } from '@jawhara/domain';
import { healAlert, openAlertsOfKind, raiseAlert } from '../alerts/alert.store.ts';
import { inTransaction } from '../platform/postgres.ts';
import { FINDINGS_SHOWN_MAX, type FoundDifference } from './gather-findings.ts';
import type { ReconcileContext, ReportDay } from './load-report.ts';

function subjectOf(
  { orderId, providerPaymentId, accountId }: FoundDifference,
  { report }: ReportDay,
): string {
  if (orderId !== null) return orderId;
  return accountId === undefined
    ? `payment:${report.provider}:${providerPaymentId ?? ''}`
    : `account:${accountId}`;
}

/** Raises one alert for each finding, however often it is found. Answers how many are new. */
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

/** A finding of an earlier comparison of this day that this one did not repeat is in order again. */
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

/** Rows that nobody could place are one alert for the day. */
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
