import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { requestOrigin, ourOrigins, type RequestOrigin } from './request-origin.ts';

const HOST = 'pay.jawhara.example';
const isOurs = ourOrigins(`https://${HOST}`, { [HOST]: ['backup.example', 'second.example:8443'] });
const from = (headers: IncomingHttpHeaders, host = HOST) => requestOrigin(headers, host, isOurs);

/** The content types that browsers ask for when a person is to see the answer. */
const PAGE = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const ours = `https://${HOST}`;
const theirs = 'https://evil.example';

type Row = readonly [what: string, headers: IncomingHttpHeaders, from: RequestOrigin];

describe('[NET-12] a browser that says Sec-Fetch-Site', () => {
  it.each<Row>([
    ['our script', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, 'page'],
    ['our script, whatever else it names', { 'sec-fetch-site': 'same-origin', origin: ours }, 'page'],
    ['a link in our page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }, 'navigation'],
    ['an address that was typed', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, 'navigation'],
    ['the browser itself', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'cors' }, 'unknown'],
    ['another site’s link', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 'cross-site'],
    ['another site’s image', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 'cross-site'],
    ['another site that claims to be ours', { 'sec-fetch-site': 'cross-site', origin: ours }, 'cross-site'],
    ['a neighbour', { 'sec-fetch-site': 'same-site', origin: 'https://blog.jawhara.example' }, 'cross-site'],
    ['a neighbour that says nothing more', { 'sec-fetch-site': 'same-site' }, 'cross-site'],
    ['a neighbour that is ours', { 'sec-fetch-site': 'same-site', origin: 'https://backup.example' }, 'page'],
    ['a word nobody knows', { 'sec-fetch-site': 'same-origin, cross-site' }, 'cross-site'],
  ])('%s', (_what, headers, expected) => {
    expect(from(headers)).toBe(expected);
  });
});

describe('[NET-12] a browser too old for it', () => {
  it.each<Row>([
    ['our POST', { origin: ours }, 'page'],
    ['our GET', { referer: `${ours}/pay?x=1` }, 'page'],
    ['their POST', { origin: theirs }, 'cross-site'],
    ['their POST with our referrer', { origin: theirs, referer: `${ours}/pay` }, 'cross-site'],
    ['their GET', { referer: `${theirs}/` }, 'cross-site'],
    ['a page that hides', { origin: 'null' }, 'cross-site'],
    ['a referrer that is no address', { referer: 'about' }, 'cross-site'],
    ['our page on a line that others may write on', { origin: `http://${HOST}` }, 'cross-site'],
    ['ours as the beginning of theirs', { origin: `${ours}.evil.example` }, 'cross-site'],
    ['their link without a referrer', { accept: PAGE }, 'navigation'],
    ['a link in our page', { accept: PAGE, referer: `${ours}/pay` }, 'navigation'],
    ['a backup domain', { origin: 'https://backup.example' }, 'page'],
    ['a backup domain with its port', { referer: 'https://second.example:8443/pay' }, 'page'],
  ])('%s', (_what, headers, expected) => {
    expect(from(headers)).toBe(expected);
  });

  it('at a host that is not configured its origin is that host alone', () => {
    expect(from({ origin: 'https://www.new.example' }, 'www.new.example')).toBe('page');
    expect(from({ origin: 'https://www.new.example' })).toBe('cross-site');
  });
});

it('[NET-12] whoever is no browser says nothing', () => {
  expect(from({})).toBe('unknown');
  expect(from({ accept: 'application/json', 'user-agent': 'okhttp/5' })).toBe('unknown');
  // The header that Java sends by default.
  expect(from({ accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2' })).toBe('unknown');
});

it('[NET-12] an https page of the host that is asked is ours, also where the site was told to be http; an http page of an https site is not', () => {
  const plain = ourOrigins('http://127.0.0.1:4300', {});
  expect(requestOrigin({ origin: 'https://127.0.0.1:8443' }, '127.0.0.1:8443', plain)).toBe('page');
  expect(requestOrigin({ origin: 'https://127.0.0.1:9000' }, '127.0.0.1:8443', plain)).toBe('cross-site');
  expect(from({ origin: `http://${HOST}` })).toBe('cross-site');
});
