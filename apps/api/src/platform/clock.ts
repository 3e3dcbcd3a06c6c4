import { setTimeout } from 'node:timers/promises';

/** The current time. Passed in, so that tests can set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Measures and waits for time in a request. Passed in, so that a simulation can wait in simulated time. */
export interface Waiting {
  /** Milliseconds that never go back; only differences are meaningful. */
  readonly monotonicMs: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

export const systemWaiting: Waiting = {
  monotonicMs: () => performance.now(),
  pause: (ms) => setTimeout(ms),
};
