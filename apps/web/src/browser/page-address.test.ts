import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  goOutside,
  goToApp,
  goToHost,
  goToPage,
  hostAddress,
  outsideAddress,
  siteAddress,
} from './page-address.ts';

const OURS = 'https://pay.example';
const assign = vi.fn<(to: string) => void>();
const replace = vi.fn<(to: string) => void>();

beforeEach(() => {
  assign.mockReset();
  replace.mockReset();
  vi.stubGlobal('location', { origin: OURS, protocol: 'https:', assign, replace });
});
afterEach(() => vi.unstubAllGlobals());

/** The URL that a browser opens for an address. */
const goneTo = (address: string): URL => new URL(address, OURS);

describe('an address of this site', () => {
  it.each([
    ['/', '/'],
    ['/pay', '/pay'],
    ['/pay-step?order_id=7&step=card#top', '/pay-step?order_id=7&step=card#top'],
    ['/?page=orders', '/?page=orders'],
    ['/a/b/share.html?info=1', '/a/b/share.html?info=1'],
    ['/pay/../fines', '/fines'],
    ['/pay?next=//evil.example', '/pay?next=//evil.example'],
    ['//user:word@pay.example/pay', '/pay'],
  ])('the path %s is read as the site address %s', (text, address) => {
    expect(siteAddress(text, OURS)).toBe(address);
  });

  it.each([
    '',
    'pay',
    '?x=1',
    'https://evil.example',
    'https://pay.example/pay',
    'https:/evil.example',
    '//evil.example',
    '///evil.example',
    '/.//evil.example/phish?x=1',
    '/..//evil.example',
    '/pay/..//evil.example/phish',
    '/pay/../..//evil.example',
    '/%2e//evil.example/',
    '/%2E%2e//evil.example/',
    '/./\\evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n//evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.\t//evil.example',
    'javascript:alert(1)',
    '/javascript:alert(1)//../..//evil.example',
    'java\nscript:alert(1)',
    'data:text/html,x',
    '//user:word@evil.example',
    '//pay.example@evil.example',
    '//pay.example:8443/pay',
    '//evil\u3002example',
    '/\uff0f/../..//evil.example',
    // The page that receives a transfer, in spellings that the edge would decode to it.
    '/hand-over.html#pageinfo=x&handover=y',
    '/HAND-OVER.html',
    '/pay/../hand-over.html',
    '/%68and-over.html',
    '/hand%2Dover.html',
    '/x%2F..%2Fhand-over.html',
    '/%ff%2F..%2F%68and-over.html',
    '/a//hand-over.html',
  ])('the text %j is not accepted as an address of this site; the browser goes to /pay instead', (text) => {
    expect(siteAddress(text, OURS)).toBeNull();
    goToPage(text);
    goToPage(text, 'replace');
    expect(assign).toHaveBeenCalledExactlyOnceWith('/pay');
    expect(replace).toHaveBeenCalledExactlyOnceWith('/pay');
  });

  /** Pieces of hostile addresses, combined in any order and number. */
  const PARTS = [
    ...'/\\.@:?# \t\n\r\u3002\uff0f',
    '//',
    '..',
    '%2e',
    '%2f',
    '%5c',
    'evil.example',
    'pay.example',
    'https:',
    'javascript:',
    'pay',
    'user',
    'hand-over.html',
  ];
  const parts = fc.constantFrom(...PARTS);
  const texts = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.array(parts, { maxLength: 12 }).map((some) => some.join('')),
    fc.array(parts, { maxLength: 12 }).map((some) => `/${some.join('')}`),
  );

  it('an address accepted as the site’s has our origin, begins with one slash and is never the transfer page', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const address = siteAddress(text, OURS);
        if (address === null) return;
        expect(address).toMatch(/^\/(?![/\\])/);
        expect(goneTo(address).origin).toBe(OURS);
        expect(goneTo(address).username).toBe('');
        // Parsing the result again changes nothing, so it hides no second address.
        expect(siteAddress(address, OURS)).toBe(address);
        expect(decodeURIComponent(goneTo(address).pathname)).not.toContain('hand-over');
      }),
      { numRuns: 5_000 },
    );
  });

  it('goToPage opens only addresses of our own origin, whatever text it is called with', () => {
    fc.assert(
      fc.property(texts, (text) => {
        assign.mockReset();
        goToPage(text);
        expect(goneTo(assign.mock.calls[0]?.[0] ?? '').origin).toBe(OURS);
      }),
    );
  });
});

describe('an address outside', () => {
  it.each(['https://bank.example/3ds?x=1', 'https://play.example/app'])(
    'the address %s of another site is opened',
    (text) => {
      expect(goOutside(text)).toBe(true);
      expect(assign).toHaveBeenCalledExactlyOnceWith(text);
    },
  );

  it.each([
    '',
    '/pay',
    '//bank.example',
    'http://bank.example',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>1</script>',
    'blob:https://pay.example/1',
    'https://user:word@bank.example',
    'https://pay.example@bank.example',
    'intent://x#Intent;end',
  ])('the text %j is not accepted as an outside address, and the page stays', (text) => {
    expect(outsideAddress(text)).toBeNull();
    expect(goOutside(text)).toBe(false);
    expect(assign).not.toHaveBeenCalled();
  });

  it('an http address of another site is opened only when our own page has http too', () => {
    vi.stubGlobal('location', { origin: 'http://127.0.0.1:4300', protocol: 'http:', assign, replace });
    expect(outsideAddress('http://127.0.0.1:4310/bank')).toBe('http://127.0.0.1:4310/bank');
    expect(outsideAddress('javascript:alert(1)')).toBeNull();
  });
});

describe('an address on another host of ours', () => {
  const HOSTS = ['pay2.example', 'pay3.example:8443'];

  it('a link to another host is opened only if its host is on the given list', () => {
    const link = 'https://pay2.example/hand-over.html#pageinfo=x&handover=y';
    expect(goToHost(link, HOSTS, 'replace')).toBe(true);
    expect(replace).toHaveBeenCalledExactlyOnceWith(link);
    for (const text of [
      'https://evil.example/hand-over.html',
      'https://pay2.example.evil.example/',
      'https://pay2.example@evil.example/',
      'https://user@pay2.example/',
      'https://pay2.example:8443/',
      'http://pay2.example/',
      '//pay2.example/',
      '/pay',
    ])
      expect(hostAddress(text, HOSTS)).toBeNull();
    expect(goToHost(link, [])).toBe(false);
    expect(assign).not.toHaveBeenCalled();
  });
});

describe('an address of the app', () => {
  it.each(['jawhara://invite?info=5', 'https://app.example/invite'])(
    'the app address %s is opened',
    (text) => {
      expect(goToApp(text)).toBe(true);
      expect(assign).toHaveBeenCalledExactlyOnceWith(text);
    },
  );

  it.each(['javascript://%0aalert(1)', 'data://x', 'http://app.example', 'file:///etc/passwd', '/pay', ''])(
    'the text %j is not opened as an app address',
    (text) => {
      expect(goToApp(text)).toBe(false);
      expect(assign).not.toHaveBeenCalled();
    },
  );
});
