import { readFile } from 'node:fs/promises';
import { countryRanges, readCountryHeader } from './country-ranges.ts';

/** Where a call comes from; null where nobody can say. */
export type CountryOfCall = (headers: Readonly<Record<string, unknown>>, address: string) => string | null;

/** By the header of the edge in front of us, which sets and overwrites it; else by the ranges the operator gave. */
export async function countryOfCall({
  countryHeader,
  countryRangesFile,
}: {
  readonly countryHeader: string | null;
  readonly countryRangesFile: string | null;
}): Promise<CountryOfCall> {
  const ranges = countryRangesFile === null ? '' : await readFile(countryRangesFile, 'utf8');
  const countryOf = countryRanges(ranges);
  return (headers, address) => {
    const told = countryHeader === null ? null : readCountryHeader(headers[countryHeader]);
    return told ?? countryOf(address);
  };
}
