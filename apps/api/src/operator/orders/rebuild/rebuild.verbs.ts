import { access, constants } from 'node:fs/promises';
import { moneyText, orderNumber, PROVIDER_NUMBERS, type ProviderNumber } from '@jawhara/domain';
import * as v from 'valibot';
import { NotCsv, NotThisReport } from '../../../reconciliation/read-report.ts';
import { refused, type Refused } from '../../refusals.ts';
import { facts, section, table, type ReportPart } from '../../report-parts.ts';
import { moreWords, option, optionalOption } from '../../verb-fields.ts';
import { confirmedChange, type Call } from '../../verb.ts';
import { loadEngineLog, NotEngineLog } from './engine-log.ts';
import { planRebuild, type NamedGap, type Rebuild } from './plan-rebuild.ts';
import { rebuildOrders, reportedPayments } from './rebuild-orders.ts';

const WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const ORDERS_SHOWN_MAX = 50;

const isProvider = (number: number): number is ProviderNumber =>
  (PROVIDER_NUMBERS as readonly number[]).includes(number);

interface PlannedRebuild {
  readonly provider: ProviderNumber;
  readonly from: Date;
  readonly rebuild: Rebuild;
  /** Days without a settlement report: their payments are known only from the engine's log. */
  readonly missing: readonly string[];
}

interface RebuildOptions {
  readonly provider: string;
  readonly from: string;
  readonly log: string | null;
  readonly file: string | null;
  readonly more: readonly string[];
}

async function plan({ context }: Call, input: RebuildOptions): Promise<PlannedRebuild | Refused> {
  const provider = Number(input.provider);
  if (!isProvider(provider)) return refused('no-report-of-provider', input.provider);
  const from = new Date(input.from);
  const until = context.orders.now();
  if (!WITH_ZONE.test(input.from) || Number.isNaN(from.getTime()) || from > until)
    return refused('time-unreadable', input.from);
  const files = [...(input.file === null ? [] : [input.file]), ...input.more];
  for (const path of [...files, ...(input.log === null ? [] : [input.log])]) {
    try {
      await access(path, constants.R_OK);
    } catch {
      return refused('file-unreadable', path);
    }
  }
  try {
    const log = input.log === null ? new Map() : await loadEngineLog(input.log);
    const { captures, missing } = await reportedPayments(context.reports.of(provider), {
      from,
      until,
      files,
    });
    const rebuild = await planRebuild(context.orders.db, { provider, log, captures });
    return { provider, from, rebuild, missing };
  } catch (error) {
    if (error instanceof NotEngineLog) return refused('not-engine-log', error.message);
    if (error instanceof NotThisReport || error instanceof NotCsv)
      return refused('not-this-report', error.message);
    throw error;
  }
}

/** The reasons why an order or payment cannot be brought back, each with where an operator finds it. */
const GAP_TEXTS = {
  'sale-missing':
    'no recipient is recorded: the engine’s log lacks it. Refund it in the provider’s own pages',
  'recipient-missing': 'its recipient is not among the accounts: ops accounts import, then again',
  'pack-missing': 'its pack is not in the catalogue: ops packs put, then again',
  'reference-missing': 'it names no order of ours: look at it in the provider’s own pages',
  'money-awaited': 'nobody says whether it was paid: its webhook, or the settlement report of its day',
} as const satisfies Record<NamedGap['gap'], string>;

function gapRow({ gap, orderId, providerPaymentId, money }: NamedGap) {
  const name = orderId === null ? '-' : orderNumber(orderId);
  return [
    name,
    orderId ?? '-',
    providerPaymentId ?? '-',
    money === null ? '-' : moneyText(money),
    GAP_TEXTS[gap],
  ];
}

function show({ provider, from, rebuild, missing }: PlannedRebuild): ReportPart[] {
  const { orders, gaps, whole } = rebuild;
  const count = (is: (order: Rebuild['orders'][number]) => boolean): number => orders.filter(is).length;
  return [
    `Orders of provider ${provider} since ${from.toISOString()}`,
    facts([
      ['whole already', whole],
      ['inserted', count(({ plan: { insertsOrder } }) => insertsOrder)],
      ['attempts added', count(({ plan: { addsAttempt } }) => addsAttempt)],
      ['asked by workers', count(({ plan: { money } }) => money === 'looked-up')],
      ['booked as reported', count(({ plan: { money } }) => money === 'reported')],
      ['refunds and disputes', orders.reduce((sum, { returns }) => sum + returns.length, 0)],
      ['not brought back', gaps.length],
    ]),
    ...section(
      `The first ${ORDERS_SHOWN_MAX} orders`,
      orders.length === 0
        ? []
        : [
            table(
              ['number', 'order', 'payment', 'money'],
              orders
                .slice(0, ORDERS_SHOWN_MAX)
                .map(({ orderId, providerPaymentId, plan: { money } }) => [
                  orderNumber(orderId),
                  orderId,
                  providerPaymentId ?? '-',
                  money,
                ]),
            ),
          ],
    ),
    ...section(
      'Not brought back',
      gaps.length === 0 ? [] : [table(['number', 'order', 'payment', 'money', 'why'], gaps.map(gapRow))],
    ),
    ...section('Reports that were not there', missing),
  ];
}

export const REBUILD_VERBS = [
  confirmedChange({
    name: 'order rebuild',
    says: 'after a restore: bring back the orders that the engine’s log and the provider’s reports have since that time and the tables lack',
    input: v.pipe(
      v.strictObject({
        provider: option('N'),
        from: option('2026-11-14T09:30:00Z'),
        log: optionalOption('ENGINE-LOG.json'),
        file: optionalOption('F.csv'),
        more: moreWords('MORE.csv'),
      }),
      v.check(({ file, more }) => file !== null || more.length === 0, '--file names the first file.'),
    ),
    plan,
    show,
    run: ({ context, progress, signOff }, { provider, from, rebuild }) =>
      rebuildOrders({ context, progress }, signOff, { provider, from }, rebuild),
  }),
] as const;
