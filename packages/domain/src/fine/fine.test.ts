import { describe, expect, it } from 'vitest';
import { accountId, type Account, type AccountStatus } from '../account/account.ts';
import { usdCents } from '../money.ts';
import { newReturn, type KnownReturn, type ReturnHow, type ReturnStage } from '../payment/payment-return.ts';
import type { DisplayId } from '../recipient/display-id.ts';
import {
  describeBan,
  FINE_QUOTE_GOOD_FOR_MS,
  fineStanding,
  fineUsdCents,
  isFineMoneyGone,
  whyNoFineHere,
  type Ban,
  type FinePrices,
} from './fine.ts';

const prices: FinePrices = { baseUsdCents: usdCents(1000), maxUsdCents: usdCents(10_000) };
const now = new Date('2026-11-15');
const until = new Date('2026-11-21');

describe('a fine', () => {
  it('[FIN-02] a fine doubles with each refund ban up to the operator’s cap', () => {
    expect([0, 1, 2, 3, 4, 5].map((count) => fineUsdCents(prices, count))).toEqual([
      1000, 2000, 4000, 8000, 10_000, 10_000,
    ]);
    expect(fineUsdCents(prices, 5_000)).toBe(10_000);
    for (const wrong of [-1, 1.5])
      expect(() => fineUsdCents(prices, wrong)).toThrow(new RangeError(`not a count of bans: ${wrong}`));
  });

  it('[FIN-02] without a cap a fine goes on doubling up to the largest possible charge', () => {
    const uncapped = { ...prices, maxUsdCents: usdCents(99_999_999) };
    expect([4, 10, 16, 17, 40].map((count) => fineUsdCents(uncapped, count))).toEqual([
      16_000, 1_024_000, 65_536_000, 99_999_999, 99_999_999,
    ]);
  });

  it('[FIN-03] a fine is owed for a refund ban only, not for a permanent ban or one that ends by itself', () => {
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

  it('a shown fine amount stays valid for fifteen minutes', () => {
    expect(FINE_QUOTE_GOOD_FOR_MS).toBe(900_000);
  });

  it('no fine is owed once the ban is over', () => {
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
    // Also after many bans, the previous step is the last amount below the cap.
    [40, { previousUsdCents: 8000, amountUsdCents: 10_000, nextUsdCents: null }],
  ])(
    '[FIN-02] after %i refund bans, the previous and next fine amounts follow the doubling, none above the cap',
    (count, steps) => {
      expect(fineStanding({ kind: 'refund', refundBanCount: count, until: null }, prices, now)).toMatchObject(
        steps,
      );
    },
  );

  it('[FIN-02] a fine that has reached the cap shows no next amount', () => {
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
  ])('a fine for an account with status %s and %o is refused with: %s', (status, more, refusal) => {
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

const NOW = new Date('2026-11-15T10:00:00Z');
const END = new Date('2026-11-21T10:00:00Z');
const PRICES = { baseUsdCents: usdCents(500), maxUsdCents: usdCents(8_000) };
const banNoticeOf = (ban: Ban | null) => describeBan(fineStanding(ban, PRICES, NOW));

it('[FIN-01 in part] a ban notice has the ban’s end, and a fine only where a fine lifts the ban', () => {
  expect(banNoticeOf({ kind: 'refund', refundBanCount: 0, until: END })).toEqual({
    kind: 'fine',
    until: END,
  });
  expect(banNoticeOf({ kind: 'refund', refundBanCount: 2, until: null })).toEqual({
    kind: 'fine',
    until: null,
  });
  expect(banNoticeOf({ kind: 'other', until: END })).toEqual({ kind: 'dated', until: END });
  expect(banNoticeOf({ kind: 'permanent' })).toEqual({ kind: 'permanent' });
  expect(banNoticeOf({ kind: 'other', until: null })).toBeNull();
  expect(banNoticeOf(null)).toBeNull();
});

const PAID = { currency: 'USD', minorUnits: 2000 };
const back = (how: ReturnHow, stage: ReturnStage = 'taken', minorUnits = 2000): KnownReturn =>
  newReturn({
    returnId: `${how}-${stage}`,
    how,
    stage,
    providerPaymentId: 'pay_1',
    money: { currency: 'USD', minorUnits },
    fee: null,
  });

it('[FIN-05] a reversal or dispute undoes a paid fine, even in part; a refund does not', () => {
  for (const how of ['reversal', 'dispute'] as const) {
    expect(isFineMoneyGone(PAID, [back(how)])).toBe(true);
    expect(isFineMoneyGone(PAID, [back(how, 'taken', 500)])).toBe(true);
  }
  expect(isFineMoneyGone(PAID, [back('refund')])).toBe(false);
  expect(isFineMoneyGone(PAID, [])).toBe(false);
});

it('[FIN-05] a fine counts as paid when its money came back, or while a dispute is only announced', () => {
  expect(isFineMoneyGone(PAID, [back('reversal', 'given-back')])).toBe(false);
  expect(isFineMoneyGone(PAID, [back('dispute', 'announced')])).toBe(false);
  expect(isFineMoneyGone(PAID, [back('dispute', 'taken-again')])).toBe(true);
});

it('[FIN-05] a fine that an operator refunded in full is not owed again, even if the bank disputes it later', () => {
  expect(isFineMoneyGone(PAID, [back('refund'), back('dispute')])).toBe(false);
  expect(isFineMoneyGone(PAID, [back('refund', 'taken', 500), back('reversal', 'taken', 1500)])).toBe(true);
});
