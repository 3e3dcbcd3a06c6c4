import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readReportZone, readSettlementDay, type SettlementDay } from '@jawhara/domain';
import { expect } from 'vitest';
import { createDatabase, dropDatabase } from '../../../../../tools/stack/postgres.ts';
import { financialActionsReport } from '../../../../sandbox/src/checkout-com/financial-actions-report.ts';
import type { Movement } from '../../../../sandbox/src/world/movements.ts';
import { migrateDatabase } from '../../platform/migrate-database.ts';
import { connectPostgres, type Db } from '../../platform/postgres.ts';
import { systemChance, timeOrderedId } from '../../platform/time-ordered-id.ts';
import { FINANCIAL_ACTIONS } from '../../providers/checkout-com/financial-actions.ts';
import type { ReconcileContext, ReportDay } from '../load-report.ts';
import type { LocalReportFile } from '../report-sources.ts';
import type { SeededOrder } from './seeded-order.ts';
import { writeOrders } from './write-orders.ts';

/** A separate database and a folder for files. */
export interface ReportBench {
  readonly db: Db;
  readonly context: ReconcileContext;
  /** Uses a separate connection: the driver remembers a connection's statements, and these are large. */
  write(orders: Iterable<SeededOrder>): Promise<void>;
  /** A day of Checkout.com's report, in UTC. */
  when(day: string): ReportDay;
  /** The report as the sandbox writes it. */
  file(name: string, movements: Iterable<Movement>): Promise<LocalReportFile>;
  close(): Promise<void>;
}

export function dayIn(text: string): SettlementDay {
  return readSettlementDay(text) ?? expect.fail(`${text} is no day`);
}

export async function openReportBench(adminUrl: string, now: Date): Promise<ReportBench> {
  const name = `jawhara_test_${randomBytes(6).toString('hex')}`;
  const url = await createDatabase(adminUrl, name);
  const db = connectPostgres({ url, connectionsMax: 3 });
  await migrateDatabase(db);
  const directory = await mkdtemp(join(tmpdir(), 'jawhara-bench-'));
  const clock = () => now;
  return {
    db,
    context: { db, now: clock, newId: () => timeOrderedId(clock, systemChance), progress: () => {} },
    async write(orders) {
      const own = connectPostgres({ url, connectionsMax: 1 });
      await writeOrders(own, orders);
      await own.end({ timeout: 5 });
    },
    when: (day) => ({
      report: FINANCIAL_ACTIONS,
      day: dayIn(day),
      zone: readReportZone('UTC') ?? expect.fail(),
    }),
    async file(fileName, movements) {
      const path = join(directory, fileName);
      await pipeline(Readable.from(financialActionsReport(movements, '261114PAY')), createWriteStream(path));
      return { name: fileName, path };
    },
    async close() {
      await db.end({ timeout: 2 });
      await dropDatabase(adminUrl, name);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
