import { answeredFor, dayAfter, daysItMayStandIn, isGone, returnsOf, type Finding } from '@jawhara/domain';
import { ordersKnown, paidBetween, type PaidPage, type PaidPayment } from '../orders/store/on-books.store.ts';
import type { Findings } from './gather-findings.ts';
import type { ReconcileContext, ReportDay } from './load-report.ts';
import { capturedIn, daysRead } from './settlement.store.ts';

const BATCH_PAYMENTS = 500;
/** The longest a payment can live undecided. */
const LONGEST_LIFE_DAYS = 30;

/** A payment that was taken back before it came need not stand in any report. */
async function neverCame(
  { db }: ReconcileContext,
  missing: readonly PaidPayment[],
): Promise<ReadonlySet<string>> {
  const orders = await ordersKnown(
    db,
    missing.map(({ orderId }) => orderId),
  );
  const ids = orders.flatMap(({ facts }) =>
    facts.payments
      .filter((payment) => returnsOf(payment, facts).some((back) => back.how === 'reversal' && isGone(back)))
      .map(({ providerPaymentId }) => providerPaymentId),
  );
  return new Set(ids);
}

function missingCapture({ orderId, providerPaymentId, currency, minorUnits }: PaidPayment): Finding {
  return {
    kind: 'missing capture',
    orderId,
    providerPaymentId,
    theirs: null,
    ours: { currency, minorUnits },
    note: 'to us it is paid, and no report of the provider has it',
    gaps: [{ row: 'captured', money: { currency, minorUnits: -minorUnits } }],
  };
}

/**
 * Ours against theirs: payments that a report must have by now and none has. Answers how many could not be judged, because the
 * report of a neighbouring day has not been read.
 */
export async function findMissing(
  context: ReconcileContext,
  { report, day, zone }: ReportDay,
  findings: Findings,
): Promise<number> {
  const { provider, habit } = report;
  const span = answeredFor(day, zone, habit);
  const read = await daysRead(context.db, provider, dayAfter(day, -LONGEST_LIFE_DAYS), day);
  const canJudge = (payment: PaidPayment): boolean =>
    habit.cut === 'batch' || daysItMayStandIn(payment, zone).every((one) => read.has(one));
  let unjudged = 0;
  let page: PaidPage | null = null;
  for (let done = 0; ;) {
    const { payments, next } = await paidBetween(context.db, provider, span, page, BATCH_PAYMENTS);
    const ids = payments.map(({ providerPaymentId }) => providerPaymentId);
    const captured = ids.length === 0 ? new Set<string>() : await capturedIn(context.db, provider, ids);
    const missing = payments.filter(({ providerPaymentId }) => !captured.has(providerPaymentId));
    const judged = missing.filter(canJudge);
    unjudged += missing.length - judged.length;
    if (judged.length > 0) {
      const gone = await neverCame(context, judged);
      findings.add(
        judged.filter(({ providerPaymentId }) => !gone.has(providerPaymentId)).map(missingCapture),
      );
    }
    done += payments.length;
    context.progress('looking for our payments', done);
    if (next === null) return unjudged;
    page = next;
  }
}
