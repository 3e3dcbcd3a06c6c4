import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

export type Chance = (bytes: number) => Uint8Array;

const POOL_BYTES = 4096;
let pool = randomBytes(POOL_BYTES);
let taken = 0;

/** Drawn from the system some hundred ids at a time, each byte given out once: drawing for every id is a part of every request. */
export const systemChance: Chance = (bytes) => {
  if (bytes > POOL_BYTES) return randomBytes(bytes);
  if (taken + bytes > POOL_BYTES) {
    pool = randomBytes(POOL_BYTES);
    taken = 0;
  }
  taken += bytes;
  return pool.subarray(taken - bytes, taken);
};

/** UUID version 7: 48 bits of milliseconds, then chance. Sorts by time, so indexes grow at one end and months are ranges. */
export function timeOrderedId(now: Clock, chance: Chance): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(now().getTime(), 0, 6);
  bytes.set(chance(10), 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
