import type { Day } from '../../telemetry/telemetry-report.store.ts';

const DAY_MS = 86_400_000;

/** A day as people write it, else the one that it is now; null for one that is in no calendar. */
export function dayNamed(named: string | null, now: Date): Day | null {
  const text = named ?? now.toISOString().slice(0, 10);
  const from = new Date(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(from.getTime());
  // February 30th is read as some day in March.
  if (!isDay || from.toISOString().slice(0, 10) !== text) return null;
  return { from, to: new Date(from.getTime() + DAY_MS) };
}
