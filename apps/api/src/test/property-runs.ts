import process from 'node:process';

/** A quick look each time; `PROPERTY_RUNS=5000` plays that many, for whoever wants to be surer. */
export function propertyRuns(usual: number): number {
  return Number(process.env['PROPERTY_RUNS'] ?? usual);
}
