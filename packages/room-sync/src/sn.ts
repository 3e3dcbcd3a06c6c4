const COUNTERS = 2 ** 32;
const GENERATIONS = 2 ** 21;

/**
 * The number of a room's change: sn = generation × 2^32 + n, where n counts the changes of the generation (RP-02). Plain
 * arithmetic, because bit operators cut numbers to 32 bits.
 */
export function snOf(generation: number, n: number): number {
  if (!isIn(generation, GENERATIONS) || !isIn(n, COUNTERS))
    throw new RangeError(`no sn of generation ${generation} and counter ${n}`);
  return generation * COUNTERS + n;
}

export function generationOf(sn: number): number {
  return Math.floor(sn / COUNTERS);
}

export function counterOf(sn: number): number {
  return sn % COUNTERS;
}

export function isSn(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isIn(value: number, end: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < end;
}
