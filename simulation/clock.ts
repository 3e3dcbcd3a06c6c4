import type { Waiting } from '../apps/api/src/platform/clock.ts';

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const STARTS_AT = Date.parse('2026-12-01T08:00:00Z');

interface Timer {
  readonly atMs: number;
  readonly ring: () => void;
}

/** A clock that stands still until the history moves it forward. */
export class VirtualClock {
  #ms = STARTS_AT;
  #timers: Timer[] = [];

  readonly now = (): Date => new Date(this.#ms);

  readonly waiting: Waiting = {
    monotonicMs: () => this.#ms,
    pause: (ms) => new Promise((resolve) => this.ringAfter(ms, resolve)),
  };

  /** Returns a function that cancels the timer. */
  ringAfter(ms: number, ring: () => void): () => void {
    const timer = { atMs: this.#ms + ms, ring };
    this.#timers.push(timer);
    return () => void (this.#timers = this.#timers.filter((one) => one !== timer));
  }

  forward(ms: number): void {
    this.#ms += ms;
    const due = this.#timers.filter(({ atMs }) => atMs <= this.#ms);
    this.#timers = this.#timers.filter(({ atMs }) => atMs > this.#ms);
    for (const { ring } of due.toSorted((one, other) => one.atMs - other.atMs)) ring();
  }
}
