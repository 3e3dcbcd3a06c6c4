import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packageName } from './package-name.ts';
import { orderIdOf, readUrlParameters } from './url-parameters.ts';

const read = (search: string, hash = '') => readUrlParameters({ search, hash });
const ORDER = '018f2f9e-0000-7000-8000-000000000001';

/** The names as the requirement lists them. */
const SPECIFIED =
  'session_key, open_id, platform, version_code, from, is_anchor, room_id, is_debug, is_release, api_base, bundleid, act_from, act_load_id, zp_orderid, zp_show, test_zp_show, test_update_date, info, jumpAppStore, stay_are, anti_ban, uuid, mock, ticket, redirect_from, lan, s_log, dt, log'.split(
    ', ',
  );

describe('readUrlParameters', () => {
  it('[APP-03] reads every specified name into one typed value', () => {
    const values = Object.values(read(`?${SPECIFIED.map((name) => `${name}=v-${name}`).join('&')}`));
    for (const name of SPECIFIED) expect(values).toContain(`v-${name}`);
    expect(read('?bundle_id=b').bundleId).toBe('b');
    expect(read('').ticket).toBeNull();
  });

  it('[APP-04 in part] reads parameters after a question mark inside the hash', () => {
    const inHash = read('', `#/pay?test_local=1&zp_show=1&pageinfo=p&ticket=t`);
    expect(inHash).toMatchObject({ testLocal: '1', isReturn: '1', pageInfo: 'p', ticket: 't' });
    expect(read('?ticket=query', '#?ticket=hash').ticket).toBe('query');
    expect(read('', '#zp_show=1').isReturn).toBeNull();
  });

  it('never throws, and drops what is past the limit', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (search, hash) => void read(search, hash)));
    const thousand = Array.from({ length: 1_000 }, () => 'x=1').join('&');
    expect(read(`?${thousand}&ticket=t`).ticket).toBeNull();
  });
});

describe('the order of a link', () => {
  it('is the one named, if it could exist', () => {
    expect(orderIdOf(read(`?order_id=${ORDER}`))).toBe(ORDER);
    expect(orderIdOf(read('?order_id=../../etc'))).toBeNull();
  });
});

describe('packageName', () => {
  it('is told by the page address, and ksa otherwise', () => {
    expect(packageName('https://are.example.com/pay')).toBe('are');
    expect(packageName('https://pay.example.com/ludo/pay')).toBe('ludo');
    expect(packageName('https://kanka.example.com/')).toBe('kanka');
    expect(packageName('https://x.example.com/?p=okey')).toBe('okey');
    expect(packageName('https://compare.example.com/')).toBe('ksa');
  });
});
