import type { Movement } from '../../../../sandbox/src/world/movements.ts';
import { later, seedOrder, type SeededOrder } from './seeded-order.ts';

export const AGREEING_DAY = '2026-11-14';
const FIRST = new Date(`${AGREEING_DAY}T03:00:00Z`);
const SPREAD_MS = 15 * 3_600_000;
/** Rows of one order: the capture and two fees. */
const ROWS_OF_MOVEMENT = 3;

/** Orders of a day that agree with a report of about so many rows, one at a time. The same in every run. */
export function* ordersOf(rows: number): Generator<SeededOrder> {
  let left = rows;
  for (let number = 1; left > 0; number += 1) {
    const order = seedOrder(later(FIRST, Math.floor((number * SPREAD_MS) / rows)), number);
    left -= ROWS_OF_MOVEMENT * order.movements.length;
    yield order;
  }
}

export function* movementsOf(rows: number): Generator<Movement> {
  for (const order of ordersOf(rows)) yield* order.movements;
}
