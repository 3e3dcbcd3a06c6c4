import {
  isOrderId,
  readExactDecimal,
  readMoneyDecimal,
  readReportTime,
  type LineMeaning,
  type ReportLine,
  type ReportZone,
} from '@jawhara/domain';
import type { ReportRow, SettlementReport } from '../settlement-report.ts';

/** The sheets of the provider's workbook, one after the other in one file; the first column names the sheet. */
const SHEETS: Readonly<Record<string, LineMeaning | 'other'>> = {
  charges: 'captured',
  refunds: 'refunded',
  disputes: 'disputed',
  dispute_release: 'dispute-returned',
  summary: 'other',
};

/** Statuses that moved money; failed rows are in the file too. */
const MOVED: readonly string[] = ['CAPTURED', 'REFUNDED', ''];

function moneyLine(row: ReportRow, zone: ReportZone, what: LineMeaning): ReportLine {
  const sheet = row('sheet');
  const money = readMoneyDecimal(row('amount').replace(/^-/, ''), row('currency').toUpperCase());
  if (money === null) return { kind: 'unreadable', why: `the amount of ${sheet}` };
  if (money.minorUnits === 0) return { kind: 'other', type: `${sheet} of nothing` };
  const at = readReportTime(row('date'), zone);
  if (at === null) return { kind: 'unreadable', why: `the time of ${sheet}` };
  const [id, chargeId, reference] = [row('id'), row('charge id'), row('order reference')];
  if (id === '' || chargeId === '') return { kind: 'unreadable', why: `the ids of ${sheet}` };
  return {
    kind: 'money',
    what,
    lineKey: `${id}/${sheet.toLowerCase()}`,
    providerPaymentId: chargeId,
    orderId: isOrderId(reference) ? reference : null,
    money,
    at,
  };
}

function feesIn(row: ReportRow): ReportLine[] {
  const text = row('fees');
  if (text === '') return [];
  const amount = readExactDecimal(text);
  if (amount === null) return [{ kind: 'unreadable', why: `the fees of ${row('sheet')}` }];
  return amount === 0n ? [] : [{ kind: 'fee', currency: row('currency').toUpperCase(), amount }];
}

function linesOf(row: ReportRow, zone: ReportZone): ReportLine[] {
  const [sheet, status] = [row('sheet'), row('status').toUpperCase()];
  const key = sheet.toLowerCase();
  const meaning = Object.hasOwn(SHEETS, key) ? SHEETS[key] : undefined;
  if (meaning === undefined) return [{ kind: 'unknown', type: sheet }];
  if (meaning === 'other') return [{ kind: 'other', type: sheet }];
  if (!MOVED.includes(status)) return [{ kind: 'other', type: `${sheet} ${status}` }, ...feesIn(row)];
  return [moneyLine(row, zone, meaning), ...feesIn(row)];
}

/**
 * "Payout report". Its documentation describes the sheets but not the columns: these column names are guesses until the
 * first real file arrives. A file without them is refused, and the refusal names the missing column.
 */
export const PAYOUT_REPORT: SettlementReport = {
  provider: 19,
  name: 'Payout report',
  needs: ['sheet', 'id', 'charge id', 'amount', 'currency', 'status', 'date'],
  habit: { cut: 'batch', settlesWithinDays: 3 },
  zone: 'Asia/Riyadh',
  linesOf,
};
