import type { FunnelMoment } from '@jawhara/domain';

/** A step of the funnel, or an uncaught error. */
export type TrackedEvent = FunnelMoment | ErrorEvent | PromiseRejectionEvent;

export type TrackListener = (event: TrackedEvent, atMs: number) => void;

const TRACKED = 'jawhara-tracked';

/** Adds an event to the page's queue; without a queue, as in the prerendered page, nothing happens. */
export function track(event: TrackedEvent): void {
  globalThis.dispatchEvent?.(new CustomEvent(TRACKED, { detail: event }));
}

/** The most events that wait for analytics, more than a visitor causes before it is loaded; later ones are dropped. */
const WAITING_MAX = 30;

export interface EventQueue {
  /** Passes the waiting events to the listener, then every later one. */
  readonly onTracked: (listener: TrackListener) => void;
}

/** Holds events until analytics is loaded. Created before the rest of the page runs, so that it gets every uncaught error. */
export function createEventQueue(): EventQueue {
  const waiting: Parameters<TrackListener>[] = [];
  let hear: TrackListener = (...event) => void (waiting.length < WAITING_MAX && waiting.push(event));
  const take = (event: TrackedEvent): void => hear(event, Date.now());
  addEventListener('error', take);
  addEventListener('unhandledrejection', take);
  addEventListener(TRACKED, (event) => take((event as CustomEvent<TrackedEvent>).detail));
  return {
    onTracked(listener) {
      hear = listener;
      for (const event of waiting.splice(0)) hear(...event);
    },
  };
}
