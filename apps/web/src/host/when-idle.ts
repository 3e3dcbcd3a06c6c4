const NOT_IDLE_AFTER_ALL_MS = 2_000;

/** Does the work when the page has nothing better to do; Safari cannot tell, and waits a while instead. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work);
  else setTimeout(work, NOT_IDLE_AFTER_ALL_MS);
}
