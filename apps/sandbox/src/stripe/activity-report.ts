import { csvRow, decimal, type Movement } from '../world/movements.ts';

/** The columns, as Stripe documents them for balance_change_from_activity.itemized.3, with a column of our own at the end. */
const HEADERS = [
  'balance_transaction_id',
  'created_utc',
  'created',
  'available_on_utc',
  'available_on',
  'currency',
  'gross',
  'fee',
  'net',
  'reporting_category',
  'source_id',
  'description',
  'customer_facing_amount',
  'customer_facing_currency',
  'charge_id',
  'payment_intent_id',
  'payment_metadata[order_id]',
] as const;

const ROWS = {
  captured: { category: 'charge', sign: 1, fee: 59 },
  'capture-failed': null,
  refunded: { category: 'refund', sign: -1, fee: 0 },
  'refund-failed': { category: 'refund_failure', sign: 1, fee: 0 },
  'dispute-opened': null,
  disputed: { category: 'dispute', sign: -1, fee: 1_500 },
  'dispute-returned': { category: 'dispute_reversal', sign: 1, fee: 0 },
} as const satisfies Record<Movement['what'], object | null>;

function rowOf({ what, id, paymentId, reference, amount, currency, at }: Movement): string | null {
  const kind = ROWS[what];
  if (kind === null) return null;
  const moment = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  const gross = kind.sign * amount;
  const cells: Readonly<Record<string, string>> = {
    balance_transaction_id: `txn_${what}_${id}`,
    created_utc: moment,
    created: moment,
    available_on_utc: moment,
    available_on: moment,
    currency: currency.toLowerCase(),
    gross: decimal(gross),
    fee: decimal(kind.fee),
    net: decimal(gross - kind.fee),
    reporting_category: kind.category,
    source_id: id,
    customer_facing_amount: decimal(gross),
    customer_facing_currency: currency.toLowerCase(),
    payment_intent_id: paymentId,
    'payment_metadata[order_id]': reference ?? '',
  };
  return csvRow(HEADERS.map((header) => cells[header] ?? ''));
}

/** "Balance change from activity, itemized": one row for each movement of money, made while the file is sent. */
export function* activityReport(movements: Iterable<Movement>): Generator<string> {
  yield csvRow(HEADERS);
  for (const movement of movements) {
    const row = rowOf(movement);
    if (row !== null) yield row;
  }
}
