export function isOnline(): boolean {
  return navigator.onLine;
}

export function subscribeToOnline(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/**
 * Resolves after a time, but not while the device is offline, and at once when the page becomes visible or the network
 * returns, so that a visible page is current and a hidden one polls nothing.
 */
export function waitForTurn(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let isDue = false;
    const isHidden = (): boolean => document.visibilityState === 'hidden';
    const finish = (): void => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onWake);
      unsubscribe();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const onWake = (): void => {
      if (isOnline() && !isHidden()) finish();
    };
    const timer = setTimeout(() => {
      isDue = true;
      if (isOnline() && !isHidden()) finish();
    }, ms);
    const unsubscribe = subscribeToOnline(() => {
      if (isDue) onWake();
    });
    document.addEventListener('visibilitychange', onWake);
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
  });
}

export function waitExactly(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

const NOT_IDLE_AFTER_ALL_MS = 2_000;
/** A phone that is never idle runs the work after this time. */
const NEVER_IDLE_AFTER_MS = 10_000;

/** Runs the work when the page is idle; Safari cannot report that, and waits for a while instead. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: NEVER_IDLE_AFTER_MS });
  else setTimeout(work, NOT_IDLE_AFTER_ALL_MS);
}
