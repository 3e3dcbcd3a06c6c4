import { setTimeout } from 'node:timers/promises';

/** Passed in, so that tests set the time. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** How a request waits. Passed in, so that a simulation waits in simulated time. */
export interface Waiting {
  /** Milliseconds that never go back; only differences are meaningful. */
  readonly monotonicMs: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

export const systemWaiting: Waiting = {
  monotonicMs: () => performance.now(),
  pause: (ms) => setTimeout(ms),
};
