import { describe, expect, it } from 'vitest';
import { CARD_EXPIRY_UTC_OFFSET_HOURS } from '../limits.ts';
import { formatLargeCount } from './large-count.ts';
import { MARKET_UTC_OFFSET_HOURS, marketDay, marketOf, marketTime, timestampMs } from './market.ts';

describe('short forms of large counts', () => {
  it.each([
    [0, '0'],
    [10_000, '10000'],
    [10_001, '1W'],
    [12_345, '1.2W'],
    [99_999, '9.9W'],
    [1_230_000, '123W'],
  ])('[FMT-01] a live room shows the count %i as %s', (count, shown) =>
    expect(formatLargeCount(count, 'live')).toBe(shown),
  );

  it.each([
    [1_000, '1000'],
    [1_001, '1K'],
    [1_999, '1.9K'],
    [1_000_000, '1000K'],
    [1_000_001, '1M'],
    [2_550_000, '2.5M'],
  ])('[FMT-01] outside live rooms the count %i is shown as %s', (count, shown) =>
    expect(formatLargeCount(count, 'plain')).toBe(shown),
  );
});

it('[FMT-02] a timestamp of up to ten digits is read as seconds, a longer one as milliseconds', () => {
  expect(timestampMs(1_794_000_000)).toBe(1_794_000_000_000);
  expect(timestampMs('9999999999')).toBe(9_999_999_999_000);
  expect(timestampMs(10_000_000_000)).toBe(10_000_000_000);
  expect(timestampMs(1_794_000_000_000)).toBe(1_794_000_000_000);
  for (const none of ['', 'x', '-1', '1.5', Number.NaN, '12345678901234567'])
    expect(timestampMs(none)).toBeNull();
});

it('[FMT-04] each market has its UTC offset, and card expiry always uses +3 hours', () => {
  expect(MARKET_UTC_OFFSET_HOURS).toEqual({ live: 8, ksa: 3, are: 2, okey: 3 });
  expect(CARD_EXPIRY_UTC_OFFSET_HOURS).toBe(3);
  const lateEvening = new Date('2026-11-15T21:30:00Z');
  expect((['live', 'ksa', 'are', 'okey'] as const).map((market) => marketDay(market, lateEvening))).toEqual([
    '20261116',
    '20261116',
    '20261115',
    '20261116',
  ]);
});

it('a site without a market of its own shows times by the clock of the ksa market', () => {
  expect(['are', 'okey', 'live', 'ludo', 'kanka', '', 'constructor'].map(marketOf)).toEqual([
    'are',
    'okey',
    'live',
    'ksa',
    'ksa',
    'ksa',
    'ksa',
  ]);
  expect(marketTime('live', new Date('2026-11-15T21:30:00Z'))).toBe('2026-11-16 05:30');
});
