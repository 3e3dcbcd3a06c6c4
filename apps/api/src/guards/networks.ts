import { addressNumber, isIpv4Number } from '../platform/network-address.ts';

/** Whom an address counts as. */
export interface Networks {
  /** The network of one household or phone: an IPv4 address, or the /64 in which it picks a new IPv6 address whenever it likes. */
  readonly address: string;
  /** The /48 around an IPv6 address, which one customer may have as a whole; null for IPv4. */
  readonly site: string | null;
}

/** A /48 may be one customer, and it may be thousands of a carrier's phones, as one IPv4 address may: it gets this much more. */
export const SITE_FACTOR = 20;

const ADDRESS_BITS = 64n;
const SITE_BITS = 48n;

function prefixOf(address: bigint, bits: bigint): string {
  return `${(address >> (128n - bits)).toString(16).padStart(Number(bits) / 4, '0')}/${bits}`;
}

/** Texts that are no address count as one and the same caller: made-up ones give no further tries. */
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

/** Who answers for what comes from an address, and how much each may spend when an address may spend `most`. */
export function sharesOf(address: string, most: number): readonly [Share, ...Share[]] {
  const { address: narrow, site } = networksOf(address);
  return [
    { who: `address:${narrow}`, most },
    ...(site === null ? [] : [{ who: `site:${site}`, most: most * SITE_FACTOR }]),
  ];
}
