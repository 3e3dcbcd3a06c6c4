import {
  isOrderId,
  negated,
  readExactDecimal,
  readMoneyDecimal,
  readReportTime,
  type LineMeaning,
  type ReportLine,
  type ReportZone,
  type SettlementDay,
} from '@jawhara/domain';
import * as v from 'valibot';
import { sendOnce } from '../send-once.ts';
import {
  fetchFile,
  type FoundReports,
  type ReportFile,
  type ReportRow,
  type ReportSource,
  type SettlementReport,
} from '../settlement-report.ts';

/** Amounts are signed: positive came to us, negative left us. */
const MOVES = {
  capture: { above: 'captured', below: 'capture-reversed' },
  'partial capture': { above: 'captured', below: 'capture-reversed' },
  refund: { above: 'refund-returned', below: 'refunded' },
  'partial refund': { above: 'refund-returned', below: 'refunded' },
  /** The scheme did not clear an action: this reverses a capture, or returns a refund. */
  'clearing failed': { above: 'refund-returned', below: 'capture-reversed' },
} as const satisfies Record<string, { readonly above: LineMeaning; readonly below: LineMeaning }>;

const CHARGEBACK = { above: 'dispute-returned', below: 'disputed' } as const;
/**
 * Debit, withdrawn, won, arbitration won (in both spellings), accepted, represented automatically: the sign gives the
 * direction.
 */
const CHARGEBACKS = /^chargeback \((adjm|cbrv|rpdw|arbw|abrw|arws|auto)\)$/;
/** The fee of a lost arbitration, not the payment. */
const FEES = /( fee| fees| tax)$|^tax$|^chargeback \((arbl|abrl)\)$|^tiered pricing adjustment$/;
const OTHERS =
  /^(payout|card payout|adjustment|balance|client revenue|top up|invoice settlement|cover negative position|authorization|void|card verification)$|^(payout|rolling reserve|security deposit|operational funding|collateral) /;

function moneyLine(
  row: ReportRow,
  zone: ReportZone,
  { above, below }: { readonly above: LineMeaning; readonly below: LineMeaning },
): ReportLine {
  const type = row('breakdown type');
  const money = readMoneyDecimal(row('processing currency amount'), row('processing currency'));
  if (money === null) return { kind: 'unreadable', why: `the amount of ${type}` };
  if (money.minorUnits === 0) return { kind: 'other', type: `${type} of nothing` };
  const utc = row('processed on utc');
  const at =
    utc === ''
      ? readReportTime(row('processed on'), zone)
      : readReportTime(`${utc.replace(/Z$/, '')}Z`, zone);
  if (at === null) return { kind: 'unreadable', why: `the time of ${type}` };
  const [actionId, paymentId, reference] = [row('action id'), row('payment id'), row('reference')];
  if (actionId === '' || paymentId === '') return { kind: 'unreadable', why: `the ids of ${type}` };
  return {
    kind: 'money',
    what: money.minorUnits > 0 ? above : below,
    lineKey: `${actionId}/${type.toLowerCase()}`,
    providerPaymentId: paymentId,
    orderId: isOrderId(reference) ? reference : null,
    money: { ...money, minorUnits: Math.abs(money.minorUnits) },
    at,
  };
}

function feeLine(row: ReportRow): ReportLine {
  const amount = readExactDecimal(row('holding currency amount'));
  if (amount === null) return { kind: 'unreadable', why: `the amount of ${row('breakdown type')}` };
  return { kind: 'fee', currency: row('holding currency'), amount: negated(amount) };
}

function lineOf(row: ReportRow, zone: ReportZone): ReportLine {
  const type = row('breakdown type').toLowerCase();
  if (Object.hasOwn(MOVES, type)) return moneyLine(row, zone, MOVES[type as keyof typeof MOVES]);
  if (CHARGEBACKS.test(type)) return moneyLine(row, zone, CHARGEBACK);
  if (FEES.test(type)) return feeLine(row);
  return { kind: OTHERS.test(type) ? 'other' : 'unknown', type: row('breakdown type') };
}

/** "Financial Actions by Payout ID": one row is one part of an action, so a capture and its fees are several rows. */
export const FINANCIAL_ACTIONS: SettlementReport = {
  provider: 13,
  name: 'Financial Actions by Payout ID',
  needs: [
    'action id',
    'payment id',
    'processed on',
    'processing currency',
    'processing currency amount',
    'holding currency',
    'holding currency amount',
    'reference',
    'breakdown type',
  ],
  habit: { cut: 'daily' },
  zone: 'UTC',
  linesOf: (row, zone) => [lineOf(row, zone)],
};

const PAGES_MAX = 50;
const PAGE_REPORTS = 100;
const ASK_TIMEOUT_MS = 30_000;
/** A day's report normally exists on the next day. More days allow for a late one. */
const MADE_WITHIN_MS = 4 * 24 * 3_600_000;

const id = v.pipe(v.string(), v.regex(/^[\w-]{1,80}$/));
const reportSchema = v.object({
  id,
  from: v.pipe(v.string(), v.isoTimestamp()),
  to: v.pipe(v.string(), v.isoTimestamp()),
  files: v.array(v.object({ id, filename: v.pipe(v.string(), v.minLength(1), v.maxLength(300)) })),
});
const pageSchema = v.object({
  data: v.array(reportSchema),
  _links: v.optional(v.object({ next: v.optional(v.object({ href: v.string() })) })),
});

type Report = v.InferOutput<typeof reportSchema>;

export interface CheckoutComReportSourceOptions {
  readonly baseUrl: string;
  readonly secretKey: string;
}

/** The list of reports has pages; only the token of the next page is used, not the host in its link. */
function nextToken(href: string | undefined): string | null {
  const query = href?.split('?', 2)[1];
  return query === undefined ? null : new URLSearchParams(query).get('pagination_token');
}

export function checkoutComReports({ baseUrl, secretKey }: CheckoutComReportSourceOptions): ReportSource {
  const headers = { authorization: `Bearer ${secretKey}` };
  const root = baseUrl.replace(/\/$/, '');

  async function page(query: URLSearchParams): Promise<v.InferOutput<typeof pageSchema> | string> {
    const wire = { baseUrl, timeoutMs: ASK_TIMEOUT_MS, fetch };
    const reply = await sendOnce(wire, `/reports?${query.toString()}`, { method: 'GET', headers });
    if (reply.kind === 'unknown') return reply.why;
    if (reply.status !== 200) return `status ${reply.status}`;
    const reading = v.safeParse(pageSchema, reply.json);
    return reading.success ? reading.output : 'an answer nobody can read';
  }

  function filesOf({ id: reportId, files }: Report): ReportFile[] {
    return files
      .filter(({ filename }) => /^financial-actions.*\.csv$/i.test(filename))
      .map((file) => ({
        name: file.filename,
        open: () => fetchFile(`${root}/reports/${reportId}/files/${file.id}`, headers),
      }));
  }

  return {
    async reportsOf(day: SettlementDay, zone: ReportZone): Promise<FoundReports> {
      const { from, to } = zone.daySpan(day);
      const query = new URLSearchParams({
        created_after: from.toISOString(),
        created_before: new Date(to.getTime() + MADE_WITHIN_MS).toISOString(),
        limit: String(PAGE_REPORTS),
      });
      const files: ReportFile[] = [];
      for (let pages = 0; pages < PAGES_MAX; pages += 1) {
        const answer = await page(query);
        if (typeof answer === 'string') return { kind: 'not-there', why: `Checkout.com: ${answer}` };
        const ofDay = answer.data.filter(
          (report) => new Date(report.from) < to && new Date(report.to) > from,
        );
        files.push(...ofDay.flatMap(filesOf));
        const token = nextToken(answer._links?.next?.href);
        if (token === null) break;
        query.set('pagination_token', token);
      }
      if (files.length > 0) return { kind: 'found', files };
      return { kind: 'not-there', why: 'Checkout.com has no Financial Actions report of this day yet' };
    },
  };
}
