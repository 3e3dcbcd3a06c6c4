import { csvRow, decimal, type Movement } from '../world/movements.ts';

const HEADERS = ['id', 'payment', 'reference', 'what', 'amount', 'currency', 'at'] as const;

/** "Movements": one row for each movement of money. The amount is positive; the kind of movement says its direction. */
export function* movementsReport(movements: Iterable<Movement>): Generator<string> {
  yield csvRow(HEADERS);
  for (const { id, paymentId, reference, what, amount, currency, at } of movements) {
    const cells = [id, paymentId, reference ?? '', what, decimal(amount), currency];
    yield csvRow([...cells, new Date(at).toISOString()]);
  }
}
