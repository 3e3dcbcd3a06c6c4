import { describe, expect, it } from 'vitest';
import { accountId, type Account, type AccountStatus } from '../account/account.ts';
import { usdCents } from '../money.ts';
import type { DisplayId } from '../recipient/display-id.ts';
import {
  FINE_QUOTE_GOOD_FOR_MS,
  fineStanding,
  fineUsdCents,
  whyNoFineHere,
  type FinePrices,
} from './fine.ts';

const prices: FinePrices = { baseUsdCents: usdCents(1000), maxUsdCents: usdCents(10_000) };
const now = new Date('2026-11-15');
const until = new Date('2026-11-21');

describe('a fine', () => {
  it('[FIN-02] doubles with each refund ban until it meets the cap that the operator set', () => {
    expect([0, 1, 2, 3, 4, 5].map((count) => fineUsdCents(prices, count))).toEqual([
      1000, 2000, 4000, 8000, 10_000, 10_000,
    ]);
    expect(fineUsdCents(prices, 5_000)).toBe(10_000);
    for (const wrong of [-1, 1.5])
      expect(() => fineUsdCents(prices, wrong)).toThrow(new RangeError(`not a count of bans: ${wrong}`));
  });

  it('[FIN-03] is owed for a refund ban alone: a permanent ban cannot be paid off, any other ends by itself', () => {
    expect(fineStanding({ kind: 'refund', refundBanCount: 1, until }, prices, now)).toEqual({
      kind: 'fine',
      amountUsdCents: 2000,
      previousUsdCents: 1000,
      nextUsdCents: 4000,
      afterNextUsdCents: 8000,
      refundBanCount: 1,
      until,
    });
    expect(fineStanding({ kind: 'permanent' }, prices, now)).toEqual({ kind: 'permanent' });
    expect(fineStanding({ kind: 'other', until }, prices, now)).toEqual({ kind: 'none', until });
    expect(fineStanding(null, prices, now)).toEqual({ kind: 'none', until: null });
  });

  it('holds for a quarter of an hour as it was shown', () => {
    expect(FINE_QUOTE_GOOD_FOR_MS).toBe(900_000);
  });

  it('is not asked for once the ban is over', () => {
    for (const kind of ['refund', 'other'] as const)
      expect(fineStanding({ kind, refundBanCount: 1, until: now }, prices, now)).toEqual({
        kind: 'none',
        until: null,
      });
  });

  it.each([
    [0, { previousUsdCents: null, amountUsdCents: 1000, nextUsdCents: 2000, afterNextUsdCents: 4000 }],
    [3, { previousUsdCents: 4000, amountUsdCents: 8000, nextUsdCents: 10_000, afterNextUsdCents: null }],
    [4, { previousUsdCents: 8000, amountUsdCents: 10_000, nextUsdCents: null, afterNextUsdCents: null }],
    // However often: the step below the cap is the last one that was smaller.
    [40, { previousUsdCents: 8000, amountUsdCents: 10_000, nextUsdCents: null }],
  ])(
    '[FIN-02] after %i bans: the steps around it are those of the ladder, none above the cap',
    (count, steps) => {
      expect(fineStanding({ kind: 'refund', refundBanCount: count, until: null }, prices, now)).toMatchObject(
        steps,
      );
    },
  );

  it('[FIN-02] that a doubling meets exactly, or that never grows, has no step above it', () => {
    const at = (maxUsdCents: number, refundBanCount: number) =>
      fineStanding(
        { kind: 'refund', refundBanCount, until: null },
        { ...prices, maxUsdCents: usdCents(maxUsdCents) },
        now,
      );
    expect(at(4000, 1)).toMatchObject({ amountUsdCents: 2000, nextUsdCents: 4000 });
    expect(at(4000, 2)).toMatchObject({ previousUsdCents: 2000, amountUsdCents: 4000, nextUsdCents: null });
    expect(at(1000, 3)).toMatchObject({ previousUsdCents: null, amountUsdCents: 1000, nextUsdCents: null });
  });

  it.each<[AccountStatus, Partial<Account>, string | null]>([
    ['banned', {}, null],
    ['normal', {}, null],
    ['deactivated', {}, 'deactivated'],
    ['deactivating', {}, 'being-cancelled'],
    ['not-existing', {}, 'not-found'],
    ['banned', { isGuest: true }, 'guest'],
    ['banned', { source: 'ludo' }, 'ludo-account'],
  ])('of an account that is %s, %o: %s', (status, more, refusal) => {
    const account: Account = {
      id: accountId(1),
      displayId: '12345' as DisplayId,
      nickname: '',
      iconUrl: null,
      status,
      isGuest: false,
      source: 'social',
      ...more,
    };
    expect(whyNoFineHere(account, 'social')).toBe(refusal);
  });
});
