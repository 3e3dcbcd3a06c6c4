import { runBatch } from '@jawhara/contract';
import { beforeEach, expect, it } from 'vitest';
import { answer, network } from '../api/test/network.ts';
import { storedSpeed, storedUsageObjection } from '../browser/storage/device.ts';
import { createPageScope } from '../page-scope.ts';
import { createTracker } from './track.ts';

const ENTRIES = [
  { name: '/pay', type: 'navigation', start: 0, ms: 812 },
  { name: 'first-paint', type: 'paint', start: 90, ms: 0 },
  { name: 'first-contentful-paint', type: 'paint', start: 120, ms: 0 },
  { name: '', type: 'largest-contentful-paint', start: 300, ms: 0 },
  { name: '', type: 'largest-contentful-paint', start: 410, ms: 0 },
];

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/pay');
  network.use(answer(runBatch, new Map()));
});

it('[APP-12] the speed of the last page load is stored in the browser when it is reported', () => {
  createTracker(createPageScope()).trackSpeed(ENTRIES);
  expect(storedSpeed.read()).toEqual({
    atMs: expect.any(Number) as number,
    path: '/pay',
    firstPaintMs: 90,
    firstContentMs: 120,
    largestContentMs: 410,
    loadMs: 812,
  });
});

it('a browser without performance entries stores a speed record that has no times', () => {
  createTracker(createPageScope()).trackSpeed([]);
  expect(storedSpeed.read()).toEqual({ atMs: expect.any(Number) as number, path: '/pay' });
});

it('a visitor who objects to analytics has no speed record stored', () => {
  storedUsageObjection.write(true);
  createTracker(createPageScope()).trackSpeed(ENTRIES);
  expect(storedSpeed.read()).toBeNull();
});
