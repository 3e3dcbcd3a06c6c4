import { nextLimit, type WaitRule } from '@jawhara/domain';

/** The calls of one kind: how many are under way, and how many may be. */
export interface WaitLimiter {
  isFull(): boolean;
  /** The returned function is called once at the call's end, with its wait; null if the wait is not known. */
  enter(): (waitMs: number | null) => void;
  limit(): number;
}

const WINDOW_MS = 500;
/** Fewer ended calls say too little: the window stays open longer. */
const CALLS_PER_WINDOW = 8;

/** Calls that began before the last change are not looked at: they waited in a queue that it has already shortened. */
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
