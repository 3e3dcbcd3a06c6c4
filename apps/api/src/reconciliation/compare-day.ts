import {
  compareLedger,
  compareOrder,
  isOrderId,
  orphanOf,
  type OrderId,
  type OrderOnBooks,
} from '@jawhara/domain';
import { writtenBooksOf } from '../ledger/ledger-check.store.ts';
import { ordersKnown } from '../orders/store/on-books.store.ts';
import type { Findings } from './gather-findings.ts';
import type { ReconcileContext, ReportDay } from './load-report.ts';
import { linesOfSubjects, subjectsOfDay, type StoredLine } from './settlement.store.ts';

const BATCH_SUBJECTS = 500;

/** Everything we have about these orders, in as many queries as for one. */
export async function readBooks(
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

/** Theirs against ours: whatever the reports of the day are about, order by order. */
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
