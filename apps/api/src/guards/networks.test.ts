import { describe, expect, it } from 'vitest';
import { networksOf, sharesOf, SITE_FACTOR } from './networks.ts';

describe('networks that are limited as one address', () => {
  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:fffe'],
    ['2001:db8:1:2::1', '2001:0DB8:0001:0002:0:0:0:9'],
    ['2001:db8:1:2::1', '[2001:db8:1:2::5]:51000'],
    ['2001:db8:1:2::1', '2001:db8:1:2:3:4:192.0.2.1'],
    ['fe80::1', 'fe80::2%eth0'],
    ['203.0.113.9', '::ffff:203.0.113.9'],
    ['203.0.113.9', '::FFFF:cb00:7109'],
    ['203.0.113.9', '0:0:0:0:0:ffff:203.0.113.9'],
    ['203.0.113.9', '203.0.113.9:51000'],
    ['203.0.113.9', ' 203.0.113.9 '],
    ['nonsense', 'other nonsense'],
    ['', '999.1.1.1'],
  ])('%s and %s are limited as one address', (one, other) => {
    expect(networksOf(one)).toEqual(networksOf(other));
  });

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['203.0.113.9', '203.0.113.10'],
    ['203.0.113.9', '::203.0.113.9'],
    ['::1', '127.0.0.1'],
    ['0.0.0.0', 'nonsense'],
  ])('%s and %s are limited as two addresses', (one, other) => {
    expect(networksOf(one).address).not.toBe(networksOf(other).address);
  });

  it('the /64 networks of one IPv6 /48 network share the limit of the /48 network, and no other address does', () => {
    const site = networksOf('2001:db8:1:2::1').site;
    expect(networksOf('2001:db8:1:ffff::1').site).toBe(site);
    expect(networksOf('2001:db8:2:2::1').site).not.toBe(site);
    expect(networksOf('::ffff:203.0.113.9').site).toBeNull();
  });

  it('an IPv6 /48 has a larger limit than one of its /64 networks', () => {
    expect(sharesOf('203.0.113.9', 5).map(({ most }) => most)).toEqual([5]);
    expect(sharesOf('2001:db8::1', 5).map(({ most }) => most)).toEqual([5, 5 * SITE_FACTOR]);
  });
});
