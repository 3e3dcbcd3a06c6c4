import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressNumber } from '../guards/networks.ts';
import { countryRanges, readCountryHeader } from './country-of-call.ts';

const FILE = `# first,last,country
5.42.192.0,5.42.255.255,SA
2001:16a0::,2001:16a0:ffff:ffff:ffff:ffff:ffff:ffff,SA

1.1.1.1,1.1.1.1,AU
94.200.0.0, 94.207.255.255, AE
`;

describe('countries by address', () => {
  const countryOf = countryRanges(FILE);

  it.each([
    ['5.42.192.0', 'SA'],
    ['5.42.255.255', 'SA'],
    ['5.43.0.0', null],
    ['5.42.191.255', null],
    ['::ffff:94.201.3.4', 'AE'],
    ['1.1.1.1', 'AU'],
    ['2001:16a0:1::9', 'SA'],
    ['2001:16a1::', null],
    ['fe80::1%eth0', null],
    ['not an address', null],
    ['', null],
  ])('the country of the address %s is found as %s', (address, country) => {
    expect(countryOf(address)).toBe(country);
  });

  it('without a file of country ranges no IP address has a country', () => {
    fc.assert(fc.property(fc.ipV4(), (address) => countryRanges('')(address) === null));
  });

  it('every IPv4 and IPv6 address is converted to a number', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.ipV4(),
          fc.ipV6().filter((text) => !text.includes('.')),
        ),
        (address) => {
          expect(addressNumber(address)).not.toBeNull();
        },
      ),
    );
    expect(addressNumber('::1')).toBe(1n);
    expect(addressNumber('::')).toBe(0n);
    expect(addressNumber('1::')).toBe(1n << 112n);
  });

  it.each([
    '1.1.1.1,AU',
    '1.1.1.2,1.1.1.1,AU',
    '1.1.1.1,1.1.1.2,Australia',
    'a,b,AU',
    '1.1.1.1,1.1.1.9,AU\n1.1.1.5,1.1.1.7,SA',
  ])('a malformed file of country ranges stops the start: %j', (text) => {
    expect(() => countryRanges(text)).toThrow(/country ranges/);
  });
});

it('a country header is read as its country code, or as unknown when it contains no valid one', () => {
  expect(readCountryHeader('sa')).toBe('SA');
  for (const value of ['XX', 'T1', '', 'SAU', undefined, ['SA']]) expect(readCountryHeader(value)).toBeNull();
});
