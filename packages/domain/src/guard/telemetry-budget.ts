/**
 * Anybody may send telemetry, and it is stored in the database that has the ledger. So its bytes are limited for every
 * possible sender.
 */

/** Subjects whose bytes are counted: a device, its address, the network around that, and the whole shop. */
export type TelemetrySubject = 'device' | 'address' | 'site' | 'all';

const KB = 1_000;
const MB = 1_000 * KB;

/**
 * Per hour. A page sends about 20 events of 0.75 kB as stored, 15 kB together, and up to 35 kB with a speed report. So a device
 * may open at least 14 pages, more than a payer does. An address may open 400: thousands of payers can share a carrier's address,
 * and a tenth of them open two pages in the busiest hour. A network (/48) may be one customer's or a carrier's.
 */
export const TELEMETRY_BYTES_PER_HOUR = {
  device: 512 * KB,
  // A sender without a cookie is a new device each time: this limit applies to it.
  address: 6 * MB,
  site: 32 * MB,
} as const satisfies Record<Exclude<TelemetrySubject, 'all'>, number>;

/** A subject whose bytes are counted, with its budget. */
export interface TelemetryPurse {
  readonly subject: TelemetrySubject;
  readonly usedBytes: number;
  readonly mostBytes: number;
}

/** The subject whose budget is exceeded, or null. A report is stored whole or not at all; a dropped one uses no budget. */
export function overBudget(purses: readonly TelemetryPurse[], bytes: number): TelemetrySubject | null {
  const spent = purses.find(({ usedBytes, mostBytes }) => usedBytes + bytes > mostBytes);
  return spent?.subject ?? null;
}
