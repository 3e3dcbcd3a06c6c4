import { describe, expect, it } from 'vitest';
import { accountId, type Account, type AccountStatus } from '../account/account.ts';
import { usdCents } from '../money.ts';
import type { DisplayId } from '../recipient/display-id.ts';
import { FINE_DOUBLINGS_MAX, fineStanding, fineUsdCents, whyNoFineHere } from './fine.ts';

const base = usdCents(1000);
const now = new Date('2026-11-15');
const until = new Date('2026-11-21');

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

  it('[FIN-03] is owed for a refund ban alone: a permanent ban cannot be paid off, any other ends by itself', () => {
    expect(fineStanding({ kind: 'refund', refundBanCount: 1, until }, base, now)).toEqual({
      kind: 'fine',
      amountUsdCents: 2000,
      previousUsdCents: 1000,
      nextUsdCents: 4000,
      refundBanCount: 1,
      until,
    });
    expect(fineStanding({ kind: 'permanent' }, base, now)).toEqual({ kind: 'permanent' });
    expect(fineStanding({ kind: 'other', until }, base, now)).toEqual({ kind: 'none', until });
    expect(fineStanding(null, base, now)).toEqual({ kind: 'none', until: null });
  });

  it('is not asked for once the ban is over', () => {
    for (const kind of ['refund', 'other'] as const)
      expect(fineStanding({ kind, refundBanCount: 1, until: now }, base, now)).toEqual({
        kind: 'none',
        until: null,
      });
  });

  it('[FIN-02] has no step below the first and none above the last', () => {
    const at = (refundBanCount: number) =>
      fineStanding({ kind: 'refund', refundBanCount, until: null }, base, now);
    expect(at(0)).toMatchObject({ previousUsdCents: null, amountUsdCents: 1000, nextUsdCents: 2000 });
    expect(at(FINE_DOUBLINGS_MAX)).toMatchObject({ nextUsdCents: null });
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
