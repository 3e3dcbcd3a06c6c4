import { readServerTime } from '@jawhara/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCall } from '../api/create-call.ts';
import { apiBase, apiBaseOf, type ApiBases } from './api-base.ts';
import { isDebug } from './debug-flag.ts';

const TEST = 'https://test.example';
const PROXY = 'https://proxy.example:8443';
const BUNDLE = 'https://bundle.example';
const BASES: ApiBases = {
  allowed: [TEST, PROXY, BUNDLE],
  debugProxy: PROXY,
  byBundle: { 'com.jawhara.are': BUNDLE },
};

const at = (search: string, bases = BASES) => apiBaseOf({ search, hash: '' }, bases);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('the API server that a call goes to', () => {
  it('the page sends API calls to its own host when the build names no other server', () => {
    expect(at('')).toBe('');
    expect(apiBase()).toBe('');
  });

  it('[APP-17] an api_base in the link that is on the allow-list is used as API server for the whole visit', () => {
    expect(at(`?api_base=${TEST}/some/path`)).toBe(TEST);
    expect(at('?step=card')).toBe(TEST);
  });

  it.each([
    'https://evil.example',
    'https://test.example.evil.example',
    'https://test.example@evil.example',
    'https://evil.example/https://test.example',
    'http://test.example',
    'https://test.example:444',
    '//test.example.evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'test.example',
    '',
    '%',
  ])('[APP-17] an api_base of %s in the link is ignored, so no session key is sent to that host', (base) => {
    expect(at(`?api_base=${encodeURIComponent(base)}`)).toBe('');
  });

  it('[APP-17] the debug flag, in the link or stored, sends API calls to the debug proxy if it is on the allow-list', () => {
    expect(at('?is_debug=1')).toBe(PROXY);
    sessionStorage.clear();
    expect(at('')).toBe(PROXY);
    expect(at('', { ...BASES, allowed: [TEST] })).toBe('');
    expect(at('?is_debug=0')).toBe('');
  });

  it('[APP-21] is_release in the link overrides the debug flag', () => {
    expect(isDebug({ search: '?is_debug=1&is_release=1', hash: '' })).toBe(false);
    expect(at('?is_debug=1')).toBe(PROXY);
    expect(at('?is_release=1')).toBe('');
    expect(at('')).toBe('');
  });

  it('[NET-06] the API server depends on the bundle id (bundleid or bundle_id) and on the debug flag', () => {
    expect(at('?bundle_id=com.jawhara.are')).toBe(BUNDLE);
    sessionStorage.clear();
    expect(at('?bundleid=com.jawhara.are')).toBe(BUNDLE);
    expect(at('?is_debug=1')).toBe(PROXY);
    expect(at('?is_release=1')).toBe(BUNDLE);
    expect(at('?bundleid=com.other')).toBe('');
    expect(at('?bundleid=constructor')).toBe('');
  });

  it('[NET-06] an API call is sent to the server that the bundle id in the link selects', async () => {
    const urls: string[] = [];
    const call = createCall({
      fetch: (url) => {
        urls.push(url);
        return Promise.reject(new TypeError('offline'));
      },
      facts: () => ({
        packageName: 'are',
        clientId: 'c'.repeat(32),
        isInBridge: false,
        language: 'ar',
        sessionKey: null,
        objectsToUsage: false,
      }),
      newRequestId: () => 'r',
      base: () => at('?bundle_id=com.jawhara.are'),
    });
    await call(readServerTime, {});
    expect(urls).toEqual([`${BUNDLE}${readServerTime.path}`]);
  });
});
