import { csvRow, decimal, type Movement } from '../world/movements.ts';

/** The columns, named and ordered as PayerMax documents them. The real file is an Excel workbook, this one is CSV. */
const HEADERS = [
  'AppID',
  'Txn Create Time',
  'Txn Complete Time',
  'User ID',
  'Transaction Type',
  'OriginalMerchant Txn ID',
  'Merchant Txn ID',
  'Trade Order ID',
  'Txn Status',
  'Country',
  'Txn Amount',
  'Txn Currency',
  'Payment Amount',
  'Payment Currency',
  'Payment Method Type',
  'Payment Method',
  'Traget Org/Card Org',
  'Txn Fee',
  'Txn Fee Currency',
  'Rate Fee',
  'Fixed Fee',
  'Txn Tax',
  'Txn Tax Currency',
  'Merchant Txn Tax',
  'Merchant Txn Tax Currency',
  'Net Amount',
  'Net Currency',
  'Exchange Rate',
  'Exchange rate Time',
  'Exchange Type',
  'Failure Reason',
] as const;

const ROWS = {
  captured: { type: 'PAYMENT', status: 'SUCCESS' },
  'capture-failed': null,
  refunded: { type: 'REFUND', status: 'SUCCESS' },
  'refund-failed': { type: 'REFUND', status: 'FAILED' },
  'dispute-opened': { type: 'CHARGE_BACK', status: 'CB Request' },
  disputed: { type: 'CHARGE_BACK', status: 'SUCCESS' },
  'dispute-returned': { type: 'CHARGE_BACK', status: 'CB Reversed' },
} as const satisfies Record<Movement['what'], object | null>;

/** "2026/11/14 10:12:00", in UTC like the days of the merchant platform. */
function local(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ');
}

function rowOf(movement: Movement, appId: string): string | null {
  const kind = ROWS[movement.what];
  if (kind === null) return null;
  const { id, paymentId, ownId, amount, currency, at, method } = movement;
  const isSale = movement.what === 'captured';
  const cells: Readonly<Record<string, string>> = {
    AppID: appId,
    'Txn Create Time': local(at),
    'Txn Complete Time': local(at),
    'Transaction Type': kind.type,
    'OriginalMerchant Txn ID': isSale ? '' : paymentId,
    'Merchant Txn ID': ownId ?? paymentId,
    'Trade Order ID': id,
    'Txn Status': kind.status,
    Country: 'SA',
    'Txn Amount': decimal(amount),
    'Txn Currency': currency,
    'Payment Amount': decimal(amount),
    'Payment Currency': currency,
    'Payment Method Type': 'CARD',
    'Payment Method': method,
    'Traget Org/Card Org': method,
    'Txn Fee': isSale ? '-0.30' : '',
    'Txn Fee Currency': currency,
  };
  return csvRow(HEADERS.map((header) => cells[header] ?? ''));
}

/** "Payin Transaction Report": one row for each sale, refund and other movement of money, made while the file is sent. */
export function* payinTransactionReport(movements: Iterable<Movement>, appId: string): Generator<string> {
  yield csvRow(HEADERS);
  for (const movement of movements) {
    const row = rowOf(movement, appId);
    if (row !== null) yield row;
  }
}
