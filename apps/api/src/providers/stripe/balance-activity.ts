import {
  isOrderId,
  negated,
  NOTHING,
  readExactDecimal,
  readMoneyDecimal,
  readReportTime,
  type LineMeaning,
  type Money,
  type ReportLine,
  type ReportZone,
} from '@jawhara/domain';
import type { ReportRow, SettlementReport } from '../settlement-report.ts';

type Meaning = { readonly above: LineMeaning; readonly below: LineMeaning } | 'fee' | 'other';

const CAPTURE = { above: 'captured', below: 'capture-reversed' } as const;
const REFUND = { above: 'refund-returned', below: 'refunded' } as const;
const DISPUTE = { above: 'dispute-returned', below: 'disputed' } as const;

/** The meaning of each reporting_category. Amounts are signed: positive came to us, negative left us. */
const CATEGORIES: Readonly<Record<string, Meaning>> = {
  charge: CAPTURE,
  charge_failure: CAPTURE,
  partial_capture_reversal: CAPTURE,
  refund: REFUND,
  refund_failure: REFUND,
  dispute: DISPUTE,
  dispute_reversal: DISPUTE,
  fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
  advance: 'other',
  advance_funding: 'other',
  anticipation_repayment: 'other',
  connect_collection_transfer: 'other',
  connect_reserved_funds: 'other',
  contribution: 'other',
  financing_paydown: 'other',
  financing_paydown_reversal: 'other',
  financing_payout: 'other',
  financing_payout_reversal: 'other',
  other_adjustment: 'other',
  payout: 'other',
  payout_reversal: 'other',
  platform_earning: 'other',
  platform_earning_refund: 'other',
  risk_reserved_funds: 'other',
  topup: 'other',
  topup_reversal: 'other',
  transfer: 'other',
  transfer_reversal: 'other',
  unreconciled_customer_funds: 'other',
};

/** The provider writes currencies in lower case. */
const currencyIn = (row: ReportRow, column: string): string => row(column).toUpperCase();

/**
 * The amount in the payer's currency, if our account at the provider has another currency. Its sign is that of the
 * account's movement. Null if unknown.
 */
function amountOf(row: ReportRow): { readonly money: Money; readonly isBelow: boolean } | null {
  const gross = readMoneyDecimal(row('gross'), currencyIn(row, 'currency'));
  if (gross === null) return null;
  const customerAmount = row('customer_facing_amount');
  const paid =
    customerAmount === ''
      ? gross
      : readMoneyDecimal(customerAmount, currencyIn(row, 'customer_facing_currency'));
  if (paid === null) return null;
  return { money: { ...paid, minorUnits: Math.abs(paid.minorUnits) }, isBelow: gross.minorUnits < 0 };
}

function moneyLine(row: ReportRow, zone: ReportZone, meaning: Exclude<Meaning, string>): ReportLine {
  const category = row('reporting_category');
  const amount = amountOf(row);
  if (amount === null) return { kind: 'unreadable', why: `the amount of ${category}` };
  if (amount.money.minorUnits === 0) return { kind: 'other', type: `${category} of nothing` };
  const at = readReportTime(`${row('created_utc').replace(/Z$/, '')}Z`, zone);
  if (at === null) return { kind: 'unreadable', why: `the time of ${category}` };
  const [lineKey, paymentId] = [row('balance_transaction_id'), row('payment_intent_id')];
  if (lineKey === '' || paymentId === '') return { kind: 'unreadable', why: `the ids of ${category}` };
  const reference = row('payment_metadata[order_id]');
  return {
    kind: 'money',
    what: amount.isBelow ? meaning.below : meaning.above,
    lineKey,
    providerPaymentId: paymentId,
    orderId: isOrderId(reference) ? reference : null,
    money: amount.money,
    at,
  };
}

/** Positive where a fee is charged, beside the amount it belongs to. */
function feesIn(row: ReportRow): ReportLine[] {
  const text = row('fee');
  const amount = text === '' ? NOTHING : readExactDecimal(text);
  if (amount === null) return [{ kind: 'unreadable', why: `the fee of ${row('reporting_category')}` }];
  return amount === NOTHING ? [] : [{ kind: 'fee', currency: currencyIn(row, 'currency'), amount }];
}

function chargedLine(row: ReportRow): ReportLine {
  const amount = readExactDecimal(row('gross'));
  if (amount === null) return { kind: 'unreadable', why: `the amount of ${row('reporting_category')}` };
  return { kind: 'fee', currency: currencyIn(row, 'currency'), amount: negated(amount) };
}

function linesOf(row: ReportRow, zone: ReportZone): ReportLine[] {
  const type = row('reporting_category');
  const meaning = Object.hasOwn(CATEGORIES, type) ? CATEGORIES[type] : undefined;
  if (meaning === undefined) return [{ kind: 'unknown', type }, ...feesIn(row)];
  if (meaning === 'other') return [{ kind: 'other', type }, ...feesIn(row)];
  if (meaning === 'fee') return [chargedLine(row), ...feesIn(row)];
  return [moneyLine(row, zone, meaning), ...feesIn(row)];
}

/** "balance_change_from_activity.itemized.3": one row is one movement on our account at the provider, with its fee. */
export const BALANCE_ACTIVITY: SettlementReport = {
  provider: 18,
  name: 'Balance change from activity, itemized',
  needs: [
    'balance_transaction_id',
    'created_utc',
    'currency',
    'gross',
    'fee',
    'reporting_category',
    'payment_intent_id',
  ],
  habit: { cut: 'daily' },
  zone: 'UTC',
  linesOf,
};
