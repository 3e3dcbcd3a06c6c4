import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Movement } from '../../../sandbox/src/world/movements.ts';
import { bookkeeperTable, isClean } from './bookkeeper-table.ts';
import { NotThisReport } from './read-report.ts';
import { reconcileDay } from './reconcile-day.ts';
import { openReportBench, type ReportBench } from './test/report-bench.ts';
import { later, moved, seedOrder, type SeededOrder } from './test/seeded-order.ts';

let bench: ReportBench;

beforeAll(async () => {
  bench = await openReportBench(inject('databaseAdminUrl'), new Date('2026-11-20T06:00:00Z'));
});
afterAll(() => bench.close());
afterEach(async () => {
  await bench.db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const table of [
      'ledger_entries',
      'ledger_transfers',
      'payment_returns',
      'payments',
      'orders',
      'gem_balances',
      'settlement_lines',
      'settlement_files',
      'reconciliation_runs',
      'alerts',
    ])
      await tx`delete from ${tx(table)}`;
  });
});

/** An order that was paid at that time, with a known payment. */
function orderAt(time: string, number: number): SeededOrder {
  return seedOrder(new Date(`${time}Z`), number);
}

async function run(day: string, ...movements: Movement[]) {
  const file = await bench.file(`financial-actions_${day}.csv`, movements);
  return reconcileDay(bench.context, bench.when(day), [file]);
}

const kinds = (done: Awaited<ReturnType<typeof run>>) => done.findings.map(({ kind }) => kind);

describe('[ORD-17] payments near midnight', () => {
  it('a payment before midnight that is in the next day’s report is not missing', async () => {
    const order = orderAt('2026-11-14T23:59:50', 1);
    await bench.write([order]);
    const captured = moved(order, 'captured', { at: Date.parse('2026-11-15T00:00:02Z') });
    const first = await run('2026-11-14');
    expect([kinds(first), first.unjudged]).toEqual([[], 0]);
    const second = await run('2026-11-15', captured);
    expect([kinds(second), second.unjudged]).toEqual([[], 0]);
  });

  it('a payment after midnight that is in the previous day’s report is not missing', async () => {
    const order = orderAt('2026-11-15T00:00:05', 1);
    await bench.write([order]);
    const captured = moved(order, 'captured', { at: Date.parse('2026-11-14T23:59:59Z') });
    expect(kinds(await run('2026-11-14', captured))).toEqual([]);
    expect(kinds(await run('2026-11-15'))).toEqual([]);
  });

  it('a payment before midnight that is in no day’s report is reported missing when the next day is reconciled', async () => {
    const order = orderAt('2026-11-14T23:30:00', 1);
    await bench.write([order]);
    expect(kinds(await run('2026-11-14'))).toEqual([]);
    const next = await run('2026-11-15');
    expect(next.findings).toMatchObject([
      { kind: 'missing capture', orderId: order.id, ours: { minorUnits: 999 } },
    ]);
    expect(next.table).toMatchObject([{ currency: 'USD', row: 'captured', theirs: 0, ours: 999 }, {}, {}]);
  });

  it('a payment before midnight is listed as waiting while the report of its own day has not been read', async () => {
    const order = orderAt('2026-11-14T23:30:00', 1);
    await bench.write([order]);
    const second = await run('2026-11-15');
    expect([kinds(second), second.unjudged]).toEqual([[], 1]);
    expect(bookkeeperTable(second)).toContain('1 payments near midnight wait');
  });

  it('a payment at noon that is not in the day’s report is reported missing on the same day', async () => {
    await bench.write([orderAt('2026-11-14T12:00:00', 1)]);
    expect(kinds(await run('2026-11-14'))).toEqual(['missing capture']);
    expect(kinds(await run('2026-11-15'))).toEqual([]);
  });

  it('a payment reversed before its capture is not reported missing from a report', async () => {
    await bench.write([orderAt('2026-11-14T12:00:00', 71)]);
    expect(kinds(await run('2026-11-14'))).toEqual([]);
  });
});

describe('[ORD-17] report files', () => {
  const order = orderAt('2026-11-14T12:00:00', 1);
  const captured = moved(order, 'captured');

  it('a report line that is in two files counts once', async () => {
    await bench.write([order]);
    await run('2026-11-14', captured);
    const other = await bench.file('financial-actions_again.csv', [captured]);
    const again = await reconcileDay(bench.context, bench.when('2026-11-14'), [other]);
    expect(again.read[0]).toMatchObject({ lines: 0, repeated: 1, oddCount: 0 });
    expect([kinds(again), again.table[0]?.theirs]).toEqual([[], 999]);
    expect(isClean(again)).toBe(true);
  });

  it('a report line that a second file repeats with another amount is listed as odd', async () => {
    await bench.write([order]);
    await run('2026-11-14', captured);
    const other = await bench.file('financial-actions_again.csv', [{ ...captured, amount: 998 }]);
    const again = await reconcileDay(bench.context, bench.when('2026-11-14'), [other]);
    expect(again.read[0]?.odd).toMatchObject([{ row: 2, why: expect.stringContaining('another amount') }]);
    expect(isClean(again)).toBe(false);
  });

  it('a new version of a report file replaces the old one, and its corrected finding’s alert closes', async () => {
    await bench.write([order]);
    expect(kinds(await run('2026-11-14', { ...captured, amount: 998 }))).toEqual(['amount differs']);
    const corrected = await run('2026-11-14', captured);
    expect([kinds(corrected), corrected.table[0]?.theirs, corrected.healed]).toEqual([[], 999, 1]);
  });

  it('several report files of one day are reconciled together', async () => {
    const other = orderAt('2026-11-14T13:00:00', 2);
    await bench.write([order, other]);
    const files = [
      await bench.file('part_1.csv', [captured]),
      await bench.file('part_2.csv', [moved(other, 'captured')]),
    ];
    const done = await reconcileDay(bench.context, bench.when('2026-11-14'), files);
    expect([kinds(done), done.table[0]?.theirs]).toEqual([[], 1998]);
    // Two captures. The fees of each: five cents, and the scheme's share of 9.99 dollars.
    expect(done.fees).toEqual({ USD: '0.124576' });
  });

  it('report rows of unknown type raise an alert, and the other rows are reconciled', async () => {
    await bench.write([order]);
    const file = await bench.file('financial-actions.csv', [captured]);
    const [header = '', row = ''] = (await readFile(file.path, 'utf8')).split('\r\n');
    await appendFile(file.path, `${row.replaceAll(',Capture,', ',Gem Tithe,')}\r\nhalf,a row\r\n`);
    const done = await reconcileDay(bench.context, bench.when('2026-11-14'), [file]);
    expect(header).toContain('Breakdown Type');
    expect(done.read[0]?.odd).toMatchObject([{ row: 5, why: 'unknown type: Gem Tithe' }, { row: 6 }]);
    expect([kinds(done), isClean(done)]).toEqual([[], false]);
    expect(bookkeeperTable(done)).toContain('row 5: unknown type: Gem Tithe');
    const alerts = await bench.db`select from alerts where kind = 'reconciliation-odd-rows'`;
    expect(alerts).toHaveLength(1);
  });

  it('report columns are found by name, whatever their order or extra columns', async () => {
    await bench.write([order]);
    const file = await bench.file('financial-actions.csv', [captured]);
    const [header = '', ...rows] = (await readFile(file.path, 'utf8')).split('\r\n').filter(Boolean);
    const changed = [
      `\uFEFFNew Column,${header.replace('Reference', 'reference').replace('Breakdown Type', ' BREAKDOWN TYPE ')}`,
      ...rows.map((row) => `"a ""new"" thing, with a comma",${row}`),
    ];
    await writeFile(file.path, changed.join('\n'));
    expect(kinds(await reconcileDay(bench.context, bench.when('2026-11-14'), [file]))).toEqual([]);
  });

  it('a file that is another report is refused, and nothing of it is stored', async () => {
    const file = await bench.file('financial-actions.csv', [captured]);
    await writeFile(file.path, 'Payout ID,Amount\nx,1\n');
    await expect(reconcileDay(bench.context, bench.when('2026-11-14'), [file])).rejects.toThrow(
      NotThisReport,
    );
    expect(await bench.db`select from settlement_files`).toHaveLength(0);
  });

  it('a payment found without an order is no finding any more once its order has the payment', async () => {
    const orphan = moved(order, 'captured', { reference: null });
    expect(kinds(await run('2026-11-14', orphan))).toEqual(['orphan payment']);
    await bench.write([order]);
    const again = await run('2026-11-14', orphan);
    expect([kinds(again), again.healed]).toEqual([[], 1]);
  });

  it('an unknown payment in a report is listed with our order if its reference names one, and otherwise without', async () => {
    await bench.write([order]);
    const unheard = moved(order, 'captured', { id: 'act_unheard', paymentId: 'pay_unheard' });
    const done = await run('2026-11-14', captured, unheard);
    expect(done.findings).toMatchObject([{ kind: 'orphan payment', orderId: order.id }]);
    const elsewhere = { reference: orderAt('2026-11-14T12:00:00', 9).id, paymentId: 'pay_elsewhere' };
    const nobodys = await run('2026-11-14', captured, { ...unheard, ...elsewhere });
    expect(nobodys.findings).toMatchObject([{ kind: 'orphan payment', orderId: null }]);
  });

  it('a refund weeks after a payment is reconciled although the payment’s own report was never read', async () => {
    await bench.write([order]);
    const done = await run(
      '2026-12-02',
      moved(order, 'refunded', { at: later(order.at, 18 * 86_400_000).getTime() }),
    );
    expect(done.findings).toMatchObject([
      { kind: 'refund not taken back', theirs: { minorUnits: 999 }, ours: null },
    ]);
    expect(done.table.map(({ row, theirs, ours }) => [row, theirs - ours])).toEqual([
      ['captured', 0],
      ['refunds', 999],
      ['disputes', 0],
    ]);
  });
});
