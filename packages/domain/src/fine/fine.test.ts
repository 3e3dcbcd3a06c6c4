import { describe, expect, it } from 'vitest';
import { usdCents } from '../money.ts';
import { FINE_DOUBLINGS_MAX, fineStanding, fineUsdCents } from './fine.ts';

const base = usdCents(1000);

describe('a fine', () => {
  it('[FIN-02] doubles with each refund ban', () => {
    expect([0, 1, 2, 3, 4].map((count) => fineUsdCents(base, count))).toEqual([
      1000, 2000, 4000, 8000, 16000,
    ]);
  });

  it('stays an amount of money however often somebody is banned', () => {
    expect(fineUsdCents(base, 1_000)).toBe(base * 2 ** FINE_DOUBLINGS_MAX);
    expect(() => fineUsdCents(base, -1)).toThrow(RangeError);
    expect(() => fineUsdCents(base, 1.5)).toThrow(RangeError);
  });

  it('is owed for a refund ban alone: a permanent ban cannot be paid off, and no ban owes nothing', () => {
    const until = new Date('2026-11-21');
    expect(fineStanding({ kind: 'refund', refundBanCount: 1, until }, base)).toEqual({
      kind: 'fine',
      amountUsdCents: 2000,
      refundBanCount: 1,
      until,
    });
    expect(fineStanding({ kind: 'permanent' }, base)).toEqual({ kind: 'permanent' });
    expect(fineStanding({ kind: 'other', until }, base)).toEqual({ kind: 'none' });
    expect(fineStanding(null, base)).toEqual({ kind: 'none' });
  });
});
