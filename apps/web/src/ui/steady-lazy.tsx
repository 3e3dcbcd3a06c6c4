import { lazy, type ComponentType } from 'react';

const FIRST_PAUSE_MS = 300;
const PAUSE_MAX_MS = 5_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks until it comes: a chunk lost on the way is no reason to lose the page, and least of all a payment. */
export async function askUntilThere<Value>(load: () => Promise<Value>): Promise<Value> {
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 2, PAUSE_MAX_MS)) {
    try {
      return await load();
    } catch {
      await pause(ms);
    }
  }
}

/** A part with a chunk of its own, whose loss on a bad network is only a longer wait. What is shown meanwhile the caller says. */
export function steadyLazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return lazy(async () => ({ default: await askUntilThere(load) }));
}
