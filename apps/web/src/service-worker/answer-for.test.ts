import { expect, it } from 'vitest';
import { answerFrom, cachesToForget } from './answer-for.ts';
import type { RequestFacts } from './answer-for.ts';

const precache = { version: '1', assets: ['/assets/a-1.js'], pages: ['/', '/pay'] };
const requestOf = (facts: Partial<RequestFacts>): RequestFacts => ({
  method: 'GET',
  isNavigation: false,
  isSameOrigin: true,
  path: '/',
  ...facts,
});

it('never touches the API, whatever the request', () => {
  for (const method of ['GET', 'POST']) {
    for (const isNavigation of [true, false]) {
      expect(answerFrom(requestOf({ method, isNavigation, path: '/api/web/pay/' }), precache)).toBe(
        'not-ours',
      );
    }
  }
});

it('takes known pages from the network first and hashed files from the cache', () => {
  expect(answerFrom(requestOf({ isNavigation: true, path: '/pay' }), precache)).toBe('network-then-cache');
  expect(answerFrom(requestOf({ path: '/assets/a-1.js' }), precache)).toBe('cache');
});

it('leaves everything else to the browser: the page the bank returns to, other origins, unknown files', () => {
  expect(answerFrom(requestOf({ isNavigation: true, path: '/bank-return.html' }), precache)).toBe('not-ours');
  expect(answerFrom(requestOf({ isSameOrigin: false, path: '/assets/a-1.js' }), precache)).toBe('not-ours');
  expect(answerFrom(requestOf({ path: '/robots.txt' }), precache)).toBe('not-ours');
});

it('a file of the release before is looked for among what is kept, for pages that were opened then', () => {
  expect(answerFrom(requestOf({ path: '/assets/a-0.js' }), precache)).toBe('cache');
});

it('keeps this release and the one before, and what is to be told of', () => {
  expect(cachesToForget(['jawhara-1', 'jawhara-2', 'offline-visits', 'jawhara-3'], 'jawhara-3')).toEqual([
    'jawhara-1',
  ]);
  expect(cachesToForget(['jawhara-3'], 'jawhara-3')).toEqual([]);
  // A release that was taken back is installed anew under its old name.
  expect(cachesToForget(['jawhara-2', 'jawhara-3'], 'jawhara-2')).toEqual([]);
});
