import { describe, expect, it } from 'vitest';
import { dayAfter, readReportZone, readSettlementDay } from './report-zone.ts';
import { answeredFor, daysItMayStandIn } from './settlement-window.ts';

const DAY = readSettlementDay('2026-11-14') ?? expect.fail();
const RIYADH = readReportZone('Asia/Riyadh') ?? expect.fail();
const at = (text: string) => new Date(text);

describe('[ORD-17] which payments a report must have', () => {
  it('two days that follow answer for all of the time, each for its own', () => {
    const today = answeredFor(DAY, RIYADH, { cut: 'daily' });
    expect(today.from.toISOString()).toBe('2026-11-13T19:00:00.000Z');
    expect(today.to).toEqual(answeredFor(dayAfter(DAY), RIYADH, { cut: 'daily' }).from);
  });

  it('a payout answers for what is older than it takes to be paid out', () => {
    const { from, to } = answeredFor(DAY, RIYADH, { cut: 'batch', settlesWithinDays: 3 });
    expect(to.toISOString()).toBe('2026-11-11T21:00:00.000Z');
    expect(from.toISOString()).toBe('2026-11-04T21:00:00.000Z');
  });

  it.each([
    ['at noon', '2026-11-14T09:00:00Z', '2026-11-14T09:00:05Z', ['2026-11-14']],
    ['just before midnight', '2026-11-14T20:58:00Z', '2026-11-14T20:59:00Z', ['2026-11-14', '2026-11-15']],
    ['just after midnight', '2026-11-13T21:01:00Z', '2026-11-13T21:02:00Z', ['2026-11-13', '2026-11-14']],
    [
      'with a voucher paid two days later',
      '2026-11-12T09:00:00Z',
      '2026-11-14T09:00:00Z',
      ['2026-11-12', '2026-11-13', '2026-11-14'],
    ],
  ])('a payment made %s may stand in the reports of those days', (_, createdAt, paidAt, days) => {
    expect(daysItMayStandIn({ createdAt: at(createdAt), paidAt: at(paidAt) }, RIYADH)).toEqual(days);
  });
});
