/** Random numbers (mulberry32): the same seed gives the same numbers. */
export interface Random {
  /** A whole number from 0 to `limit - 1`. */
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
  bytes(count: number): Uint8Array;
}

function mixed(state: number): number {
  let value = Math.imul(state ^ (state >>> 15), 1 | state);
  value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
  return (value ^ (value >>> 14)) >>> 0;
}

const GOLDEN = 0x6d2b79f5;

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + GOLDEN) >>> 0;
    return mixed(state) % limit;
  };
  return {
    below,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    bytes: (count) => Uint8Array.from({ length: count }, () => below(256)),
  };
}

/** The random number at position `index` of a seed, without drawing those before it. */
export function drawAt(seed: number, index: number, limit: number): number {
  return mixed((Math.imul(seed, 0x9e3779b1) + Math.imul(index + 1, GOLDEN)) >>> 0) % limit;
}
