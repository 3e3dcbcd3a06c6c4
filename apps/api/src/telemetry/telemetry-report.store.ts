import {
  ERROR_EVENT,
  FUNNEL_DEVICES,
  FUNNEL_PROVIDERS,
  FUNNEL_STEPS,
  type FunnelDevice,
  type FunnelStep,
} from '@jawhara/domain';
import type { Db } from '../platform/postgres.ts';

/** From its first moment to that of the next day, UTC. */
export interface Day {
  readonly from: Date;
  readonly to: Date;
}

export interface FunnelRow {
  readonly step: FunnelStep;
  /** Both null: of all of them together. An empty provider: nobody was chosen yet, or nobody we know. */
  readonly provider: string | null;
  readonly device: FunnelDevice | null;
  readonly events: number;
  readonly pageViews: number;
  readonly devices: number;
}

/**
 * How far the page views of a day came. What a page says of itself is a stranger's text: it is looked for by pattern, because a cast
 * to JSON would fail on the first that is none, and only words of ours are told apart. An event that was sent twice counts once.
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

/** How many page views of a day ended with the result of a payment. */
export async function pageViewsEnded(db: Db, { from, to }: Day): Promise<number> {
  const [row] = await db<{ ended: number }[]>`
    select count(distinct body->>'pageViewId')::int as ended from telemetry_records
    where name = 'page-view' and received_at >= ${from} and received_at < ${to} and kind = 'page-view'`;
  return row?.ended ?? 0;
}

export interface FaultRow {
  readonly message: string;
  /** As the page sent it: places in the files that were served. */
  readonly stack: string;
  readonly pages: readonly string[];
  readonly versions: readonly string[];
  readonly times: number;
  readonly devices: number;
  readonly lastAt: Date;
}

/** Faults in pages on a day: those that met most devices first. The same message from the same place is one fault. */
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
