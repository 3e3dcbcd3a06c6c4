import { isOnline, subscribeToOnline } from './online-state.ts';

/**
 * Resolves after a time, but not while the device is offline, and at once when the page comes back to the front or
 * the network returns: whoever looks at the page sees the newest state, and a phone in a pocket asks nobody.
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
