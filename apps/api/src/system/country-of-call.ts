import { readFile } from 'node:fs/promises';
import { addressNumber } from '../guards/networks.ts';

/** Finds the country of an IP address; null if it is unknown. */
export type CountryOf = (address: string) => string | null;

interface Range {
  readonly first: bigint;
  readonly last: bigint;
  readonly country: string;
}

function readLine(line: string, number: number): Range {
  const [from = '', to = '', country = ''] = line.split(',').map((cell) => cell.trim());
  const [first, last] = [addressNumber(from), addressNumber(to)];
  if (first === null || last === null || first > last || !/^[A-Z]{2}$/.test(country))
    throw new Error(`country ranges: line ${number} is not "first address,last address,CC"`);
  return { first, last, country };
}

/**
 * Reads ranges of addresses from a text with one range per line: `first address,last address,CC`, IPv4 or IPv6, in any
 * order, without overlaps. Empty lines and lines that begin with # are skipped. A wrong line prevents the start of the
 * program.
 */
export function countryRanges(text: string): CountryOf {
  const ranges = text
    .split(/\r?\n/)
    .map((line, i) => ({ line: line.trim(), number: i + 1 }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'))
    .map(({ line, number }) => readLine(line, number))
    .toSorted((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
  ranges.forEach((range, i) => {
    const before = ranges[i - 1];
    if (before && before.last >= range.first) throw new Error('country ranges: two ranges overlap');
  });
  return (address) => {
    const addressValue = addressNumber(address);
    if (addressValue === null) return null;
    let [low, high] = [0, ranges.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const range = ranges[middle];
      if (!range) return null;
      if (addressValue < range.first) high = middle - 1;
      else if (addressValue > range.last) low = middle + 1;
      else return range.country;
    }
    return null;
  };
}

/** Codes that proxies such as a CDN use for "unknown" and "Tor". */
const NO_COUNTRY = new Set(['XX', 'T1', 'ZZ']);

export function readCountryHeader(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const country = value.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(country) && !NO_COUNTRY.has(country) ? country : null;
}

/** Finds the country of a call; null if it is unknown. */
export type CountryOfCall = (headers: Readonly<Record<string, unknown>>, address: string) => string | null;

/**
 * Reads the country from the header of the proxy in front of us, which replaces a header that a visitor sends. Without
 * such a header the country is found by the address, in the ranges of COUNTRY_RANGES_FILE.
 */
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
    const headerCountry = countryHeader === null ? null : readCountryHeader(headers[countryHeader]);
    return headerCountry ?? countryOf(address);
  };
}
