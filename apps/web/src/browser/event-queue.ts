import type { FunnelMoment } from '@jawhara/domain';

/** A step of the funnel that was taken, or something that nobody caught. */
export type Told = FunnelMoment | ErrorEvent | PromiseRejectionEvent;

export type HearTold = (told: Told, atMs: number) => void;

/** More than anybody does before those who record it are there. */
const WAITING_MAX = 30;

const waiting: Parameters<HearTold>[] = [];
let hear: HearTold = (...told) => void (waiting.length < WAITING_MAX && waiting.push(told));

/** Kept until those who record it are there, which is after the first paint. */
export const tell = (told: Told): void => hear(told, Date.now());

// Bound when this file is loaded, before anything else of ours runs.
globalThis.addEventListener?.('error', tell);
globalThis.addEventListener?.('unhandledrejection', tell);

/** What was told before comes first. */
export function hearTold(listener: HearTold): void {
  hear = listener;
  for (const told of waiting.splice(0)) hear(...told);
}
