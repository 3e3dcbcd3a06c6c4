import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answeredFor,
  dayAfter,
  daysItMayStandIn,
  readReportTime,
  readReportZone,
  readSettlementDay,
  UTC,
} from './report-zone.ts';

const day = (text: string) => readSettlementDay(text) ?? expect.fail(`${text} is no day`);
const zone = (text: string) => readReportZone(text) ?? expect.fail(`${text} is no zone`);

it.each(['2026-11-14', '2028-02-29'])('%s is accepted as a settlement day', (text) =>
  expect(readSettlementDay(text)).toBe(text),
);
it.each([
  '2026-02-29',
  '2026-13-01',
  '14.11.2026',
  '2026-1-1',
  '',
  '2026-11-14T00:00',
  '2026-11',
  '2026',
  '+012026-11-14',
])('%j is refused as a settlement day', (text) => expect(readSettlementDay(text)).toBeNull());

it('[ORD-17] the next and the previous settlement day are right at the end of a month and a year', () => {
  expect(dayAfter(day('2026-12-31'))).toBe('2027-01-01');
  expect(dayAfter(day('2026-03-01'), -1)).toBe('2026-02-28');
});

describe('[ORD-17] the times in a report', () => {
  it.each([
    ['UTC', '2026-11-14T09:12:03', '2026-11-14T09:12:03.000Z'],
    ['UTC', '2026-11-14T09:12:03.844', '2026-11-14T09:12:03.844Z'],
    ['UTC', '2026-11-14T09:12:03.8445551', '2026-11-14T09:12:03.844Z'],
    ['CET', '2026-11-14 10:12:03', '2026-11-14T09:12:03.000Z'],
    ['CEST', '2026-07-14 10:12:03', '2026-07-14T08:12:03.000Z'],
    ['+08:00', '2026/11/14 17:12:00', '2026-11-14T09:12:00.000Z'],
    ['UTC+8', '2026/2/1 0:31:00.0', '2026-01-31T16:31:00.000Z'],
    ['Asia/Riyadh', '2026-11-14T02:00:00', '2026-11-13T23:00:00.000Z'],
    ['Europe/London', '2026-07-14T00:30:00', '2026-07-13T23:30:00.000Z'],
    ['Europe/London', '2026-11-14T00:30:00', '2026-11-14T00:30:00.000Z'],
    ['UTC', '2026-11-14T09:12:03.8', '2026-11-14T09:12:03.800Z'],
    ['UTC', ' 2026-11-14T09:12 ', '2026-11-14T09:12:00.000Z'],
    ['Asia/Riyadh', '2026-11-14T02:00:00.844', '2026-11-13T23:00:00.844Z'],
    // Just before clocks change.
    ['Europe/Amsterdam', '2026-03-29T01:30:00', '2026-03-29T00:30:00.000Z'],
    // A zone in the text itself counts, not the zone of the report.
    ['Asia/Riyadh', '2026-11-14T02:00:00Z', '2026-11-14T02:00:00.000Z'],
    ['UTC', '2026-11-14T02:00:00+03:00', '2026-11-13T23:00:00.000Z'],
  ])('in the zone %s the report time %s is the moment %s', (name, text, moment) => {
    expect(readReportTime(text, zone(name))?.toISOString()).toBe(moment);
  });

  it.each([
    '',
    '2026-11-14',
    '31:00.0',
    '2026-02-30 10:00:00',
    '2026-11-00 10:00:00',
    '2026-13-14 10:00:00',
    '2026-11-14 25:00:00',
    '2026-11-14 10:60:00',
    '2026-11-14 10:12:60',
    '12026-11-14 10:00:00',
    '2026-11-14 10:00:00 CET',
    '2026-11-14 10:00:00+15:00',
    'yesterday',
  ])('%j is refused as a report time', (text) => expect(readReportTime(text, UTC)).toBeNull());
});

describe('[ORD-17] the days of a report', () => {
  it.each([
    ['UTC', '2026-11-14T00:00:00.000Z', '2026-11-15T00:00:00.000Z'],
    ['Asia/Riyadh', '2026-11-13T21:00:00.000Z', '2026-11-14T21:00:00.000Z'],
    ['+08:00', '2026-11-13T16:00:00.000Z', '2026-11-14T16:00:00.000Z'],
  ])('in the zone %s the settlement day 14 November begins at %s', (name, from, to) => {
    const span = zone(name).daySpan(day('2026-11-14'));
    expect([span.from.toISOString(), span.to.toISOString()]).toEqual([from, to]);
  });

  it('settlement days on which clocks change have 23 or 25 hours', () => {
    const hours = (text: string) => {
      const { from, to } = zone('Europe/Amsterdam').daySpan(day(text));
      return (to.getTime() - from.getTime()) / 3_600_000;
    };
    expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-10-26')]).toEqual([23, 25, 24]);
  });

  it('every moment lies within the settlement day that its time zone gives for the moment', () => {
    const names = fc.constantFrom('UTC', 'Asia/Riyadh', 'Europe/Amsterdam', 'America/New_York', '+08:00');
    const moments = fc.date({
      min: new Date('2025-01-01'),
      max: new Date('2028-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(names, moments, (name, moment) => {
        const { from, to } = zone(name).daySpan(zone(name).dayOf(moment));
        expect(moment >= from && moment < to).toBe(true);
      }),
    );
  });
});

describe('[ORD-17] the time zone of a report', () => {
  it.each([
    ['UTC', 0],
    ['GMT', 0],
    ['Z', 0],
    ['WET', 0],
    ['BST', 1],
    ['WEST', 1],
    ['CET', 1],
    ['CEST', 2],
    ['EET', 2],
    ['EEST', 3],
    ['MSK', 3],
    ['SGT', 8],
    ['HKT', 8],
    ['JST', 9],
    ['AEST', 10],
    ['AEDT', 11],
    ['BRT', -3],
    ['EDT', -4],
    ['EST', -5],
    ['CDT', -5],
    ['CST', -6],
    ['MDT', -6],
    ['MST', -7],
    ['PDT', -7],
    ['PST', -8],
    [' cet ', 1],
    ['+14:00', 14],
    ['-05:00', -5],
    ['GMT-3', -3],
    ['+05:30', 5.5],
    ['+0530', 5.5],
    ['-0330', -3.5],
    // Etc/GMT names have the opposite sign: GMT+8 is eight hours behind UTC.
    ['Etc/GMT+8', -8],
    ['America/Argentina/Buenos_Aires', -3],
  ])('the time zone %j is %d hours ahead of UTC', (text, hours) => {
    const noon = Date.UTC(2026, 10, 14, 12);
    expect((noon - zone(text).toMoment(noon).getTime()) / 3_600_000).toBe(hours);
  });

  it('a time zone has the same name whatever the case of its letters', () => {
    expect([zone(' cet ').name, zone('Asia/Riyadh').name, UTC.name]).toEqual(['CET', 'Asia/Riyadh', 'UTC']);
  });
});

it.each(['', 'Mars', 'Mars/Olympus', '+99:00', '+15:00', '+08:60', 'x+08:00', '+08:00x', 'utc;drop'])(
  '%j is refused as a time zone',
  (text) => expect(readReportZone(text)).toBeNull(),
);

const DAY = readSettlementDay('2026-11-14') ?? expect.fail();
const RIYADH = readReportZone('Asia/Riyadh') ?? expect.fail();
const at = (text: string) => new Date(text);

describe('[ORD-17] the payments a report must contain', () => {
  it('the period of one daily report ends where the period of the next day’s report begins', () => {
    const today = answeredFor(DAY, RIYADH, { cut: 'daily' });
    expect(today.from.toISOString()).toBe('2026-11-13T19:00:00.000Z');
    expect(today.to).toEqual(answeredFor(dayAfter(DAY), RIYADH, { cut: 'daily' }).from);
  });

  it('a payout report covers seven days of payments that are old enough to have been paid out', () => {
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
  ])('a payment made %s may appear in the reports of the expected days', (_, createdAt, paidAt, days) => {
    expect(daysItMayStandIn({ createdAt: at(createdAt), paidAt: at(paidAt) }, RIYADH)).toEqual(days);
  });
});
