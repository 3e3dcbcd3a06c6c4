import { nextLimit, type WaitRule } from '@jawhara/domain';

/** Limits the calls of one kind that are under way at the same time. */
export interface WaitLimiter {
  isFull(): boolean;
  /** Counts a call. The returned function is called once when the call ends, with its wait; null if the wait is not known. */
  enter(): (waitMs: number | null) => void;
  limit(): number;
}

const WINDOW_MS = 500;
/** So many waits are needed for a decision; until then the window stays open. */
const CALLS_PER_WINDOW = 8;

/**
 * Adjusts the limit after each window. Calls that began before the last change are not measured: they waited in a queue
 * that the change has already shortened.
 */
export function waitLimiter(rule: WaitRule, first: number, monotonicMs: () => number): WaitLimiter {
  let limit = Math.min(first, rule.most);
  let underWay = 0;
  let mostUnderWay = 0;
  let changedAtMs = monotonicMs();
  let waitsMs: number[] = [];
  const endWindow = (nowMs: number): void => {
    if (waitsMs.length < CALLS_PER_WINDOW || nowMs - changedAtMs < WINDOW_MS) return;
    limit = nextLimit(limit, { waitsMs, mostUnderWay }, rule);
    changedAtMs = nowMs;
    waitsMs = [];
    mostUnderWay = underWay;
  };
  return {
    isFull: () => underWay >= limit,
    enter() {
      const beganAtMs = monotonicMs();
      underWay += 1;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      return (waitMs) => {
        underWay -= 1;
        if (waitMs === null || beganAtMs < changedAtMs) return;
        waitsMs.push(waitMs);
        endWindow(monotonicMs());
      };
    },
    limit: () => limit,
  };
}
