import type { FunnelMoment } from '@jawhara/domain';

/** A step of the funnel that was taken, or something that nobody caught. */
export type TrackedEvent = FunnelMoment | ErrorEvent | PromiseRejectionEvent;

export type TrackListener = (event: TrackedEvent, atMs: number) => void;

/** More than anybody does before those who record it are there. */
const WAITING_MAX = 30;

const waiting: Parameters<TrackListener>[] = [];
let hear: TrackListener = (...event) => void (waiting.length < WAITING_MAX && waiting.push(event));

/** Kept until those who record it are there, which is after the first paint. */
export const track = (event: TrackedEvent): void => hear(event, Date.now());

// Bound when this file is loaded, before anything else of ours runs.
globalThis.addEventListener?.('error', track);
globalThis.addEventListener?.('unhandledrejection', track);

/** What was told before comes first. */
export function onTracked(listener: TrackListener): void {
  hear = listener;
  for (const event of waiting.splice(0)) hear(...event);
}
