import { csvRow, decimal, type Movement } from '../world/movements.ts';

/** The columns are assumed, because we have not seen a real file; the names of the sheets are Tap's own. */
const HEADERS = [
  'Sheet',
  'Payout ID',
  'Date',
  'ID',
  'Charge ID',
  'Order Reference',
  'Amount',
  'Currency',
  'Fees',
  'Net',
  'Method',
  'Status',
] as const;

const ROWS = {
  captured: { sheet: 'Charges', status: 'CAPTURED', fees: 52 },
  'capture-failed': null,
  refunded: { sheet: 'Refunds', status: 'REFUNDED', fees: 0 },
  'refund-failed': null, // no row, even if the report has one of the refund itself
  'dispute-opened': null,
  disputed: { sheet: 'Disputes', status: '', fees: 0 },
  'dispute-returned': { sheet: 'Dispute_Release', status: '', fees: 0 },
} as const satisfies Record<Movement['what'], object | null>;

const RIYADH_MS = 3 * 60 * 60_000;

function rowOf({ what, id, paymentId, reference, amount, currency, at, method }: Movement): string | null {
  const kind = ROWS[what];
  if (kind === null) return null;
  const cells: Readonly<Record<string, string>> = {
    Sheet: kind.sheet,
    Date: new Date(at + RIYADH_MS).toISOString().slice(0, 19).replace('T', ' '),
    ID: id,
    'Charge ID': paymentId,
    'Order Reference': reference ?? '',
    Amount: decimal(amount),
    Currency: currency,
    Fees: decimal(kind.fees),
    Net: decimal(amount - kind.fees),
    Method: method,
    Status: kind.status,
  };
  return csvRow(HEADERS.map((header) => cells[header] ?? ''));
}

/** "Payout report": the rows of all sheets of one day in one file, made while it is sent. */
export function* payoutReport(movements: Iterable<Movement>): Generator<string> {
  yield csvRow(HEADERS);
  for (const movement of movements) {
    const row = rowOf(movement);
    if (row !== null) yield row;
  }
}
