import { csvRow, decimal, type Movement } from '../world/movements.ts';

/** The columns, named and ordered as Checkout.com documents them. */
const HEADERS = [
  'Client Entity ID',
  'Client Entity Name',
  'Sub Entity ID',
  'Sub Entity Name',
  'Processing Channel ID',
  'Merchant Category Code',
  'Currency Account ID',
  'Currency Account Name',
  'Action Type',
  'Action ID',
  'Payment ID',
  'Requested On',
  'Processed On',
  'Processing Currency',
  'FX Rate Applied',
  'Holding Currency',
  'FX Trade ID',
  'Payout ID',
  'Reference',
  'Payment Method',
  'Card Type',
  'Card Category',
  'Issuer Country',
  'Entity Country',
  'Region',
  'MID',
  'Response Code',
  'Response Description',
  'Breakdown Type',
  'Processing Currency Amount',
  'Holding Currency Amount',
  'Entity Country Tax Currency',
  'Tax FX Rate',
  'Tax Currency Amount',
] as const;

/** For each movement: the name of its action, that of its row, and the sign of its amount. Null: it has no row. */
const ACTIONS = {
  captured: { action: 'Capture', breakdown: 'Capture', sign: 1 },
  'capture-failed': { action: 'Clearing Failed', breakdown: 'Clearing Failed', sign: -1 },
  refunded: { action: 'Refund', breakdown: 'Refund', sign: -1 },
  'refund-failed': { action: 'Clearing Failed', breakdown: 'Clearing Failed', sign: 1 },
  // The debit has a row as `disputed`.
  'dispute-opened': null,
  disputed: { action: 'Chargeback', breakdown: 'Chargeback (ADJM)', sign: -1 },
  'dispute-returned': { action: 'Chargeback', breakdown: 'Chargeback (RPDW)', sign: 1 },
} as const satisfies Record<Movement['what'], object | null>;

/** Millionths of the amount. */
const SCHEME_FEE_MILLIONTHS = 1_230;

function feesOf({ what, amount }: Movement): readonly (readonly [string, string])[] {
  if (what === 'captured')
    return [
      ['Interchange Fixed Fee', '-0.05'],
      // Fees have fractions of a cent.
      ['Scheme Variable Fee', decimal(-Math.round((amount * SCHEME_FEE_MILLIONTHS) / 100), 6)],
    ];
  if (what === 'refunded') return [['Refund Fixed Fee', '-0.10']];
  if (what === 'disputed') return [['Chargeback Fixed Fee', '-15.00']];
  return [];
}

/** The time in the account's time zone, without the zone in the text; the sandbox uses UTC. */
function local(at: number): string {
  return new Date(at).toISOString().replace('Z', '');
}

function* rowsOf(movement: Movement, payoutId: string): Generator<string> {
  const kind = ACTIONS[movement.what];
  if (kind === null) return;
  const { id, paymentId, reference, amount, currency, at, method } = movement;
  const lines = [[kind.breakdown, decimal(kind.sign * amount)] as const, ...feesOf(movement)];
  for (const [breakdown, value] of lines) {
    const cells: Readonly<Record<string, string>> = {
      'Client Entity ID': 'cli_jawharasandbox',
      'Client Entity Name': 'Jawhara, "the gem"',
      'Processing Channel ID': 'pc_jawharasandbox',
      'Action Type': kind.action,
      'Action ID': id,
      'Payment ID': paymentId,
      'Requested On': local(at),
      'Processed On': local(at),
      'Processing Currency': currency,
      'FX Rate Applied': '1',
      'Holding Currency': currency,
      'Payout ID': payoutId,
      Reference: reference ?? '',
      'Payment Method': method,
      'Issuer Country': 'SA',
      'Entity Country': 'AE',
      'Response Code': '10000',
      'Response Description': 'Approved',
      'Breakdown Type': breakdown,
      'Processing Currency Amount': value,
      'Holding Currency Amount': value,
    };
    yield csvRow(HEADERS.map((header) => cells[header] ?? ''));
  }
}

/** "Financial Actions by Payout ID": for each movement a row with its amount and one for each fee, made while it is sent. */
export function* financialActionsReport(movements: Iterable<Movement>, payoutId: string): Generator<string> {
  yield csvRow(HEADERS);
  for (const movement of movements) yield* rowsOf(movement, payoutId);
}
