import { csvRow, decimal, type Movement } from '../world/movements.ts';

/** The columns of the report, named and ordered as Adyen documents them, with the reserved columns of newer files. */
const HEADERS = [
  'Company Account',
  'Merchant Account',
  'Psp Reference',
  'Merchant Reference',
  'Payment Method',
  'Creation Date',
  'TimeZone',
  'Type',
  'Modification Reference',
  'Gross Currency',
  'Gross Debit (GC)',
  'Gross Credit (GC)',
  'Exchange Rate',
  'Net Currency',
  'Net Debit (NC)',
  'Net Credit (NC)',
  'Commission (NC)',
  'Markup (NC)',
  'Scheme Fees (NC)',
  'Interchange (NC)',
  'Payment Method Variant',
  'Modification Merchant Reference',
  'Batch Number',
  'DCC Markup (NC)',
  'Surcharge Amount',
  'Merchant Order Reference',
  'Payment Fees (NC)',
] as const;

const TYPES = {
  captured: { type: 'Settled', side: 'credit' },
  'capture-failed': { type: 'SettledReversed', side: 'debit' },
  refunded: { type: 'Refunded', side: 'debit' },
  'refund-failed': { type: 'RefundedReversed', side: 'credit' },
  'dispute-opened': null,
  disputed: { type: 'Chargeback', side: 'debit' },
  'dispute-returned': { type: 'ChargebackReversed', side: 'credit' },
} as const satisfies Record<Movement['what'], object | null>;

const COMMISSION_CENTS = 20;
/** CET is one hour ahead of UTC. Summer time (CEST) is not simulated. */
const CET_MS = 3_600_000;

function local(at: number): string {
  return new Date(at + CET_MS).toISOString().slice(0, 19).replace('T', ' ');
}

function rowOf(movement: Movement, merchantAccount: string, batch: number): string | null {
  const kind = TYPES[movement.what];
  if (kind === null) return null;
  const { id, paymentId, reference, amount, currency, at, method } = movement;
  const [isCredit, isSale] = [kind.side === 'credit', movement.what === 'captured'];
  const net = decimal(amount - (isSale ? COMMISSION_CENTS : 0));
  const cells: Readonly<Record<string, string>> = {
    'Company Account': 'Jawhara',
    'Merchant Account': merchantAccount,
    'Psp Reference': paymentId,
    'Merchant Reference': reference ?? '',
    'Payment Method': method.toLowerCase(),
    'Creation Date': local(at),
    TimeZone: 'CET',
    Type: kind.type,
    'Modification Reference': id,
    'Gross Currency': currency,
    [isCredit ? 'Gross Credit (GC)' : 'Gross Debit (GC)']: decimal(amount),
    'Exchange Rate': '1',
    'Net Currency': currency,
    [isCredit ? 'Net Credit (NC)' : 'Net Debit (NC)']: net,
    'Commission (NC)': isSale ? decimal(COMMISSION_CENTS) : '',
    'Payment Method Variant': method.toLowerCase(),
    'Batch Number': String(batch),
  };
  return csvRow(HEADERS.map((header) => cells[header] ?? ''));
}

/** "Settlement details": a row for each movement of money, then the payout itself. Rows are made while the file is sent. */
export function* settlementDetailsReport(
  movements: Iterable<Movement>,
  { merchantAccount, batch }: { readonly merchantAccount: string; readonly batch: number },
): Generator<string> {
  yield csvRow(HEADERS);
  let at = 0;
  for (const movement of movements) {
    at = movement.at;
    const row = rowOf(movement, merchantAccount, batch);
    if (row !== null) yield row;
  }
  const payout: Readonly<Record<string, string>> = {
    'Company Account': 'Jawhara',
    'Merchant Account': merchantAccount,
    'Creation Date': local(at),
    TimeZone: 'CET',
    Type: 'MerchantPayout',
    'Batch Number': String(batch),
  };
  yield csvRow(HEADERS.map((header) => payout[header] ?? ''));
}
