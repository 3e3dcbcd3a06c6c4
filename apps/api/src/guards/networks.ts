import { addressNumber, isIpv4Number } from '../platform/network-address.ts';

/** The networks that an address belongs to. */
export interface Networks {
  /** The network of one household or phone: an IPv4 address, or the /64 in which it changes its IPv6 address at will. */
  readonly address: string;
  /** The /48 around an IPv6 address, which one customer may own; null for IPv4. */
  readonly site: string | null;
}

/** A /48 may be one customer or thousands of a carrier's phones, so it gets this much more. */
export const SITE_FACTOR = 20;

const ADDRESS_BITS = 64n;
const SITE_BITS = 48n;

function prefixOf(address: bigint, bits: bigint): string {
  return `${(address >> (128n - bits)).toString(16).padStart(Number(bits) / 4, '0')}/${bits}`;
}

/** Unreadable addresses share one budget, so invented ones give no further tries. */
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

/** The networks that pay for an address, with the share of each when an address may spend `most`. */
export function sharesOf(address: string, most: number): readonly [Share, ...Share[]] {
  const { address: narrow, site } = networksOf(address);
  return [
    { who: `address:${narrow}`, most },
    ...(site === null ? [] : [{ who: `site:${site}`, most: most * SITE_FACTOR }]),
  ];
}
