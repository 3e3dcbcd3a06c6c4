import { isIPv4, isIPv6 } from 'node:net';

/** Which country an address is in; null where nobody can say. */
export type CountryOf = (address: string) => string | null;

interface Range {
  readonly first: bigint;
  readonly last: bigint;
  readonly country: string;
}

/** IPv4 addresses live where IPv6 maps them, so one list serves both. */
const IPV4_MAPPED = 0xffff_0000_0000n;

function groupsOf(text: string): bigint[] {
  return text === '' ? [] : text.split(':').map((group) => BigInt(`0x${group}`));
}

export function addressNumber(address: string): bigint | null {
  const bare = address.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
  if (isIPv4(mapped))
    return mapped.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n) + IPV4_MAPPED;
  if (!isIPv6(bare) || bare.includes('.')) return null;
  const [head = '', tail] = bare.split('::');
  const [left, right] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array<bigint>(tail === undefined ? 0 : 8 - left.length - right.length).fill(0n);
  return [...left, ...zeros, ...right].reduce((sum, group) => sum * 0x1_0000n + group, 0n);
}

function readLine(line: string, number: number): Range {
  const [from = '', to = '', country = ''] = line.split(',').map((cell) => cell.trim());
  const [first, last] = [addressNumber(from), addressNumber(to)];
  if (first === null || last === null || first > last || !/^[A-Z]{2}$/.test(country))
    throw new Error(`country ranges: line ${number} is not "first address,last address,CC"`);
  return { first, last, country };
}

/**
 * A text file, one range a line: `first address,last address,CC`, IPv4 or IPv6, in any order, without overlaps.
 * Empty lines and lines that begin with # are left out. A wrong line stops the start, not a payment.
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
    const asked = addressNumber(address);
    if (asked === null) return null;
    let [low, high] = [0, ranges.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const range = ranges[middle];
      if (!range) return null;
      if (asked < range.first) high = middle - 1;
      else if (asked > range.last) low = middle + 1;
      else return range.country;
    }
    return null;
  };
}

/** Codes that edges use for "unknown" and "Tor". */
const NO_COUNTRY = new Set(['XX', 'T1', 'ZZ']);

export function readCountryHeader(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const country = value.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(country) && !NO_COUNTRY.has(country) ? country : null;
}
