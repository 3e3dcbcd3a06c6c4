import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountId } from '../account/account.ts';
import { RECIPIENT_HISTORY_MAX } from '../limits.ts';
import { mergeRecipientHistory, type RecipientRecord } from './recipient-history.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));
const record = (id: number, last: number, fillTimes = 1, first = 0): RecipientRecord => ({
  accountId: accountId(id),
  fillTimes,
  firstFillAt: day(first),
  lastFillAt: day(last),
});
const ids = (records: readonly RecipientRecord[]) => records.map((one) => one.accountId as number);

const records = fc.array(
  fc
    .tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 9 }))
    .map(([id, last, times]) => record(id, last, times)),
  { maxLength: 120 },
);

describe('the list of recipients', () => {
  it('[RCP-06] the recipient list shows the payer first, then the most recent recipients', () => {
    expect(ids(mergeRecipientHistory([record(1, 5), record(2, 9), record(3, 7)], null))).toEqual([2, 3, 1]);
    expect(ids(mergeRecipientHistory([record(1, 5), record(2, 9), record(3, 7)], accountId(1)))).toEqual([
      1, 2, 3,
    ]);
  });

  it('[RCP-06] the recipient list names each account once, with its larger count and its first and last time', () => {
    const [one, other] = [record(1, 5, 4, 3), record(1, 9, 2, 1)];
    for (const history of [
      [one, other],
      [other, one],
    ])
      expect(mergeRecipientHistory(history, null)).toEqual([record(1, 9, 4, 1)]);
  });

  it('[RCP-06] the recipient list holds at most 40 and always the payer, and merging again changes nothing', () => {
    const many = Array.from({ length: RECIPIENT_HISTORY_MAX + 1 }, (_, i) => record(i + 1, i));
    expect(ids(mergeRecipientHistory(many, null))).toEqual(ids(many.slice(1).toReversed()));
    fc.assert(
      fc.property(records, fc.integer({ min: 1, max: 60 }), (history, self) => {
        const own = accountId(self);
        const list = mergeRecipientHistory(history, own);
        expect(list.length).toBe(Math.min(RECIPIENT_HISTORY_MAX, new Set(ids(history)).size));
        expect(new Set(ids(list)).size).toBe(list.length);
        if (ids(history).includes(self)) expect(list[0]?.accountId).toBe(own);
        const again = mergeRecipientHistory([...list, ...list], own);
        expect(again).toEqual(list);
      }),
    );
  });
});
