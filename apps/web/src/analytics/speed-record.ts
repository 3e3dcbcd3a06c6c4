import type { SpeedRecord } from '../browser/storage/stored-speed.ts';
import type { SpeedEntry } from './speed-entries.ts';

/** The few times of a measured page that are kept here. The largest content may have been painted several times: the last counts. */
export function speedRecord(entries: readonly SpeedEntry[], atMs: number): SpeedRecord {
  const named = (name: string) => entries.find((entry) => entry.name === name)?.start;
  return {
    atMs,
    path: location.pathname,
    firstPaintMs: named('first-paint'),
    firstContentMs: named('first-contentful-paint'),
    largestContentMs: entries.filter(({ type }) => type === 'largest-contentful-paint').at(-1)?.start,
    loadMs: entries.find(({ type }) => type === 'navigation')?.ms,
  };
}
