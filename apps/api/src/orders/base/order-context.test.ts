import { CHECKOUT_COM_CARD } from '@jawhara/domain';
import { expect, it } from 'vitest';
import { isPastDeadline, orderTiming } from './order-context.ts';

it.each([
  [300, 2_000],
  [1_000, 2_000],
  [5_000, 10_000],
])(
  'where a provider is first queried after %d ms, the sweeper checks a waiting order after %d ms at the earliest',
  (askProviderAfterMs, neglectedAfterMs) => {
    const timing = orderTiming({ orderExpiresAfterMs: null, askProviderAfterMs });
    expect(timing).toEqual({ expiresAfterMs: null, askAfterMs: askProviderAfterMs, neglectedAfterMs });
  },
);

it('[ORD-13 in part] an order is open until just before its deadline, and past it at the deadline itself', () => {
  const timing = orderTiming({ orderExpiresAfterMs: 60_000, askProviderAfterMs: 5_000 });
  const order = { createdAt: new Date('2026-11-14T12:00:00Z'), payType: CHECKOUT_COM_CARD };
  const isPastAt = (time: string): boolean => isPastDeadline({ timing, now: () => new Date(time) }, order);
  expect(isPastAt('2026-11-14T12:00:59.999Z')).toBe(false);
  expect(isPastAt('2026-11-14T12:01:00Z')).toBe(true);
});
