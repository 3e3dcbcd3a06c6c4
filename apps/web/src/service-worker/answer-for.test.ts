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

it('the service worker never answers requests to the API, whatever the method', () => {
  for (const method of ['GET', 'POST']) {
    for (const isNavigation of [true, false]) {
      expect(answerFrom(requestOf({ method, isNavigation, path: '/api/web/pay/' }), precache)).toBe(
        'not-ours',
      );
    }
  }
});

it('the service worker answers known pages from the network first and hashed files from the cache', () => {
  expect(answerFrom(requestOf({ isNavigation: true, path: '/pay' }), precache)).toBe('network-then-cache');
  expect(answerFrom(requestOf({ path: '/assets/a-1.js' }), precache)).toBe('cache');
});

it('the service worker leaves the bank’s return page, other origins and unknown files to the browser', () => {
  expect(answerFrom(requestOf({ isNavigation: true, path: '/bank-return.html' }), precache)).toBe('not-ours');
  expect(answerFrom(requestOf({ isSameOrigin: false, path: '/assets/a-1.js' }), precache)).toBe('not-ours');
  expect(answerFrom(requestOf({ path: '/robots.txt' }), precache)).toBe('not-ours');
});

it('the service worker serves hashed files of the previous release from the cache, for pages opened before', () => {
  expect(answerFrom(requestOf({ path: '/assets/a-0.js' }), precache)).toBe('cache');
});

it('the service worker deletes caches older than the previous release, and not its list of offline visits', () => {
  expect(cachesToForget(['jawhara-1', 'jawhara-2', 'offline-visits', 'jawhara-3'], 'jawhara-3')).toEqual([
    'jawhara-1',
  ]);
  expect(cachesToForget(['jawhara-3'], 'jawhara-3')).toEqual([]);
  // After a rollback the older release is installed again, under its old name.
  expect(cachesToForget(['jawhara-2', 'jawhara-3'], 'jawhara-2')).toEqual([]);
});
