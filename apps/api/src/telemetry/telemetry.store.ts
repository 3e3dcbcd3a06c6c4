import {
  ERROR_EVENT,
  FUNNEL_DEVICES,
  FUNNEL_PROVIDERS,
  FUNNEL_STEPS,
  type AccountId,
  type FunnelDevice,
  type FunnelStep,
  type OrderId,
} from '@jawhara/domain';
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

/** Stores all records by one statement. A batch that is written twice, because the first answer was lost, is stored once. */
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

/**
 * Groups equal violations, the most frequent first. The name is written into the statement, because the index has the
 * same condition.
 */
export function countViolations(db: Reader, since: Date, most: number): Promise<ViolationCount[]> {
  return db<ViolationCount[]>`
    select body->>'directive' as directive, body->>'blocked' as blocked, body->>'page' as page,
      count(*)::int as times, count(distinct device)::int as devices, max(received_at) as "lastAt"
    from telemetry_records where name = 'csp-violation' and received_at >= ${since}
    group by 1, 2, 3 order by times desc, "lastAt" desc limit ${most}`;
}

export interface RetentionResult {
  /**
   * `made`: daily partitions created ahead. `dropped`: past daily partitions dropped with their rows. `deleted`: old
   * rows deleted that were in no daily partition.
   */
  readonly made: number;
  readonly dropped: number;
  readonly deleted: number;
}

/**
 * Creates the daily partitions of the coming days and drops old ones. If another process has just done so, nothing is
 * left to do.
 */
export async function keepDays(tx: Tx, days: number): Promise<RetentionResult> {
  const [retention] = await tx<
    RetentionResult[]
  >`select made, dropped, deleted from keep_telemetry_days(${days})`;
  if (!retention) throw new Error('keep_telemetry_days said nothing');
  return retention;
}

/** From midnight to the next midnight, UTC. */
export interface Day {
  readonly from: Date;
  readonly to: Date;
}

export interface FunnelRow {
  readonly step: FunnelStep;
  /** Provider and device are both null in the totals. An empty provider: none was chosen yet, or the page sent an unknown one. */
  readonly provider: string | null;
  readonly device: FunnelDevice | null;
  readonly events: number;
  readonly pageViews: number;
  readonly devices: number;
}

/**
 * How far the page views of a day got in the steps of a purchase. The body that a page sent is untrusted text, so it is
 * searched by patterns: a cast to JSON would fail at the first invalid body. Only known steps are counted, and an event
 * that was sent twice counts once.
 */
export async function funnelOfDay(db: Db, { from, to }: Day): Promise<readonly FunnelRow[]> {
  return db<FunnelRow[]>`
    select step, provider, device, count(distinct event)::int as events,
      count(distinct page_view)::int as "pageViews", count(distinct told_by)::int as devices
    from (
      select name as step, device as told_by, body->>'eventUuid' as event, body->>'pageViewId' as page_view,
        case when substring(body->>'ext' from '"provider":"([a-z0-9-]{1,40})"') = any(${[...FUNNEL_PROVIDERS]})
          then substring(body->>'ext' from '"provider":"([a-z0-9-]{1,40})"') else '' end as provider,
        case when substring(body->>'ext' from '"device":"([a-z]{1,20})"') = any(${[...FUNNEL_DEVICES]})
          then substring(body->>'ext' from '"device":"([a-z]{1,20})"') else 'other' end as device
      from telemetry_records
      where name = any(${[...FUNNEL_STEPS]}) and received_at >= ${from} and received_at < ${to} and kind = 'sensor'
    ) told
    group by grouping sets ((step), (step, provider, device))
    order by step, provider nulls first, device`;
}

/** How many page views of a day ended with a payment result. */
export async function pageViewsEnded(db: Db, { from, to }: Day): Promise<number> {
  const [row] = await db<{ ended: number }[]>`
    select count(distinct body->>'pageViewId')::int as ended from telemetry_records
    where name = 'page-view' and received_at >= ${from} and received_at < ${to} and kind = 'page-view'`;
  return row?.ended ?? 0;
}

export interface FaultRow {
  readonly message: string;
  /** The stack trace as the page sent it: its positions refer to the built scripts. */
  readonly stack: string;
  readonly pages: readonly string[];
  readonly versions: readonly string[];
  readonly times: number;
  readonly devices: number;
  readonly lastAt: Date;
}

/** Errors that pages reported on a day, those on most devices first. The same message at the same position is one error. */
export async function faultsOfDay(db: Db, { from, to }: Day, most: number): Promise<readonly FaultRow[]> {
  return db<FaultRow[]>`
    select message, max(stack) as stack, (array_agg(distinct page))[1:5] as pages, (array_agg(distinct version))[1:5] as versions,
      count(*)::int as times, count(distinct device)::int as devices, max(received_at) as "lastAt"
    from (
      select coalesce(body->>'text2', '') as message, coalesce(body->>'text3', '') as stack,
        coalesce(body->>'text4', '') as page, coalesce(body->>'version', '') as version, device, received_at
      from telemetry_records
      where name = ${ERROR_EVENT} and received_at >= ${from} and received_at < ${to} and kind = 'event'
    ) told
    group by message, split_part(stack, E'\n', 1)
    order by devices desc, times desc, message limit ${most}`;
}
