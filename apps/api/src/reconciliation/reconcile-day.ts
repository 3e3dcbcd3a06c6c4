import {
  addExact,
  decimalsOf,
  exactText,
  moneyDecimal,
  NOTHING,
  readExactDecimal,
  type ExactDecimal,
  type FindingKind,
} from '@jawhara/domain';
import { inTransaction } from '../platform/postgres.ts';
import { checkLedger, compareDay, findMissing } from './compare-day.ts';
import {
  FINDINGS_SHOWN_MAX,
  gatherFindings,
  healFindings,
  raiseFindings,
  raiseOddRows,
  type FoundDifference,
  type TableRow,
} from './findings.ts';
import { loadReport, type ReportRead, type ReconcileContext, type ReportDay } from './load-report.ts';
import { filesOfDay, keepRun } from './settlement.store.ts';

/** The result of the reconciliation. */
export interface Reconciled {
  readonly when: ReportDay;
  /** Reports read in this run. Empty if they had been read before. */
  readonly read: readonly ReportRead[];
  /** All files of the day that were read. */
  readonly files: readonly { readonly name: string; readonly rowCount: number }[];
  readonly table: readonly TableRow[];
  /** Fees as reported, by currency. */
  readonly fees: Readonly<Record<string, string>>;
  readonly counts: ReadonlyMap<FindingKind, number>;
  readonly found: number;
  /** The first thousand findings. */
  readonly findings: readonly FoundDifference[];
  /** Our payments near midnight that may be in another day's report, which was not read. */
  readonly unjudged: number;
  readonly raised: number;
  readonly healed: number;
}

function sumFees(
  files: readonly { readonly fees: Readonly<Record<string, string>> }[],
): Record<string, string> {
  const sums = new Map<string, ExactDecimal>();
  for (const [currency, text] of files.flatMap(({ fees }) => Object.entries(fees)))
    sums.set(currency, addExact(sums.get(currency) ?? NOTHING, readExactDecimal(text) ?? NOTHING));
  return Object.fromEntries(
    [...sums].map(([currency, sum]) => [currency, exactText(sum, decimalsOf(currency))]),
  );
}

async function tellPeople(
  context: ReconcileContext,
  when: ReportDay,
  { read, findings, found }: Pick<Reconciled, 'read' | 'findings' | 'found'>,
): Promise<{ raised: number; healed: number }> {
  const raised = await raiseFindings(context, when, findings);
  // Not all findings are stored, so a missing one may still exist: none is resolved.
  const healed = found > FINDINGS_SHOWN_MAX ? 0 : await healFindings(context, when, findings);
  const odd = read.flatMap((file) => file.odd);
  const [first] = odd;
  const count = read.reduce((sum, { oddCount }) => sum + oddCount, 0);
  if (first) await raiseOddRows(context, when, { count, first: `row ${first.row}: ${first.why}` });
  return { raised, healed };
}

/** [ORD-17] Compares the provider's reports of one day with payments, orders, ledger and balances, in both directions. */
export async function reconcileDay(
  context: ReconcileContext,
  when: ReportDay,
  paths: readonly { readonly name: string; readonly path: string }[],
): Promise<Reconciled> {
  const { report, day, zone } = when;
  const startedAt = context.now();
  const read: ReportRead[] = [];
  for (const file of paths) read.push(await loadReport(context, when, file));

  const gathered = gatherFindings();
  await compareDay(context, when, gathered);
  const unjudged = await findMissing(context, when, gathered);
  await checkLedger(context, when, gathered);

  const files = await filesOfDay(context.db, report.provider, day);
  const table = gathered.table();
  const counts = gathered.counts();
  const found = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const findings = gathered.shown();
  const { raised, healed } = await tellPeople(context, when, { read, findings, found });
  await inTransaction(context.db, (tx) =>
    keepRun(tx, {
      id: context.newId(),
      provider: report.provider,
      day,
      zone: zone.name,
      files: files.map(({ name }) => name),
      counts: Object.fromEntries(counts),
      totals: table.map(({ currency, row, theirs, ours }) => ({
        currency,
        row,
        theirs: moneyDecimal({ currency, minorUnits: theirs }),
        ours: moneyDecimal({ currency, minorUnits: ours }),
      })),
      startedAt,
      endedAt: context.now(),
    }),
  );
  return {
    when,
    read,
    files,
    table,
    fees: sumFees(files),
    counts,
    found,
    findings,
    unjudged,
    raised,
    healed,
  };
}
