import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { FEEDBACK_TOPICS, type FeedbackTopic } from './report.ts';
import { reportDueAt } from './report-due.ts';

const at = (text: string) => new Date(text);
const due = (topic: FeedbackTopic | null, sentAt: Date) => reportDueAt(topic, sentAt, 3);

it('an objection to a ban or a fine, and a payment nobody allowed, are decided within the working days that are promised', () => {
  // 16 November 2026 is a Monday.
  expect(due('ban-or-fine', at('2026-11-16T09:30:00Z'))).toEqual(at('2026-11-19T09:30:00Z'));
  expect(due('not-authorised', at('2026-11-16T09:30:00Z'))).toEqual(at('2026-11-19T09:30:00Z'));
  expect(reportDueAt('ban-or-fine', at('2026-11-16T09:30:00Z'), 5)).toEqual(at('2026-11-23T09:30:00Z'));
});

it('Friday and Saturday are no working days, by the clock of the shop', () => {
  expect(due('ban-or-fine', at('2026-11-18T09:00:00Z'))).toEqual(at('2026-11-23T09:00:00Z'));
  expect(due('ban-or-fine', at('2026-11-20T09:00:00Z'))).toEqual(at('2026-11-24T09:00:00Z'));
  // 21:30 UTC on Thursday is Friday in Riyadh, and 21:30 UTC on Saturday is Sunday.
  expect(due('ban-or-fine', at('2026-11-16T21:30:00Z'))).toEqual(at('2026-11-21T21:30:00Z'));
  expect(due('ban-or-fine', at('2026-11-18T21:30:00Z'))).toEqual(at('2026-11-23T21:30:00Z'));
  expect(due('ban-or-fine', at('2026-11-19T21:30:00Z'))).toEqual(at('2026-11-23T21:30:00Z'));
});

it('the others have no date, and no date is ever before its report', () => {
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
