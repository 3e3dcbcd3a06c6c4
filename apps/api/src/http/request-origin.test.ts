import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { requestOrigin, ourOrigins, type RequestOrigin } from './request-origin.ts';

const HOST = 'pay.jawhara.example';
const isOurs = ourOrigins(`https://${HOST}`, { [HOST]: ['backup.example', 'second.example:8443'] });
const from = (headers: IncomingHttpHeaders, host = HOST) => requestOrigin(headers, host, isOurs);

/** The content types that browsers accept when a person opens an address. */
const PAGE = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const ours = `https://${HOST}`;
const theirs = 'https://evil.example';

type Row = readonly [what: string, headers: IncomingHttpHeaders, from: RequestOrigin];

describe('[NET-12] a browser that sends Sec-Fetch-Site', () => {
  it.each<Row>([
    ['a script of the site', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, 'page'],
    ['a script of the site with an origin header', { 'sec-fetch-site': 'same-origin', origin: ours }, 'page'],
    ['a link in our page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }, 'navigation'],
    ['an address that was typed', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, 'navigation'],
    ['the browser itself', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'cors' }, 'unknown'],
    ['another site’s link', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 'cross-site'],
    ['another site’s image', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 'cross-site'],
    [
      'another site with the site’s own origin',
      { 'sec-fetch-site': 'cross-site', origin: ours },
      'cross-site',
    ],
    [
      'a page of another host of the same domain',
      { 'sec-fetch-site': 'same-site', origin: 'https://blog.jawhara.example' },
      'cross-site',
    ],
    ['a same-domain page without an origin', { 'sec-fetch-site': 'same-site' }, 'cross-site'],
    [
      'a backup domain of the same domain',
      { 'sec-fetch-site': 'same-site', origin: 'https://backup.example' },
      'page',
    ],
    ['an unknown header value', { 'sec-fetch-site': 'same-origin, cross-site' }, 'cross-site'],
  ])(
    'the origin of a current browser’s request is found from its headers: %s',
    (_what, headers, expected) => {
      expect(from(headers)).toBe(expected);
    },
  );
});

describe('[NET-12] a browser that sends no Sec-Fetch-Site', () => {
  it.each<Row>([
    ['a POST of the site', { origin: ours }, 'page'],
    ['a GET of the site', { referer: `${ours}/pay?x=1` }, 'page'],
    ['a POST of another site', { origin: theirs }, 'cross-site'],
    [
      'a POST of another site with the site’s referrer',
      { origin: theirs, referer: `${ours}/pay` },
      'cross-site',
    ],
    ['a GET of another site', { referer: `${theirs}/` }, 'cross-site'],
    ['a page with a null origin', { origin: 'null' }, 'cross-site'],
    ['a referrer that is no address', { referer: 'about' }, 'cross-site'],
    ['the site’s host over plain http', { origin: `http://${HOST}` }, 'cross-site'],
    ['an origin that begins like the site’s', { origin: `${ours}.evil.example` }, 'cross-site'],
    ['a link without a referrer', { accept: PAGE }, 'navigation'],
    ['a link in our page', { accept: PAGE, referer: `${ours}/pay` }, 'navigation'],
    ['a backup domain', { origin: 'https://backup.example' }, 'page'],
    ['a backup domain with its port', { referer: 'https://second.example:8443/pay' }, 'page'],
  ])('the origin of an older browser’s request is found from its headers: %s', (_what, headers, expected) => {
    expect(from(headers)).toBe(expected);
  });

  it('a page of a host that is not configured is one of our pages only for calls to that same host', () => {
    expect(from({ origin: 'https://www.new.example' }, 'www.new.example')).toBe('page');
    expect(from({ origin: 'https://www.new.example' })).toBe('cross-site');
  });
});

it('[NET-12] the origin of a request without browser headers is unknown', () => {
  expect(from({})).toBe('unknown');
  expect(from({ accept: 'application/json', 'user-agent': 'okhttp/5' })).toBe('unknown');
  // The Accept header that Java sends by default.
  expect(from({ accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2' })).toBe('unknown');
});

it('[NET-12] where the site is set to http, an https page of the called host is ours; where it is https, an http page is not', () => {
  const plain = ourOrigins('http://127.0.0.1:4300', {});
  expect(requestOrigin({ origin: 'https://127.0.0.1:8443' }, '127.0.0.1:8443', plain)).toBe('page');
  expect(requestOrigin({ origin: 'https://127.0.0.1:9000' }, '127.0.0.1:8443', plain)).toBe('cross-site');
  expect(from({ origin: `http://${HOST}` })).toBe('cross-site');
});
