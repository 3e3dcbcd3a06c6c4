import { isIPv4, isIPv6 } from 'node:net';

/** IPv4 addresses are converted to their IPv6-mapped form, so that both spellings of an address give the same number. */
const IPV4_MAPPED = 0xffff_0000_0000n;
const IPV4_BITS = 32n;

function ipv4Number(dotted: string): bigint {
  return dotted.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

function groupsOf(text: string): bigint[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [BigInt(`0x${group}`)];
    const last = ipv4Number(group);
    return [last >> 16n, last & 0xffffn];
  });
}

/**
 * Removes what proxies and systems add to an address: a port (`[2001:db8::1]:443`, `203.0.113.9:443`) or the interface
 * of a link-local address (`fe80::1%eth0`).
 */
function bareAddress(text: string): string {
  const [unzoned = ''] = text.trim().split('%', 1);
  if (unzoned.startsWith('[')) return unzoned.slice(1).split(']', 1)[0] ?? '';
  const [head = '', ...rest] = unzoned.split(':');
  return rest.length === 1 && isIPv4(head) ? head : unzoned;
}

/** The address as a 128-bit number, or null for other text. */
export function addressNumber(address: string): bigint | null {
  const bare = bareAddress(address);
  if (isIPv4(bare)) return ipv4Number(bare) + IPV4_MAPPED;
  if (!isIPv6(bare)) return null;
  const [head = '', tail] = bare.split('::');
  const [left, right] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array<bigint>(tail === undefined ? 0 : 8 - left.length - right.length).fill(0n);
  return [...left, ...zeros, ...right].reduce((sum, group) => sum * 0x1_0000n + group, 0n);
}

/** True for an IPv4 address in any spelling. */
function isIpv4Number(address: bigint): boolean {
  return address >> IPV4_BITS === IPV4_MAPPED >> IPV4_BITS;
}

/** The networks that an address belongs to. */
interface Networks {
  /** The network of one household or phone: an IPv4 address, or the /64 network in which it can take any IPv6 address. */
  readonly address: string;
  /** The /48 network around an IPv6 address, which may belong to one customer; null for IPv4. */
  readonly site: string | null;
}

/** A /48 network may belong to one customer or to thousands of a carrier's phones, so its limits are this many times larger. */
export const SITE_FACTOR = 20;

const ADDRESS_BITS = 64n;
const SITE_BITS = 48n;

function prefixOf(address: bigint, bits: bigint): string {
  return `${(address >> (128n - bits)).toString(16).padStart(Number(bits) / 4, '0')}/${bits}`;
}

/** All unreadable addresses share one limit, so that invented addresses give no further tries. */
const UNREADABLE: Networks = { address: 'unreadable', site: null };

export function networksOf(address: string): Networks {
  const number = addressNumber(address);
  if (number === null) return UNREADABLE;
  if (isIpv4Number(number)) return { address: (number & 0xffff_ffffn).toString(16), site: null };
  return { address: prefixOf(number, ADDRESS_BITS), site: prefixOf(number, SITE_BITS) };
}

export interface Share {
  readonly who: string;
  readonly most: number;
}

/** The networks towards whose limits an address counts, and the limit of each, if the limit of one address is `most`. */
export function sharesOf(address: string, most: number): readonly [Share, ...Share[]] {
  const { address: narrow, site } = networksOf(address);
  return [
    { who: `address:${narrow}`, most },
    ...(site === null ? [] : [{ who: `site:${site}`, most: most * SITE_FACTOR }]),
  ];
}
