import {
  negated,
  readExactDecimal,
  readMoneyDecimal,
  readReportTime,
  type LineMeaning,
  type ReportLine,
  type ReportZone,
} from '@jawhara/domain';
import type { ReportRow, SettlementReport } from '../settlement-report.ts';
import { orderOfTrade } from './trade.ts';

const STATUSES = ['success', 'failed', 'closed', 'cb request', 'cb reversed'] as const;
type Status = (typeof STATUSES)[number];
/** `unknown`: documented without a meaning, so an operator must look. */
type Meaning = LineMeaning | 'other' | 'unknown';
type Meanings = Readonly<Record<Status, Meaning>>;

const PAYMENT: Meanings = {
  success: 'captured',
  failed: 'other',
  closed: 'other',
  'cb request': 'dispute-announced',
  'cb reversed': 'dispute-returned',
};
/** The money of a failed refund is with us again: the refund may have been reported as made before. */
const REFUND: Meanings = {
  success: 'refunded',
  failed: 'refund-returned',
  closed: 'refund-returned',
  'cb request': 'unknown',
  'cb reversed': 'unknown',
};
const CHARGE_BACK: Meanings = {
  success: 'disputed',
  failed: 'dispute-returned',
  closed: 'unknown',
  'cb request': 'dispute-announced',
  'cb reversed': 'dispute-returned',
};
const all = (meaning: Meaning): Meanings =>
  Object.fromEntries(STATUSES.map((status) => [status, meaning])) as Meanings;

const TYPES: Readonly<Record<string, Meanings>> = {
  payment: PAYMENT,
  pay_link: PAYMENT,
  subscription: PAYMENT,
  collection: PAYMENT,
  merchant_initiated_payment: PAYMENT,
  refund: REFUND,
  charge_back: CHARGE_BACK,
  charge_back_assist: all('unknown'),
  charge_back_alert: all('unknown'),
  adjustment_increase: all('other'),
  adjustment_decrease: all('other'),
};

function isStatus(text: string): text is Status {
  return (STATUSES as readonly string[]).includes(text);
}

function moneyLine(row: ReportRow, zone: ReportZone, what: LineMeaning): ReportLine {
  const type = row('transaction type');
  const money = readMoneyDecimal(row('txn amount').replace(/^-/, ''), row('txn currency'));
  if (money === null) return { kind: 'unreadable', why: `the amount of ${type}` };
  if (money.minorUnits === 0) return { kind: 'other', type: `${type} of nothing` };
  const at = readReportTime(row('txn complete time'), zone);
  if (at === null) return { kind: 'unreadable', why: `the time of ${type}` };
  // In a row about a refund or dispute this column has the sale's id, and the next column the row's own id.
  const trade = row('originalmerchant txn id') || row('merchant txn id');
  const tradeOrder = row('trade order id');
  if (trade === '' || tradeOrder === '') return { kind: 'unreadable', why: `the ids of ${type}` };
  return {
    kind: 'money',
    what,
    lineKey: `${tradeOrder}/${type}/${row('txn status')}`.toLowerCase(),
    providerPaymentId: trade,
    orderId: orderOfTrade(trade),
    money,
    at,
  };
}

/** The report writes a charged fee as a negative number, or nothing without a fee. */
function feesOf(row: ReportRow): ReportLine[] {
  return (['txn fee', 'txn tax', 'merchant txn tax'] as const).flatMap((column): ReportLine[] => {
    const text = row(column);
    if (text === '') return [];
    const amount = readExactDecimal(text);
    if (amount === null) return [{ kind: 'unreadable', why: `the ${column}` }];
    return amount === 0n
      ? []
      : [{ kind: 'fee', currency: row(`${column} currency`), amount: negated(amount) }];
  });
}

function linesOf(row: ReportRow, zone: ReportZone): ReportLine[] {
  const [type, status] = [row('transaction type'), row('txn status').toLowerCase()];
  const key = type.toLowerCase();
  const meanings = Object.hasOwn(TYPES, key) ? TYPES[key] : undefined;
  const shown = `${type} ${row('txn status')}`;
  const meaning = meanings && isStatus(status) ? meanings[status] : 'unknown';
  if (meaning === 'unknown' || meaning === 'other') return [{ kind: meaning, type: shown }, ...feesOf(row)];
  return [moneyLine(row, zone, meaning), ...feesOf(row)];
}

/** "Payin Transaction Report": one row is one transaction that ended on that day. */
export const PAYIN_TRANSACTIONS: SettlementReport = {
  provider: 6,
  name: 'Payin Transaction Report',
  needs: [
    'txn complete time',
    'transaction type',
    'originalmerchant txn id',
    'merchant txn id',
    'trade order id',
    'txn status',
    'txn amount',
    'txn currency',
  ],
  habit: { cut: 'daily' },
  zone: 'UTC',
  linesOf,
};
