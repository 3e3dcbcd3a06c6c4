import type {
  LineMeaning,
  MoneyLine,
  OrderId,
  ProviderNumber,
  SettledLine,
  SettlementDay,
} from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';

export interface StoredFile {
  readonly id: string;
  readonly provider: ProviderNumber;
  readonly day: SettlementDay;
  readonly name: string;
  readonly digest: Buffer;
  readonly rowCount: number;
  /** Fees as exact decimals, by currency. */
  readonly fees: Readonly<Record<string, string>>;
  readonly readAt: Date;
}

/** Replaces an earlier file of the same name and its lines. */
export async function replaceFile(
  tx: Tx,
  file: Pick<StoredFile, 'id' | 'provider' | 'day' | 'name' | 'digest' | 'readAt'>,
): Promise<void> {
  await tx`delete from settlement_files where provider = ${file.provider} and name = ${file.name}`;
  await tx`
    insert into settlement_files (id, provider, day, name, digest, row_count, fees, read_at)
    values (${file.id}, ${file.provider}, ${file.day}, ${file.name}, ${file.digest}, 0, '{}', ${file.readAt})`;
}

export async function finishFile(
  tx: Tx,
  id: string,
  { rowCount, fees }: Pick<StoredFile, 'rowCount' | 'fees'>,
): Promise<void> {
  await tx`update settlement_files set row_count = ${rowCount}, fees = ${tx.json(fees)} where id = ${id}`;
}

/** A line with the order that it was found to belong to. */
export type PlacedLine = Pick<
  MoneyLine,
  'lineKey' | 'what' | 'providerPaymentId' | 'orderId' | 'money' | 'at'
>;

/** Returns the keys that are new. The others had been read before. */
export async function insertLines(
  tx: Tx,
  { id, provider, day }: Pick<StoredFile, 'id' | 'provider' | 'day'>,
  lines: readonly PlacedLine[],
): Promise<Set<string>> {
  const rows = await tx<{ line_key: string }[]>`
    insert into settlement_lines (provider, file_id, day, line_key, what, provider_payment_id, order_id, minor_units, currency, at)
    select ${provider}, ${id}, ${day}, * from unnest(
      ${lines.map(({ lineKey }) => lineKey)}::text[],
      ${lines.map(({ what }) => what)}::text[],
      ${lines.map(({ providerPaymentId }) => providerPaymentId)}::text[],
      ${lines.map(({ orderId }) => orderId as string | null)}::uuid[],
      ${lines.map(({ money }) => money.minorUnits)}::bigint[],
      ${lines.map(({ money }) => money.currency)}::text[],
      ${lines.map(({ at }) => at.toISOString())}::timestamptz[])
    on conflict (provider, line_key) do nothing returning line_key`;
  return new Set(rows.map((row) => row.line_key));
}

export interface LineRead {
  readonly lineKey: string;
  readonly what: LineMeaning;
  readonly minorUnits: number;
  readonly currency: string;
}

export async function linesRead(
  db: Reader,
  provider: ProviderNumber,
  lineKeys: readonly string[],
): Promise<LineRead[]> {
  return db<LineRead[]>`
    select line_key as "lineKey", what, minor_units as "minorUnits", currency from settlement_lines
    where provider = ${provider} and line_key = any(${[...lineKeys]}::text[])`;
}

/** The subjects of the day's reports in pages: orders, and payments without an order of ours. */
export async function subjectsOfDay(
  db: Reader,
  provider: ProviderNumber,
  day: SettlementDay,
  after: string,
  most: number,
): Promise<string[]> {
  const rows = await db<{ subject: string }[]>`
    select distinct subject from settlement_lines
    where provider = ${provider} and day = ${day} and subject > ${after} order by subject limit ${most}`;
  return rows.map(({ subject }) => subject);
}

export interface StoredLine extends SettledLine {
  readonly subject: string;
  readonly orderId: OrderId | null;
}

interface LineRow {
  subject: string;
  what: LineMeaning;
  provider_payment_id: string | null;
  order_id: OrderId | null;
  minor_units: number;
  currency: string;
  at: Date;
  is_of_day: boolean;
}

/** All lines of these orders and payments, also of other days: they complete the sums. */
export async function linesOfSubjects(
  db: Reader,
  provider: ProviderNumber,
  day: SettlementDay,
  subjects: { readonly orderIds: readonly OrderId[]; readonly paymentIds: readonly string[] },
): Promise<StoredLine[]> {
  const rows = await db<LineRow[]>`
    select subject, what, provider_payment_id, order_id, minor_units, currency, at, day = ${day} as is_of_day
    from settlement_lines where order_id = any(${[...subjects.orderIds]}::uuid[]) and provider = ${provider}
    union all
    select subject, what, provider_payment_id, order_id, minor_units, currency, at, day = ${day} as is_of_day
    from settlement_lines
    where provider = ${provider} and provider_payment_id = any(${[...subjects.paymentIds]}::text[]) and order_id is null`;
  return rows.map((row) => ({
    subject: row.subject,
    orderId: row.order_id,
    what: row.what,
    providerPaymentId: row.provider_payment_id,
    money: { currency: row.currency, minorUnits: row.minor_units },
    at: row.at,
    isOfDay: row.is_of_day,
  }));
}

/** Payments that some report lists as captured. */
export async function capturedIn(
  db: Reader,
  provider: ProviderNumber,
  paymentIds: readonly string[],
): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    select distinct provider_payment_id as id from settlement_lines
    where provider = ${provider} and provider_payment_id = any(${[...paymentIds]}::text[])
      and what in ('captured', 'capture-reversed')`;
  return new Set(rows.map(({ id }) => id));
}

/** Days of which at least one report has been read. */
export async function daysRead(
  db: Reader,
  provider: ProviderNumber,
  from: SettlementDay,
  to: SettlementDay,
): Promise<Set<SettlementDay>> {
  const rows = await db<{ day: SettlementDay }[]>`
    select distinct day::text as day from settlement_files
    where provider = ${provider} and day between ${from} and ${to}`;
  return new Set(rows.map(({ day }) => day));
}

export async function filesOfDay(
  db: Reader,
  provider: ProviderNumber,
  day: SettlementDay,
): Promise<Pick<StoredFile, 'name' | 'rowCount' | 'fees' | 'digest'>[]> {
  return db`
    select name, row_count as "rowCount", fees, digest from settlement_files
    where provider = ${provider} and day = ${day} order by name`;
}

export interface StoredRun {
  readonly id: string;
  readonly provider: ProviderNumber;
  readonly day: SettlementDay;
  readonly zone: string;
  readonly files: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly totals: readonly Readonly<Record<string, string>>[];
  readonly startedAt: Date;
  readonly endedAt: Date;
}

export async function keepRun(tx: Tx, run: StoredRun): Promise<void> {
  await tx`
    insert into reconciliation_runs (id, provider, day, zone, files, counts, totals, started_at, ended_at)
    values (${run.id}, ${run.provider}, ${run.day}, ${run.zone}, ${[...run.files]}, ${tx.json(run.counts)},
      ${tx.json(run.totals)}, ${run.startedAt}, ${run.endedAt})`;
}
