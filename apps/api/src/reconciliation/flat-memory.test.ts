import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { reconcileDay } from './reconcile-day.ts';
import { AGREEING_DAY, movementsOf, ordersOf } from './test/agreeing-day.ts';
import { openReportBench, type ReportBench } from './test/report-bench.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MB = 1024 * 1024;

let bench: ReportBench;
beforeEach(async () => {
  bench = await openReportBench(inject('databaseAdminUrl'), new Date('2026-11-15T06:00:00Z'));
});
afterEach(() => bench.close());

/** The largest heap, after garbage collection, while a report with so many rows was compared. */
async function mostAliveMb(rows: number): Promise<number> {
  await bench.write(ordersOf(rows));
  const file = await bench.file(`financial-actions_${rows}.csv`, movementsOf(rows));
  let most = 0;
  const look = (): void => {
    collectGarbage();
    most = Math.max(most, process.memoryUsage().heapUsed / MB);
  };
  const done = await reconcileDay({ ...bench.context, progress: look }, bench.when(AGREEING_DAY), [file]);
  expect([done.found, done.files[0]?.rowCount]).toEqual([0, expect.any(Number)]);
  await bench.db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const table of [
      'ledger_entries',
      'ledger_transfers',
      'payment_returns',
      'payments',
      'orders',
      'gem_balances',
    ])
      await tx`delete from ${tx(table)}`;
  });
  await bench.db`delete from settlement_files`;
  return most;
}

it('[ORD-17] reconciling a report with ten times the rows needs no more memory', async () => {
  await mostAliveMb(500); // loads what is loaded only once
  const few = await mostAliveMb(1_000);
  const many = await mostAliveMb(10_000);
  // The larger file alone has 3 MB, so it was not held whole.
  expect(many - few).toBeLessThan(2);
});
