import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

export type Chance = (bytes: number) => Uint8Array;

const POOL_BYTES = 4096;
let pool = randomBytes(POOL_BYTES);
let usedBytes = 0;

/**
 * Random bytes. They are read from the system for some hundred ids at a time, and each byte is used once: reading for
 * every id would slow every request.
 */
export const systemChance: Chance = (bytes) => {
  if (bytes > POOL_BYTES) return randomBytes(bytes);
  if (usedBytes + bytes > POOL_BYTES) {
    pool = randomBytes(POOL_BYTES);
    usedBytes = 0;
  }
  usedBytes += bytes;
  return pool.subarray(usedBytes - bytes, usedBytes);
};

/**
 * The largest count of an id within its millisecond: twelve bits. Each millisecond starts in the lower half, so at
 * least two thousand ids fit into it.
 */
const COUNT_MAX = 0xfff;

/**
 * Within a millisecond each id's counter is one higher than the last, so rows of one transaction sort in the order in
 * which they were written.
 */
function counter(): (ms: number, drawn: number) => number {
  let last = { ms: 0, count: 0 };
  return (ms, drawn) => {
    const isNext = ms === last.ms && last.count < COUNT_MAX;
    last = { ms, count: isNext ? last.count + 1 : drawn & (COUNT_MAX >> 1) };
    return last.count;
  };
}

/**
 * UUID version 7: 48 bits of milliseconds, a counter, then random bits. Ids sort by time, so an index grows at one end,
 * and a monthly partition is a range of ids.
 */
function idOf(ms: number, chance: Chance, countAt: ReturnType<typeof counter>): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(ms, 0, 6);
  bytes.set(chance(10), 6);
  bytes.writeUInt16BE(countAt(ms, bytes.readUInt16BE(6)) | 0x7000, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const countOfProcess = counter();

export function timeOrderedId(now: Clock, chance: Chance): string {
  return idOf(now().getTime(), chance, countOfProcess);
}

/** Makes ids with a counter of their own, so that the same clock and the same random bytes give the same ids in every run. */
export function timeOrderedIds(now: Clock, chance: Chance): () => string {
  const countAt = counter();
  return () => idOf(now().getTime(), chance, countAt);
}

/** The smallest id that can be made at this time: every id made from then on is equal or greater. */
export function firstIdAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
