import { randomUUID } from 'node:crypto';
import type { Db } from '../../platform/postgres.ts';
import type { TelemetryRecord } from '../telemetry.store.ts';

const DAY_MS = 24 * 3_600_000;

/** Noon of a day in the past, so that a test has the same result at any time of the day. */
export function daysAgo(days: number): Date {
  return new Date(Math.floor(Date.now() / DAY_MS - days) * DAY_MS + DAY_MS / 2);
}

export const partOf = (at: Date): string =>
  `telemetry_records_${at.toISOString().slice(0, 10).replaceAll('-', '')}`;

export const recordOf = (receivedAt: Date, name: string): TelemetryRecord => ({
  id: randomUUID(),
  receivedAt,
  kind: 'event',
  name,
  device: 'd',
  accountId: null,
  orderId: null,
  body: { text: name },
});

export async function partsOf(db: Db): Promise<string[]> {
  const rows = await db<{ part: string }[]>`
    select inhrelid::regclass::text as part from pg_inherits where inhparent = 'telemetry_records'::regclass order by 1`;
  return rows.map(({ part }) => part);
}

/** The names of all stored records, each with the partition in which the record is. */
export async function readStoredDays(db: Db): Promise<Record<string, string>> {
  const rows = await db<{ name: string; part: string }[]>`
    select name, tableoid::regclass::text as part from telemetry_records`;
  return Object.fromEntries(rows.map(({ name, part }) => [name, part]));
}
