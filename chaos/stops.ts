import type { Check } from './check.ts';

/** A process that received a stop signal, and how long it took to end. */
export interface Stop {
  readonly name: string;
  readonly tookMs: number;
}

const STOPS_WITHIN_MS = 20_000;

export const stopLine = ({ name, tookMs }: Stop): string =>
  `${name} took ${(tookMs / 1_000).toFixed(1)} s to stop`;

export function stopsInTime(stops: readonly Stop[]): Check {
  return {
    truth: `every process stopped within ${STOPS_WITHIN_MS / 1_000} s`,
    counted: stops.length,
    breaches: stops.filter(({ tookMs }) => tookMs > STOPS_WITHIN_MS).map(stopLine),
  };
}
