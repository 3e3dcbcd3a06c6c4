import { describe, expect, it } from 'vitest';
import type { OrderId } from '../order/order.ts';
import {
  bansPastTheirDate,
  bansToPayOff,
  banToTell,
  fineOfBan,
  finesForNothing,
  refundBanCount,
  type BanId,
  type FinePaid,
  type KnownBan,
} from './ban-history.ts';

const now = new Date('2026-11-15T12:00:00Z');
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

function ban(id: string, more: Partial<KnownBan> = {}): KnownBan {
  return {
    id: id as BanId,
    kind: 'refund',
    causeOrderId: `order-${id}` as OrderId,
    earlierRefundBans: 0,
    counts: true,
    since: minutes(-60),
    until: null,
    liftedBy: null,
    ...more,
  };
}

/** A ban whose chargeback was won. */
const cleared = (id: string) => ban(id, { counts: false, liftedBy: `dispute:order-${id}` });

function paid(fine: string, banId: string, more: Partial<FinePaid> = {}): FinePaid {
  return {
    banId: banId as BanId,
    fineOrderId: fine as OrderId,
    paidAt: minutes(0),
    isUndone: false,
    isReturned: false,
    ...more,
  };
}

describe('the number of earlier refund bans', () => {
  it('[FIN-02] the count of earlier refund bans adds the bans of the history to those reported only as a number', () => {
    expect(refundBanCount([ban('a')])).toBe(0);
    expect(refundBanCount([ban('a', { liftedBy: 'fine:f' }), ban('b')])).toBe(1);
    expect(refundBanCount([ban('a', { earlierRefundBans: 2 }), ban('b')])).toBe(3);
    expect(refundBanCount([])).toBe(0);
  });

  it('[ORD-14] bans whose chargeback was won and bans of another kind are not counted as refund bans', () => {
    expect(refundBanCount([cleared('a'), ban('b'), ban('c', { kind: 'permanent' })])).toBe(0);
  });
});

describe('the notice to a banned account', () => {
  it('[FIN-03] a permanent ban is shown before any other, and a fine is shown only if paying the fine ends the ban', () => {
    const other = ban('o', { kind: 'other', until: minutes(5) });
    const bans = [ban('a'), other, ban('p', { kind: 'permanent' })];
    expect(banToTell(bans, now)).toEqual({ kind: 'permanent' });
    expect(banToTell(bans.slice(0, 2), now)).toEqual({ kind: 'other', until: minutes(5) });
    expect(banToTell(bans.slice(0, 2), minutes(5))).toEqual({
      kind: 'refund',
      refundBanCount: 0,
      until: null,
    });
  });

  it('an account whose bans are all lifted or over shows no ban', () => {
    expect(banToTell([ban('a', { liftedBy: 'person:Huda' }), ban('b', { until: now })], now)).toBeNull();
    expect(banToTell([], now)).toBeNull();
  });

  it('several temporary bans show the latest end, and no end if one ban never ends', () => {
    const dated = [ban('a', { until: minutes(9) }), ban('b', { until: minutes(4) })];
    expect(banToTell(dated, now)).toMatchObject({ until: minutes(9) });
    expect(banToTell([...dated, ban('c')], now)).toMatchObject({ until: null });
  });
});

describe('a fine', () => {
  it('[FIN-01] paying a fine ends every refund ban that existed when the fine was shown', () => {
    const bans = [ban('a'), ban('b', { since: now }), ban('done', { liftedBy: 'fine:f' })];
    expect(bansToPayOff(bans, { now, shownAt: now }).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it.each([
    ['was added after the fine was shown', ban('b', { since: minutes(1) })],
    ['is permanent', ban('b', { kind: 'permanent' })],
    ['has another reason', ban('b', { kind: 'other', until: minutes(60) })],
  ])('[FIN-01] paying a fine ends no ban while another ban %s', (_why, another) => {
    expect(bansToPayOff([ban('a'), another], { now: minutes(2), shownAt: now })).toEqual([]);
  });

  it('of two fines paid for a ban the first one counts, unless its money was taken back', () => {
    const early = paid('f1', 'a', { paidAt: minutes(-9) });
    expect(fineOfBan('a' as BanId, [paid('f2', 'a'), early])).toBe('f1');
    expect(fineOfBan('a' as BanId, [paid('f2', 'a'), { ...early, isUndone: true }])).toBe('f2');
    expect(fineOfBan('a' as BanId, [{ ...early, isReturned: true }, paid('f3', 'b')])).toBeNull();
  });

  it('of two fines paid at the same moment, the one with the lower id counts', () => {
    const both = [paid('f1', 'a'), paid('f2', 'a')];
    expect(fineOfBan('a' as BanId, both)).toBe('f1');
    expect(fineOfBan('a' as BanId, both.toReversed())).toBe('f1');
  });
});

describe('a paid fine that is due for a refund', () => {
  it('[ORD-14] a fine is due for a refund when the chargeback behind its own ban was won, not when that of another ban was won', () => {
    expect(finesForNothing([cleared('a'), ban('b')], [paid('f1', 'a'), paid('f2', 'b')])).toEqual(['f1']);
    expect(finesForNothing([ban('a')], [paid('f1', 'a')])).toEqual([]);
  });

  it('[ORD-14] a fine that still pays for another ban is not refunded', () => {
    const both = [paid('f', 'a'), paid('f', 'b')];
    expect(finesForNothing([cleared('a'), ban('b')], both)).toEqual([]);
    expect(finesForNothing([cleared('a'), cleared('b')], both)).toEqual(['f']);
  });

  it('[ORD-14] a fine whose money the bank took back, or that was refunded before, is not refunded again', () => {
    const gone = [paid('f1', 'a', { isUndone: true }), paid('f2', 'a', { isReturned: true })];
    expect(finesForNothing([cleared('a')], gone)).toEqual([]);
  });

  it('[ORD-14] when the chargeback of the first fine is won, the second, higher fine is refunded', () => {
    // The fine f1 paid for ban a and was charged back, which caused ban b; f2 paid for both; then we won the chargeback of f1.
    const uses = [paid('f2', 'a'), paid('f2', 'b'), paid('f1', 'a', { paidAt: minutes(-9) })];
    expect(finesForNothing([ban('a'), cleared('b')], uses)).toEqual(['f2']);
  });

  it('[ORD-14] of two fines that pay for different bans, neither is refunded', () => {
    expect(finesForNothing([ban('a'), ban('b')], [paid('f1', 'a'), paid('f2', 'b')])).toEqual([]);
  });

  it('[ORD-14] of two fines paid for the same ban, only the later one is refunded', () => {
    const twice = [paid('f1', 'a', { paidAt: minutes(-9) }), paid('f2', 'a')];
    expect(finesForNothing([ban('a')], twice)).toEqual(['f2']);
  });
});

it('[FIN-03] a ban counts as ended by time when its end date has come and nobody has lifted the ban', () => {
  const over = ban('over', { kind: 'other', until: minutes(0) });
  const bans = [
    over,
    ban('later', { kind: 'other', until: minutes(1) }),
    ban('lifted', { kind: 'other', until: minutes(-1), liftedBy: 'person:noura' }),
    ban('undated'),
  ];
  expect(bansPastTheirDate(bans, now)).toEqual([over]);
});
