import { afterEach, expect, it, vi } from 'vitest';
import { sensorReport } from './sensor-report.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

/** Half past nine in the evening at Greenwich: the next day has begun where clocks are three hours ahead, and not where they are two. */
const EVENING = Date.UTC(2026, 10, 15, 21, 30);

it.each([
  ['/are/pay', '20261115'],
  ['/okey/pay', '20261116'],
  ['/kanka/pay', '20261116'],
])('[FMT-04] an event at %s has the calendar day of its market, %s', (path, day) => {
  history.replaceState(null, '', path);
  expect(sensorReport('page_show', {}, EVENING).day).toBe(day);
});

it.each([
  ['are', Date.UTC(2026, 10, 15, 21, 59), '20261115'],
  ['are', Date.UTC(2026, 10, 15, 22), '20261116'],
  ['ksa', Date.UTC(2026, 10, 15, 20, 59), '20261115'],
  ['ksa', Date.UTC(2026, 10, 15, 21), '20261116'],
  ['okey', Date.UTC(2026, 10, 15, 21), '20261116'],
  ['live', Date.UTC(2026, 10, 15, 15, 59), '20261115'],
  ['live', Date.UTC(2026, 10, 15, 16), '20261116'],
])(
  '[FMT-04] in the build for %s the day of an event changes at midnight of its market',
  (flavor, atMs, day) => {
    vi.stubGlobal('__SITE_PACKAGE__', flavor);
    expect(sensorReport('page_show', {}, atMs).day).toBe(day);
  },
);
