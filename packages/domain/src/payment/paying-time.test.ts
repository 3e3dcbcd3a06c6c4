import { describe, expect, it } from 'vitest';
import { PAY_TYPES, type PayType } from '../pay-type/pay-type.ts';
import {
  ASK_PAUSE_MAX_MS,
  ASK_PAUSE_WHILE_OPEN_MAX_MS,
  askPauseMs,
  DELIVERY_IS_LATE_AFTER_MS,
  NONE_IS_FINAL_AFTER_MS,
  payingTimeOf,
} from './paying-time.ts';

const HOUR_MS = 3_600_000;

describe('the time limits of a payment', () => {
  it('[ORD-15] a provider is polled about an attempt in growing pauses: up to 1 minute while the order is open, up to 6 hours later', () => {
    expect(askPauseMs(0, 5_000, true)).toBe(5_000);
    expect(askPauseMs(20_001, 5_000, true)).toBe(10_000);
    expect(askPauseMs(HOUR_MS, 5_000, true)).toBe(ASK_PAUSE_WHILE_OPEN_MAX_MS);
    expect(askPauseMs(HOUR_MS, 5_000, false)).toBe(HOUR_MS / 2);
    expect(askPauseMs(30 * 24 * HOUR_MS, 5_000, false)).toBe(ASK_PAUSE_MAX_MS);
    expect([ASK_PAUSE_WHILE_OPEN_MAX_MS, ASK_PAUSE_MAX_MS, NONE_IS_FINAL_AFTER_MS]).toEqual([
      60_000,
      6 * HOUR_MS,
      HOUR_MS,
    ]);
  });

  it('a delivery counts as late after ten minutes', () => {
    expect(DELIVERY_IS_LATE_AFTER_MS).toBe(600_000);
  });

  it('[ORD-15] an attempt of any pay type may stay undecided for days, while its payer can pay for half an hour only', () => {
    for (const payType of Object.keys(PAY_TYPES).map(Number) as PayType[]) {
      const { orderOpenMs, attemptLifeMs } = payingTimeOf(payType);
      expect(orderOpenMs).toBe(HOUR_MS / 2);
      expect(attemptLifeMs).toBeGreaterThan(48 * HOUR_MS);
    }
    const days = (payType: PayType): number => payingTimeOf(payType).attemptLifeMs / (24 * HOUR_MS);
    expect(([23, 24, 27] as const).map(days)).toEqual([10, 3, 28]);
    // A wallet payment has its provider's time limit; without a documented one it has the longest of all.
    expect(([25, 31, 26, 28, 29, 30, 2528] as const).map(days)).toEqual([3, 3, 28, 7, 7, 28, 28]);
  });
});
