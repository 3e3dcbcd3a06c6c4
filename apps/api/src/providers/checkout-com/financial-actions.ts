import {
  isOrderId,
  negated,
  readExactDecimal,
  readMoneyDecimal,
  readReportTime,
  type LineMeaning,
  type ReportLine,
  type ReportZone,
} from '@jawhara/domain';
import type { ReportRow, SettlementReport } from '../settlement-report.ts';

/** Amounts are signed: what came to us is above nothing, what left us is below. */
const MOVES = {
  capture: { above: 'captured', below: 'capture-reversed' },
  'partial capture': { above: 'captured', below: 'capture-reversed' },
  refund: { above: 'refund-returned', below: 'refunded' },
  'partial refund': { above: 'refund-returned', below: 'refunded' },
  /** The scheme did not clear an action: it takes a capture back, or brings a refund back. */
  'clearing failed': { above: 'refund-returned', below: 'capture-reversed' },
} as const satisfies Record<string, { readonly above: LineMeaning; readonly below: LineMeaning }>;

const CHARGEBACK = { above: 'dispute-returned', below: 'disputed' } as const;
/** Debit, withdrawn, won, arbitration won (in both spellings), accepted before, represented by itself: the sign says which way. */
const CHARGEBACKS = /^chargeback \((adjm|cbrv|rpdw|arbw|abrw|arws|auto)\)$/;
/** Arbitration was lost: this is its price, not the payment. */
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

/** "Financial Actions by Payout ID": one row is one breakdown of one action, so a capture and its fees are several. */
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
