import {
  answeredFor,
  compareLedger,
  compareOrder,
  dayAfter,
  daysItMayStandIn,
  isGone,
  isOrderId,
  orphanOf,
  returnsOf,
  type AccountId,
  type Finding,
  type OrderId,
  type OrderOnBooks,
} from '@jawhara/domain';
import {
  gemAccountsOf,
  ordersWithTransfers,
  unbalancedTransfersOf,
  writtenBooksOf,
  wrongBalancesOf,
  type TransferPage,
  type UnbalancedTransfer,
  type WrongBalance,
} from '../ledger/ledger-check.store.ts';
import { ordersKnown, paidBetween, type PaidPage, type PaidPayment } from '../orders/store/on-books.store.ts';
import type { Findings, FoundDifference } from './findings.ts';
import type { ReconcileContext, ReportDay } from './load-report.ts';
import { capturedIn, daysRead, linesOfSubjects, subjectsOfDay, type StoredLine } from './settlement.store.ts';

const BATCH_TRANSFERS = 500;
/** The most accounts that are remembered as checked, so that they are not checked again. */
const ACCOUNTS_REMEMBERED = 20_000;

const NO_MONEY = { providerPaymentId: null, theirs: null, ours: null, gaps: [] } as const;

function unbalanced({ orderId, number, unit, sum }: UnbalancedTransfer): FoundDifference {
  const note = `transfer ${number} of the ledger does not sum to zero: ${sum > 0 ? '+' : ''}${sum} ${unit}`;
  return { ...NO_MONEY, kind: 'ledger not balanced', orderId, note };
}

function wrongBalance({ accountId, gems, sum }: WrongBalance): FoundDifference {
  const note = `account ${accountId} shows ${gems} gems, its entries sum to ${sum}`;
  return { ...NO_MONEY, kind: 'ledger not balanced', orderId: null, note, accountId };
}

/** Checks the bookings of that day for faults that the database should make impossible. */
export async function checkLedger(
  context: ReconcileContext,
  { day, zone }: ReportDay,
  findings: Findings,
): Promise<void> {
  const span = zone.daySpan(day);
  let seen = new Set<AccountId>();
  let page: TransferPage | null = null;
  for (let done = 0; ;) {
    const { orderIds, next } = await ordersWithTransfers(context.db, span, page, BATCH_TRANSFERS);
    if (orderIds.length > 0) {
      findings.add((await unbalancedTransfersOf(context.db, orderIds)).map(unbalanced));
      const accounts = (await gemAccountsOf(context.db, orderIds)).filter((id) => !seen.has(id));
      if (seen.size > ACCOUNTS_REMEMBERED) seen = new Set();
      for (const id of accounts) seen.add(id);
      if (accounts.length > 0) findings.add((await wrongBalancesOf(context.db, accounts)).map(wrongBalance));
    }
    done += orderIds.length;
    context.progress('checking the ledger', done);
    if (next === null) return;
    page = next;
  }
}

const BATCH_PAYMENTS = 500;
/** The longest time that a payment can stay undecided. */
const LONGEST_LIFE_DAYS = 30;

/** Finds payments that were reversed: if that was before their capture, no report has to list them. */
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
 * Compares our payments with the reports: finds those that a report must have by now. Returns how many cannot be decided,
 * because the report of a neighbouring day was not read.
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

const BATCH_SUBJECTS = 500;

/** Reads our records of these orders, in as many queries as for a single order. */
async function readBooks(
  { db }: Pick<ReconcileContext, 'db'>,
  ids: readonly OrderId[],
): Promise<OrderOnBooks[]> {
  const orders = await ordersKnown(db, ids);
  const written = await writtenBooksOf(db, ids);
  return orders.map((order) => ({ ...order, written: written.get(order.orderId) ?? [] }));
}

function bySubject(lines: readonly StoredLine[]): Map<string, StoredLine[]> {
  const grouped = new Map<string, StoredLine[]>();
  for (const line of lines) {
    const own = grouped.get(line.subject);
    if (own) own.push(line);
    else grouped.set(line.subject, [line]);
  }
  return grouped;
}

/** Compares the day's reports with our records, order by order. */
export async function compareDay(
  context: ReconcileContext,
  { report, day }: ReportDay,
  findings: Findings,
): Promise<void> {
  const { provider } = report;
  let after = '';
  for (let done = 0; ;) {
    const subjects = await subjectsOfDay(context.db, provider, day, after, BATCH_SUBJECTS);
    const last = subjects.at(-1);
    if (last === undefined) return;
    after = last;
    const orderIds = subjects.filter(isOrderId);
    const paymentIds = subjects.filter((subject) => !isOrderId(subject));
    const all = await linesOfSubjects(context.db, provider, day, { orderIds, paymentIds });
    const lines = bySubject(all);
    findings.count(all);
    for (const order of await readBooks(context, orderIds)) {
      findings.add(compareOrder(order, provider, lines.get(order.orderId) ?? []));
      findings.add(compareLedger(order, context.now()));
    }
    for (const paymentId of paymentIds) findings.add(orphanOf(null, paymentId, lines.get(paymentId) ?? []));
    done += subjects.length;
    context.progress('comparing orders', done);
  }
}
