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

describe('how many refund bans came before', () => {
  it('[FIN-02] the newest: those of the history, and those known by number alone', () => {
    expect(refundBanCount([ban('a')])).toBe(0);
    expect(refundBanCount([ban('a', { liftedBy: 'fine:f' }), ban('b')])).toBe(1);
    expect(refundBanCount([ban('a', { earlierRefundBans: 2 }), ban('b')])).toBe(3);
    expect(refundBanCount([])).toBe(0);
  });

  it('[ORD-14] without one whose chargeback was won, and without bans of another kind', () => {
    expect(refundBanCount([cleared('a'), ban('b'), ban('c', { kind: 'permanent' })])).toBe(0);
  });
});

describe('what is told of a banned account', () => {
  it('[FIN-03] a permanent ban before any other, and a fine only where paying it ends the ban', () => {
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

  it('nothing, once every ban is lifted or over', () => {
    expect(banToTell([ban('a', { liftedBy: 'person:Huda' }), ban('b', { until: now })], now)).toBeNull();
    expect(banToTell([], now)).toBeNull();
  });

  it('of several that end by themselves the last end, and none where one never ends', () => {
    const dated = [ban('a', { until: minutes(9) }), ban('b', { until: minutes(4) })];
    expect(banToTell(dated, now)).toMatchObject({ until: minutes(9) });
    expect(banToTell([...dated, ban('c')], now)).toMatchObject({ until: null });
  });
});

describe('a fine', () => {
  it('[FIN-01] ends every refund ban that stood when it was shown', () => {
    const bans = [ban('a'), ban('b', { since: now }), ban('done', { liftedBy: 'fine:f' })];
    expect(bansToPayOff(bans, { now, shownAt: now }).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it.each([
    ['came after it was shown, which costs more', ban('b', { since: minutes(1) })],
    ['is permanent', ban('b', { kind: 'permanent' })],
    ['is for another reason', ban('b', { kind: 'other', until: minutes(60) })],
  ])('[FIN-01] ends nothing while a ban stands that %s', (_why, another) => {
    expect(bansToPayOff([ban('a'), another], { now: minutes(2), shownAt: now })).toEqual([]);
  });

  it('pays for a ban while its money stays: of two the first', () => {
    const early = paid('f1', 'a', { paidAt: minutes(-9) });
    expect(fineOfBan('a' as BanId, [paid('f2', 'a'), early])).toBe('f1');
    expect(fineOfBan('a' as BanId, [paid('f2', 'a'), { ...early, isUndone: true }])).toBe('f2');
    expect(fineOfBan('a' as BanId, [{ ...early, isReturned: true }, paid('f3', 'b')])).toBeNull();
  });

  it('of two that were paid in the same moment, the one with the lower id, whoever is told first', () => {
    const both = [paid('f1', 'a'), paid('f2', 'a')];
    expect(fineOfBan('a' as BanId, both)).toBe('f1');
    expect(fineOfBan('a' as BanId, both.toReversed())).toBe('f1');
  });
});

describe('a fine that was paid for nothing', () => {
  it('[ORD-14] is the one whose ban counts no more; another ban’s stays', () => {
    expect(finesForNothing([cleared('a'), ban('b')], [paid('f1', 'a'), paid('f2', 'b')])).toEqual(['f1']);
    expect(finesForNothing([ban('a')], [paid('f1', 'a')])).toEqual([]);
  });

  it('[ORD-14] is not one that still pays for another ban', () => {
    const both = [paid('f', 'a'), paid('f', 'b')];
    expect(finesForNothing([cleared('a'), ban('b')], both)).toEqual([]);
    expect(finesForNothing([cleared('a'), cleared('b')], both)).toEqual(['f']);
  });

  it('[ORD-14] is not one whose money is gone, nor one that was sent back before', () => {
    const gone = [paid('f1', 'a', { isUndone: true }), paid('f2', 'a', { isReturned: true })];
    expect(finesForNothing([cleared('a')], gone)).toEqual([]);
  });

  it('[ORD-14] is the second, dearer one, when the first one’s own chargeback was won', () => {
    // f1 paid for a, was charged back and banned again as b; f2 paid for both; then f1's dispute was won.
    const uses = [paid('f2', 'a'), paid('f2', 'b'), paid('f1', 'a', { paidAt: minutes(-9) })];
    expect(finesForNothing([ban('a'), cleared('b')], uses)).toEqual(['f2']);
  });

  it('[ORD-14] is not one of two that each pay for another ban', () => {
    expect(finesForNothing([ban('a'), ban('b')], [paid('f1', 'a'), paid('f2', 'b')])).toEqual([]);
  });

  it('[ORD-14] is one of two for the same ban, never both', () => {
    const twice = [paid('f1', 'a', { paidAt: minutes(-9) }), paid('f2', 'a')];
    expect(finesForNothing([ban('a')], twice)).toEqual(['f2']);
  });
});

it('[FIN-03] a ban is past its date when the date has come and nobody has lifted it', () => {
  const over = ban('over', { kind: 'other', until: minutes(0) });
  const bans = [
    over,
    ban('later', { kind: 'other', until: minutes(1) }),
    ban('lifted', { kind: 'other', until: minutes(-1), liftedBy: 'person:noura' }),
    ban('undated'),
  ];
  expect(bansPastTheirDate(bans, now)).toEqual([over]);
});
