/** Failures of one step in a row, counted by this process alone: another process, or a restart, starts at zero. */
export interface StepFailures {
  /** Counts one failure more; true when no try is left. */
  isLast(key: string): boolean;
  forget(key: string): void;
}

/** About ten seconds with the engine's growing pauses, so that a step is parked before its flow is reported as stuck. */
export const TRIES_BEFORE_PARKING = 8;
const REMEMBERED_MAX = 10_000;

export function stepFailures(triesMax = TRIES_BEFORE_PARKING): StepFailures {
  const counts = new Map<string, number>();
  return {
    isLast(key) {
      const count = (counts.get(key) ?? 0) + 1;
      counts.delete(key);
      if (count >= triesMax) return true;
      counts.set(key, count);
      const [oldest] = counts.keys();
      if (counts.size > REMEMBERED_MAX && oldest !== undefined) counts.delete(oldest);
      return false;
    },
    forget: (key) => void counts.delete(key),
  };
}
