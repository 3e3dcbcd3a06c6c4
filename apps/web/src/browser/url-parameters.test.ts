import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packageName } from './package-name.ts';
import { orderIdOf, readUrlParameters } from './link.ts';

const read = (search: string, hash = '') => readUrlParameters({ search, hash });
const ORDER = '018f2f9e-0000-7000-8000-000000000001';

/** The names as the requirement lists them. */
const SPECIFIED =
  'session_key, open_id, platform, version_code, from, is_anchor, room_id, is_debug, is_release, api_base, bundleid, act_from, act_load_id, zp_orderid, zp_show, test_zp_show, test_update_date, info, jumpAppStore, stay_are, anti_ban, uuid, mock, ticket, redirect_from, lan, s_log, dt, log'.split(
    ', ',
  );

describe('readUrlParameters', () => {
  it('[APP-03] every specified link parameter is read into a value of its own', () => {
    const values = Object.values(read(`?${SPECIFIED.map((name) => `${name}=v-${name}`).join('&')}`));
    for (const name of SPECIFIED) expect(values).toContain(`v-${name}`);
    expect(read('?bundle_id=b').bundleId).toBe('b');
    expect(read('').ticket).toBeNull();
  });

  it.each([
    ['after a question mark inside the hash', '#/pay?test_local=1&zp_show=1&pageinfo=p&ticket=t'],
    ['after a question mark at the start of the hash', '#?test_local=1&zp_show=1&pageinfo=p&ticket=t'],
    ['directly in the hash', '#test_local=1&zp_show=1&pageinfo=p&ticket=t'],
    [
      'both directly in the hash and after a question mark in it',
      '#zp_show=1&pageinfo=p&place?test_local=1&ticket=t',
    ],
  ])('[APP-04] the link parameters test_local, zp_show, pageinfo and ticket are read %s', (_where, hash) => {
    expect(read('', hash)).toMatchObject({ testLocal: '1', isReturn: '1', pageInfo: 'p', ticket: 't' });
  });

  it('[APP-04] other link parameters are read after a question mark in the hash; the query has precedence', () => {
    expect(read('', '#/home?from=streamer&api_base=x')).toMatchObject({ from: 'streamer', apiBase: 'x' });
    expect(read('', '#zp_show=1&from=streamer').from).toBeNull();
    expect(read('?ticket=query', '#ticket=hash').ticket).toBe('query');
    expect(read('', '#/zp_show=1').isReturn).toBeNull();
  });

  it('[APP-04] a question mark inside the JSON of pageinfo does not cut the pageinfo', () => {
    const { pageInfo, isReturn } = read('', '#pageinfo={"back":"/pay?a=1"}&zp_show=1');
    expect([pageInfo, isReturn]).toEqual(['{"back":"/pay?a=1"}', '1']);
  });

  it('of a repeated or listed link parameter the first value counts, and nested parameters are ignored', () => {
    expect(read('?ticket=a&ticket=b').ticket).toBe('a');
    expect(read('?ticket[]=a&ticket[]=b').ticket).toBe('a');
    expect(read('?ticket[admin]=a&ticket=b').ticket).toBe('b');
    expect(read('?__proto__[ticket]=t&constructor=c').ticket).toBeNull();
  });

  it('[APP-05] reading the link parameters never throws, whatever the address', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (search, hash) => void read(search, hash)));
    for (const hostile of ['%', '%ff%fe', '[', ']', '[[[', 'a[', '&&&=', '=', '?', '\0'])
      expect(read(`?${hostile}&ticket=t`, `#${hostile}`).ticket).toBe('t');
  });
});

describe('the order of a link', () => {
  it('the order id of a link is read only if it has the form of an order id', () => {
    expect(orderIdOf(read(`?order_id=${ORDER}`))).toBe(ORDER);
    expect(orderIdOf(read('?order_id=../../etc'))).toBeNull();
  });
});

describe('packageName', () => {
  it('the package name is read from host, path or query of the page address; without one the passed default applies', () => {
    expect(packageName('https://are.example.com/pay', 'ksa')).toBe('are');
    expect(packageName('https://pay.example.com/ludo/pay', 'ksa')).toBe('ludo');
    expect(packageName('https://kanka.example.com/', 'ksa')).toBe('kanka');
    expect(packageName('https://x.example.com/?p=okey', 'ksa')).toBe('okey');
    expect(packageName('https://compare.example.com/', 'ksa')).toBe('ksa');
  });
});
