import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  FEEDBACK_TOPICS,
  readReportNumber,
  reportDueAt,
  reportNumber,
  type FeedbackTopic,
  type ReportId,
} from './report.ts';

it('a report gets a short number that can be read aloud, and different reports get different numbers', () => {
  const number = reportNumber('01932d5e-7b1a-7c3d-9e4f-a1b2c3d4e5f6' as ReportId);
  expect(number).toMatch(/^FB-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(reportNumber('01932d5e-7b1a-7c3d-9e4f-a1b2c3d4e5f7' as ReportId)).not.toBe(number);
});

it('a report number is recognised in lower case, with spaces, and with O for 0 or l for 1', () => {
  const number = reportNumber('01932d5e-7b1a-7c3d-9e4f-a1b2c3d4e5f6' as ReportId);
  const spoken = number.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
  expect(readReportNumber(number)).toBe(number);
  expect(readReportNumber(` ${spoken} `)).toBe(number);
  for (const wrong of ['', 'FB-', 'FB-7F3K-2048', 'anything']) expect(readReportNumber(wrong)).toBeNull();
});

it('a report number is recognised without its prefix FB, even if the rest of the number begins with FB', () => {
  for (const typed of ['FB3K-20481', 'fb3k20481', 'FB-FB3K-20481', 'fbfb3k20481', 'FB 3K2 0481'])
    expect(readReportNumber(typed)).toBe('FB-FB3K-20481');
});

it('a report number is recognised without the prefix FB or without hyphens', () => {
  for (const typed of ['7FBK-20481', 'fb7fbk20481', 'FB - 7FBK - 20481'])
    expect(readReportNumber(typed)).toBe('FB-7FBK-20481');
});

it('a text that has letters before the prefix FB is not accepted as a report number', () => {
  expect(readReportNumber('7FFB3K-20481')).toBeNull();
});

const at = (text: string) => new Date(text);
const due = (topic: FeedbackTopic | null, sentAt: Date) => reportDueAt(topic, sentAt, 3);

it('objections to bans or fines and unauthorised payments are due within the promised working days', () => {
  // 16 November 2026 is a Monday.
  expect(due('ban-or-fine', at('2026-11-16T09:30:00Z'))).toEqual(at('2026-11-19T09:30:00Z'));
  expect(due('not-authorised', at('2026-11-16T09:30:00Z'))).toEqual(at('2026-11-19T09:30:00Z'));
  expect(reportDueAt('ban-or-fine', at('2026-11-16T09:30:00Z'), 5)).toEqual(at('2026-11-23T09:30:00Z'));
});

it('Friday and Saturday are not counted as working days, by the shop’s clock', () => {
  expect(due('ban-or-fine', at('2026-11-18T09:00:00Z'))).toEqual(at('2026-11-23T09:00:00Z'));
  expect(due('ban-or-fine', at('2026-11-20T09:00:00Z'))).toEqual(at('2026-11-24T09:00:00Z'));
  // 21:30 UTC on Thursday is Friday in Riyadh, and 21:30 UTC on Saturday is Sunday.
  expect(due('ban-or-fine', at('2026-11-16T21:30:00Z'))).toEqual(at('2026-11-21T21:30:00Z'));
  expect(due('ban-or-fine', at('2026-11-18T21:30:00Z'))).toEqual(at('2026-11-23T21:30:00Z'));
  expect(due('ban-or-fine', at('2026-11-19T21:30:00Z'))).toEqual(at('2026-11-23T21:30:00Z'));
});

it('reports on other topics have no due date, and no due date is before its report', () => {
  expect(FEEDBACK_TOPICS.filter((topic) => due(topic, new Date(0)) !== null)).toEqual([
    'ban-or-fine',
    'not-authorised',
  ]);
  expect(due(null, new Date(0))).toBeNull();
  fc.assert(
    fc.property(fc.date({ min: at('2000-01-01'), max: at('2100-01-01'), noInvalidDate: true }), (sentAt) => {
      const days = ((due('ban-or-fine', sentAt)?.getTime() ?? 0) - sentAt.getTime()) / 86_400_000;
      return days >= 3 && days <= 5;
    }),
  );
});
