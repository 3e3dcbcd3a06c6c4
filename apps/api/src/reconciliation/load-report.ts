import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  addExact,
  decimalsOf,
  exactText,
  NOTHING,
  type ExactDecimal,
  type MoneyLine,
  type ReportLine,
  type ReportZone,
  type SettlementDay,
} from '@jawhara/domain';
import { ordersOfPayments, ordersThatAre } from '../orders/store/on-books.store.ts';
import type { Clock } from '../platform/clock.ts';
import { inTransaction, type Db, type Tx } from '../platform/postgres.ts';
import type { SettlementReport } from '../providers/settlement-report.ts';
import { readReport } from './read-report.ts';
import { finishFile, insertLines, linesRead, replaceFile, type PlacedLine } from './settlement.store.ts';

export interface ReconcileContext {
  readonly db: Db;
  readonly now: Clock;
  readonly newId: () => string;
  /** Called from time to time with the progress, for an operator who waits. */
  readonly progress: (what: string, done: number) => void;
}

export interface ReportDay {
  readonly report: SettlementReport;
  readonly day: SettlementDay;
  readonly zone: ReportZone;
}

/** A row for an operator: unreadable, of an unknown type, about no payment of ours, or repeated with another amount. */
export interface OddRow {
  readonly file: string;
  readonly row: number;
  readonly why: string;
}

/** Counts of what a file contains; its lines themselves are stored in the database. */
export interface ReportRead {
  readonly name: string;
  readonly rows: number;
  readonly lines: number;
  /** Lines that another file, or this one, had already. */
  readonly repeated: number;
  /** Rows of known types that are not about a payment's money, by type. */
  readonly others: ReadonlyMap<string, number>;
  readonly oddCount: number;
  /** The first of the rows for an operator. */
  readonly odd: readonly OddRow[];
}

const BATCH_LINES = 1_000;
/** The most rows that are listed; the others are only counted. */
const ODD_ROWS_SHOWN = 50;

interface NumberedLine {
  readonly row: number;
  readonly line: MoneyLine;
}

/** Counts what a file contains while its rows are read. */
function tallyOf(name: string) {
  const others = new Map<string, number>();
  const fees = new Map<string, ExactDecimal>();
  const odd: OddRow[] = [];
  const counts = { rows: 0, lines: 0, repeated: 0, oddCount: 0 };
  const addOdd = (row: number, why: string): void => {
    counts.oddCount += 1;
    if (odd.length < ODD_ROWS_SHOWN) odd.push({ file: name, row, why });
  };
  return {
    counts,
    addOdd,
    add(row: number, line: Exclude<ReportLine, MoneyLine>): void {
      if (line.kind === 'fee')
        fees.set(line.currency, addExact(fees.get(line.currency) ?? NOTHING, line.amount));
      else if (line.kind === 'other') others.set(line.type, (others.get(line.type) ?? 0) + 1);
      else addOdd(row, line.kind === 'unknown' ? `unknown type: ${line.type}` : `unreadable: ${line.why}`);
    },
    fees: (): Record<string, string> =>
      Object.fromEntries([...fees].map(([unit, sum]) => [unit, exactText(sum, decimalsOf(unit))])),
    result: (): ReportRead => ({ name, ...counts, others, odd }),
  };
}

type Tally = ReturnType<typeof tallyOf>;

/** Finds our order by the payment's id first, by our reference second. */
async function placed(tx: Tx, { report }: ReportDay, batch: readonly NumberedLine[]): Promise<PlacedLine[]> {
  const lines = batch.map(({ line }) => line);
  const paymentIds = new Set(lines.flatMap(({ providerPaymentId }) => providerPaymentId ?? []));
  const references = new Set(lines.flatMap(({ orderId }) => orderId ?? []));
  const byPayment = await ordersOfPayments(tx, report.provider, [...paymentIds]);
  const orders = await ordersThatAre(tx, [...references]);
  return lines.map((line) => {
    const named = line.orderId !== null && orders.has(line.orderId) ? line.orderId : null;
    return { ...line, orderId: byPayment.get(line.providerPaymentId ?? '') ?? named };
  });
}

/** Counts a line that was read before only once. If its content has changed, it is listed for an operator. */
async function tallyRepeated(
  tx: Tx,
  { report }: ReportDay,
  repeated: readonly NumberedLine[],
  tally: Tally,
): Promise<void> {
  if (repeated.length === 0) return;
  tally.counts.repeated += repeated.length;
  const known = await linesRead(tx, report.provider, [...new Set(repeated.map(({ line }) => line.lineKey))]);
  const byKey = new Map(known.map((line) => [line.lineKey, line]));
  for (const { row, line } of repeated) {
    const before = byKey.get(line.lineKey);
    const isSame =
      before?.what === line.what &&
      before.currency === line.money.currency &&
      before.minorUnits === line.money.minorUnits;
    if (!isSame) tally.addOdd(row, `${line.lineKey} was told before with another amount`);
  }
}

async function storeBatch(
  tx: Tx,
  file: { readonly id: string; readonly when: ReportDay },
  batch: readonly NumberedLine[],
  tally: Tally,
): Promise<void> {
  const { id, when } = file;
  const lines = await placed(tx, when, batch);
  const isNamed = ({ providerPaymentId, orderId }: PlacedLine): boolean =>
    providerPaymentId !== null || orderId !== null;
  const fresh = await insertLines(
    tx,
    { id, provider: when.report.provider, day: when.day },
    lines.filter(isNamed),
  );
  tally.counts.lines += fresh.size;
  const repeated: NumberedLine[] = [];
  for (const [place, one] of batch.entries()) {
    const line = lines[place];
    if (line === undefined || !isNamed(line))
      tally.addOdd(one.row, `${one.line.lineKey} names no payment of ours`);
    else if (!fresh.delete(one.line.lineKey)) repeated.push(one);
  }
  await tallyRepeated(tx, when, repeated, tally);
}

async function digestOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
  return hash.digest();
}

/** Reads a report into the database row by row, all or nothing. Reading it again replaces it. */
export async function loadReport(
  context: ReconcileContext,
  when: ReportDay,
  { name, path }: { readonly name: string; readonly path: string },
): Promise<ReportRead> {
  const { report, day, zone } = when;
  const digest = await digestOf(path);
  const id = context.newId();
  const tally = tallyOf(name);
  await inTransaction(context.db, async (tx) => {
    const readAt = context.now();
    await replaceFile(tx, { id, provider: report.provider, day, name, digest, readAt });
    let batch: NumberedLine[] = [];
    const text = createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>;
    for await (const { row, lines } of readReport(text, report, zone)) {
      tally.counts.rows += 1;
      for (const line of lines) {
        if (line.kind === 'money') batch.push({ row, line });
        else tally.add(row, line);
      }
      if (batch.length < BATCH_LINES) continue;
      await storeBatch(tx, { id, when }, batch, tally);
      batch = [];
      context.progress(`reading ${name}`, tally.counts.rows);
    }
    if (batch.length > 0) await storeBatch(tx, { id, when }, batch, tally);
    await finishFile(tx, id, { rowCount: tally.counts.rows, fees: tally.fees() });
  });
  return tally.result();
}
