import { sorted } from '../sorted.ts';

/**
 * How many calls of one kind a process carries at once, found from how long the last ones waited. A fixed number is right for
 * one machine and one database only: where they are slower, the same number of calls waits longer.
 */
export interface WaitRule {
  /** The wait that half of the calls should stay below. */
  readonly targetMs: number;
  /**
   * The limit never falls below this number: a call that is slow when it runs almost alone waits for something else than other
   * calls.
   */
  readonly fewest: number;
  readonly most: number;
}

/** Calls that began after the last change of the limit and have ended, so that all of them ran under the current limit. */
export interface WaitWindow {
  readonly waitsMs: readonly number[];
  readonly mostUnderWay: number;
}

/** The limit changes by these factors at most after one window. */
const FACTOR_MIN = 0.5;
const FACTOR_MAX = 1.5;

function medianOf(numbers: readonly number[]): number {
  const all = sorted(numbers, (one, other) => one - other);
  return all[Math.floor((all.length - 1) / 2)] ?? 0;
}

/**
 * By Little's law calls that share a full machine wait as long as there are many of them, so the limit is changed by the same
 * factor as the wait should be. It grows only when it was reached: a few calls at night do not show how many a process can carry.
 */
export function nextLimit(limit: number, { waitsMs, mostUnderWay }: WaitWindow, rule: WaitRule): number {
  if (waitsMs.length === 0) return limit;
  const factor = Math.min(FACTOR_MAX, rule.targetMs / Math.max(medianOf(waitsMs), 1));
  if (factor >= 1) return mostUnderWay < limit ? limit : Math.min(rule.most, Math.ceil(limit * factor));
  const carried = Math.min(limit, mostUnderWay);
  if (carried <= rule.fewest) return limit;
  return Math.max(rule.fewest, Math.floor(carried * Math.max(FACTOR_MIN, factor)));
}
