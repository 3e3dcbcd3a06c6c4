import { expect, it } from 'vitest';
import { reportNumber, type ReportId } from './report.ts';

it('a report has a number that can be read out, and other ids have others', () => {
  const number = reportNumber('01932d5e-7b1a-7c3d-9e4f-a1b2c3d4e5f6' as ReportId);
  expect(number).toMatch(/^FB-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(reportNumber('01932d5e-7b1a-7c3d-9e4f-a1b2c3d4e5f7' as ReportId)).not.toBe(number);
});
