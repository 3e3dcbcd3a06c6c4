import process from 'node:process';

/** Few runs by default; `PROPERTY_RUNS=5000` runs each property that often, for more certainty. */
export function propertyRuns(usual: number): number {
  return Number(process.env['PROPERTY_RUNS'] ?? usual);
}
