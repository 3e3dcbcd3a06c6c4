import process from 'node:process';

/** How often each property test runs: as usual, or `PROPERTY_RUNS=5000` times for more certainty. */
export function propertyRuns(usual: number): number {
  return Number(process.env['PROPERTY_RUNS'] ?? usual);
}
