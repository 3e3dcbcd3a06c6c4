import { access, constants } from 'node:fs/promises';
import {
  PROVIDER_NUMBERS,
  readReportZone,
  readSettlementDay,
  type ProviderNumber,
  type ReportZone,
} from '@jawhara/domain';
import * as v from 'valibot';
import { bookkeeperTable, isClean } from '../reconciliation/bookkeeper-table.ts';
import type { ReconcileContext, ReportDay } from '../reconciliation/load-report.ts';
import { NotCsv, NotThisReport } from '../reconciliation/read-report.ts';
import { reconcileDay, type Reconciled } from '../reconciliation/reconcile-day.ts';
import {
  localReportFile,
  withSavedFiles,
  type KnownReport,
  type LocalReportFile,
  type ReportSources,
} from '../reconciliation/report-sources.ts';
import { isRefused, refused, type Refused } from './refusals.ts';
import { moreWords, option, optionalOption } from './verb-fields.ts';
import { openRead } from './verb.ts';

/** The arguments of the command, as an operator types them. */
export interface ReconcileInput {
  readonly provider: string;
  readonly day: string;
  /** Report files that an operator downloaded; if there are none, the report is fetched from the provider. */
  readonly files: readonly string[];
  /** The time zone of the report, if it is not the provider's usual one. */
  readonly zone: string | null;
}

type Outcome = { readonly kind: 'reconciled'; readonly done: Reconciled } | Refused;

function isProvider(number: number): number is ProviderNumber {
  return (PROVIDER_NUMBERS as readonly number[]).includes(number);
}

function zoneOf(requestedZone: string | null, { report }: KnownReport): ReportZone | null {
  return readReportZone(requestedZone ?? report.zone);
}

async function compared(
  context: ReconcileContext,
  when: ReportDay,
  files: readonly LocalReportFile[],
): Promise<Outcome> {
  try {
    return { kind: 'reconciled', done: await reconcileDay(context, when, files) };
  } catch (error) {
    if (error instanceof NotThisReport || error instanceof NotCsv)
      return refused('not-this-report', error.message);
    throw error;
  }
}

async function fetched(
  context: ReconcileContext,
  when: ReportDay,
  { source }: KnownReport,
): Promise<Outcome> {
  if (source === null) return refused('report-not-there', 'this provider gives its reports to people only');
  const found = await source.reportsOf(when.day, when.zone);
  if (found.kind === 'not-there') return refused('report-not-there', found.why);
  return withSavedFiles(found.files, (files) => compared(context, when, files));
}

/** Compares the provider's report of a day with our records. Differences are shown and raise alerts. */
async function reconcile(
  context: ReconcileContext,
  desk: ReportSources,
  input: ReconcileInput,
): Promise<Outcome> {
  const number = Number(input.provider);
  const known = isProvider(number) ? desk.of(number) : null;
  if (known === null) return refused('no-report-of-provider', input.provider);
  const day = readSettlementDay(input.day);
  if (day === null) return refused('day-unreadable', input.day);
  const zone = zoneOf(input.zone, known);
  if (zone === null) return refused('zone-unreadable', input.zone ?? '');
  const when = { report: known.report, day, zone };
  if (input.files.length === 0) return fetched(context, when, known);
  for (const path of input.files) {
    try {
      await access(path, constants.R_OK);
    } catch {
      return refused('file-unreadable', path);
    }
  }
  return compared(context, when, input.files.map(localReportFile));
}

export const RECONCILE_VERBS = [
  openRead({
    name: 'reconcile',
    says: 'the provider’s settlement report of a day against payments, orders, ledger and balances; what differs is raised',
    input: v.pipe(
      v.strictObject({
        provider: option('N'),
        day: option('YYYY-MM-DD'),
        file: optionalOption('F.csv'),
        zone: optionalOption('Z'),
        more: moreWords('MORE.csv'),
      }),
      v.check(({ file, more }) => file !== null || more.length === 0, '--file names the first file.'),
    ),
    async run({ context, progress }, { provider, day, file, zone, more }) {
      const { db, now, newId } = context.orders;
      const files = [...(file === null ? [] : [file]), ...more];
      const wanted = { provider, day, files, zone };
      const ended = await reconcile({ db, now, newId, progress }, context.reports, wanted);
      if (isRefused(ended)) return ended;
      const parts = bookkeeperTable(ended.done).split('\n');
      return { kind: isClean(ended.done) ? 'shown' : 'differs', parts };
    },
  }),
] as const;
