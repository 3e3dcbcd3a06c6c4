import {
  addExact,
  isOrderId,
  NOTHING,
  readExactDecimal,
  readMoneyDecimal,
  readReportTime,
  readReportZone,
  type ExactDecimal,
  type LineMeaning,
  type Money,
  type ReportLine,
  type ReportZone,
  type SettlementDay,
} from '@jawhara/domain';
import {
  fetchFile,
  type FoundReports,
  type ReportFile,
  type ReportRow,
  type ReportSource,
  type SettlementReport,
} from '../settlement-report.ts';
import { itemsIn, jsonIn } from './event-meanings.ts';

type Meaning = { readonly credit: LineMeaning; readonly debit: LineMeaning } | 'fee' | 'other';

const CAPTURE = { credit: 'captured', debit: 'capture-reversed' } as const;
const REFUND = { credit: 'refund-returned', debit: 'refunded' } as const;
const DISPUTE = { credit: 'dispute-returned', debit: 'disputed' } as const;

/** Amounts have no sign: the column, debit or credit, gives the direction. */
const TYPES: Readonly<Record<string, Meaning>> = {
  settled: CAPTURE,
  settledbulk: CAPTURE,
  settledreversed: CAPTURE,
  settledexternallywithinfo: CAPTURE,
  capturefailed: CAPTURE,
  refunded: REFUND,
  refundedbulk: REFUND,
  refundedreversed: REFUND,
  refundedexternallywithinfo: REFUND,
  refundfailed: REFUND,
  chargeback: DISPUTE,
  secondchargeback: DISPUTE,
  chargebackreversed: DISPUTE,
  chargebackexternallywithinfo: DISPUTE,
  chargebackreversedexternallywithinfo: DISPUTE,
  fee: 'fee',
  misccosts: 'fee',
  paymentcost: 'fee',
  invoicededuction: 'fee',
  advancementcommissionexternallywithinfo: 'fee',
  merchantpayout: 'other',
  merchantpayin: 'other',
  merchantpayinreversed: 'other',
  acquirerpayout: 'other',
  depositcorrection: 'other',
  reserveadjustment: 'other',
  balancetransfer: 'other',
  manualcorrected: 'other',
  paidout: 'other',
  paidoutreversed: 'other',
  sentforsettle: 'other',
  sentforrefund: 'other',
};

/** With blended pricing the first column is filled, with "interchange plus plus" pricing the others. */
const COSTS = ['commission (nc)', 'markup (nc)', 'scheme fees (nc)', 'interchange (nc)'] as const;

/** The sum of some columns. Empty counts as zero; null if one of them is no amount. */
function sumOf(texts: readonly string[]): ExactDecimal | null {
  let sum = NOTHING;
  for (const text of texts.filter((one) => one !== '')) {
    const amount = readExactDecimal(text);
    if (amount === null) return null;
    sum = addExact(sum, amount);
  }
  return sum;
}

function feeOf(row: ReportRow, texts: readonly string[]): ReportLine[] {
  const amount = sumOf(texts);
  if (amount === null) return [{ kind: 'unreadable', why: `the costs of ${row('type')}` }];
  return amount === NOTHING ? [] : [{ kind: 'fee', currency: row('net currency'), amount }];
}

function amountOn(row: ReportRow, side: 'debit' | 'credit'): Money | null {
  const text = row(`gross ${side} (gc)`);
  return readMoneyDecimal(text === '' ? '0' : text, row('gross currency'));
}

function momentOf(row: ReportRow, zone: ReportZone): Date | null {
  const name = row('timezone');
  const own = name === '' ? zone : readReportZone(name);
  return own === null ? null : readReportTime(row('creation date'), own);
}

function moneyLine(row: ReportRow, zone: ReportZone, meaning: Exclude<Meaning, string>): ReportLine {
  const type = row('type');
  const [debit, credit] = [amountOn(row, 'debit'), amountOn(row, 'credit')];
  if (debit === null || credit === null || (debit.minorUnits !== 0 && credit.minorUnits !== 0))
    return { kind: 'unreadable', why: `the amount of ${type}` };
  const money = debit.minorUnits === 0 ? credit : debit;
  if (money.minorUnits === 0) return { kind: 'other', type: `${type} of nothing` };
  const at = momentOf(row, zone);
  if (at === null) return { kind: 'unreadable', why: `the time of ${type}` };
  const [paymentId, reference] = [row('psp reference'), row('merchant reference')];
  const changeId = row('modification reference') || paymentId;
  if (changeId === '') return { kind: 'unreadable', why: `the references of ${type}` };
  // A negative debit is a credit, and a negative credit is a debit.
  const isCredit = credit.minorUnits > 0 || debit.minorUnits < 0;
  return {
    kind: 'money',
    what: isCredit ? meaning.credit : meaning.debit,
    // All changes of one dispute share one reference, and a dispute can be won twice, so type and time are part of the key.
    lineKey: `${changeId}/${type.toLowerCase()}/${row('creation date')}`,
    providerPaymentId: paymentId === '' ? null : paymentId,
    orderId: isOrderId(reference) ? reference : null,
    money: { ...money, minorUnits: Math.abs(money.minorUnits) },
    at,
  };
}

function linesOf(row: ReportRow, zone: ReportZone): ReportLine[] {
  const type = row('type');
  const key = type.toLowerCase();
  const meaning = Object.hasOwn(TYPES, key) ? TYPES[key] : undefined;
  if (meaning === undefined) return [{ kind: 'unknown', type }];
  if (meaning === 'other') return [{ kind: 'other', type }];
  if (meaning === 'fee') {
    const credit = row('net credit (nc)');
    return feeOf(row, [row('net debit (nc)'), credit === '' ? '' : `-${credit}`]);
  }
  return [
    moneyLine(row, zone, meaning),
    ...feeOf(
      row,
      COSTS.map((cost) => row(cost)),
    ),
  ];
}

/** "Settlement details", one file for each payout: one row is one change of a payment, with its costs beside it. */
export const SETTLEMENT_DETAILS: SettlementReport = {
  provider: 17,
  name: 'Settlement details',
  needs: [
    'psp reference',
    'merchant reference',
    'creation date',
    'type',
    'modification reference',
    'gross currency',
    'gross debit (gc)',
    'gross credit (gc)',
    'net currency',
  ],
  habit: { cut: 'batch', settlesWithinDays: 3 },
  zone: 'Europe/Amsterdam',
  linesOf,
};

/** The webhook event that announces a settlement report. */
const REPORT_AVAILABLE = 'REPORT_AVAILABLE';

const FILE = /^settlement_detail_report_batch_\d{1,9}\.csv$/;

export interface AdyenReportSourceOptions {
  /** `https://ca-live.adyen.com`, `https://ca-test.adyen.com`. */
  readonly reportsUrl: string;
  readonly apiKey: string;
  /** The unparsed webhooks with that event which were received between two times. */
  readonly announcements: (span: { readonly from: Date; readonly to: Date }) => Promise<readonly string[]>;
}

/** The report is fetched with our key, so only from the provider's own host, and only the report we read. */
function fileAt(address: string, reportsUrl: string): { name: string; address: string } | null {
  const root = `${reportsUrl.replace(/\/$/, '')}/reports/download/`;
  if (!URL.canParse(address)) return null;
  const { href, pathname, search } = new URL(address);
  const name = pathname.split('/').at(-1) ?? '';
  return href.startsWith(root) && search === '' && FILE.test(name) ? { name, address: href } : null;
}

export function adyenReports({ reportsUrl, apiKey, announcements }: AdyenReportSourceOptions): ReportSource {
  return {
    async reportsOf(day: SettlementDay, zone: ReportZone): Promise<FoundReports> {
      const bodies = await announcements(zone.daySpan(day));
      const addresses = bodies.flatMap((body) =>
        (itemsIn(jsonIn(body)) ?? [])
          .filter(({ eventCode }) => eventCode === REPORT_AVAILABLE)
          .flatMap(({ reason }) => fileAt(reason ?? '', reportsUrl) ?? []),
      );
      const files: ReportFile[] = addresses.map(({ name, address }) => ({
        name,
        open: () => fetchFile(address, { 'x-api-key': apiKey }),
      }));
      if (files.length > 0) return { kind: 'found', files };
      return { kind: 'not-there', why: 'Adyen has told of no Settlement details report on this day' };
    },
  };
}
