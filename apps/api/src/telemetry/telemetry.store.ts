import type { AccountId, OrderId } from '@jawhara/domain';
import { inTransaction, type Db, type Reader, type Tx } from '../platform/postgres.ts';

export type TelemetryKind = 'event' | 'page-view' | 'sensor' | 'trace';

export interface TelemetryRecord {
  readonly id: string;
  readonly receivedAt: Date;
  readonly kind: TelemetryKind;
  readonly name: string;
  readonly device: string;
  readonly accountId: AccountId | null;
  readonly orderId: OrderId | null;
  readonly body: Readonly<Record<string, string | number | null>>;
}

/** A single statement for all of them. A batch that is written twice, because its first answer was lost, is there once. */
export async function insertRecords(db: Db, records: readonly TelemetryRecord[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    const rows = records.map((record) => ({
      id: record.id,
      received_at: record.receivedAt,
      kind: record.kind,
      name: record.name,
      device: record.device,
      account_id: record.accountId,
      order_id: record.orderId,
      body: tx.json(record.body),
    }));
    await tx`insert into telemetry_records ${tx(rows)} on conflict (id, received_at) do nothing`;
  });
}

export interface ViolationCount {
  readonly directive: string;
  readonly blocked: string;
  readonly page: string;
  readonly times: number;
  readonly devices: number;
  readonly lastAt: Date;
}

/** Alike ones together, the most frequent first. Their name is written out, as in the index. */
export function countViolations(db: Reader, since: Date, most: number): Promise<ViolationCount[]> {
  return db<ViolationCount[]>`
    select body->>'directive' as directive, body->>'blocked' as blocked, body->>'page' as page,
      count(*)::int as times, count(distinct device)::int as devices, max(received_at) as "lastAt"
    from telemetry_records where name = 'csp-violation' and received_at >= ${since}
    group by 1, 2, 3 order by times desc, "lastAt" desc limit ${most}`;
}

export interface RetentionResult {
  /** Days made ahead, days dropped with all that was in them, and rows that had no day of their own. */
  readonly made: number;
  readonly dropped: number;
  readonly deleted: number;
}

/** Makes the days to come and drops those that are over. Another machine that does so at the same time leaves it nothing to do. */
export async function keepDays(tx: Tx, days: number): Promise<RetentionResult> {
  const [kept] = await tx<RetentionResult[]>`select made, dropped, deleted from keep_telemetry_days(${days})`;
  if (!kept) throw new Error('keep_telemetry_days said nothing');
  return kept;
}
