/**
 * Anybody may tell us about their page, and what they tell lies in the database that has the ledger. So it is counted in
 * bytes, for everybody who could be one and the same sender.
 */

/** Subjects that bytes are counted by: a device, its address, the network around that, and all of the shop together. */
export type TelemetrySubject = 'device' | 'address' | 'site' | 'all';

const KB = 1_000;
const MB = 1_000 * KB;

/**
 * In an hour of the clock. A page tells about 20 events of 0.75 kB each as they are kept, 15 kB, and with a report of its speed
 * up to 35 kB. So a device may open 15 pages or more, which nobody does who pays, and an address 400: behind a carrier's there
 * are thousands of payers, of whom a tenth come in the busiest hour and open two. A network (/48) may be one customer or
 * a carrier's.
 */
export const TELEMETRY_BYTES_PER_HOUR = {
  device: 512 * KB,
  // A sender without a cookie is a new device each time, and this limit stops it.
  address: 6 * MB,
  site: 32 * MB,
} as const satisfies Record<Exclude<TelemetrySubject, 'all'>, number>;

/** A subject that a report is counted by, with its budget. */
export interface TelemetryPurse {
  readonly subject: TelemetrySubject;
  readonly usedBytes: number;
  readonly mostBytes: number;
}

/** Who cannot pay for it, or null when it may be kept. Kept whole or not at all; what is not kept uses up nothing. */
export function overBudget(purses: readonly TelemetryPurse[], bytes: number): TelemetrySubject | null {
  const spent = purses.find(({ usedBytes, mostBytes }) => usedBytes + bytes > mostBytes);
  return spent?.subject ?? null;
}
