import type { FunnelMoment } from '@jawhara/domain';

/** A step of the funnel, or an uncaught error. */
export type TrackedEvent = FunnelMoment | ErrorEvent | PromiseRejectionEvent;

export type TrackListener = (event: TrackedEvent, atMs: number) => void;

/** More events than a visitor causes before analytics is loaded. */
const WAITING_MAX = 30;

const waiting: Parameters<TrackListener>[] = [];
let hear: TrackListener = (...event) => void (waiting.length < WAITING_MAX && waiting.push(event));

/** Queued until analytics is loaded, which is after the first paint. */
export const track = (event: TrackedEvent): void => hear(event, Date.now());

// Bound when this file is loaded, before anything else of ours runs.
globalThis.addEventListener?.('error', track);
globalThis.addEventListener?.('unhandledrejection', track);

/** Queued events are delivered first. */
export function onTracked(listener: TrackListener): void {
  hear = listener;
  for (const event of waiting.splice(0)) hear(...event);
}
