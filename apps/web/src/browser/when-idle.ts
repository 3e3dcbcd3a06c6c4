const NOT_IDLE_AFTER_ALL_MS = 2_000;
/** A phone that is never idle gets there too. */
const NEVER_IDLE_AFTER_MS = 10_000;

/** Does the work when the page has nothing better to do; Safari cannot tell, and waits a while instead. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: NEVER_IDLE_AFTER_MS });
  else setTimeout(work, NOT_IDLE_AFTER_ALL_MS);
}
