import { expect, it } from 'vitest';
import { readReportNumber, reportNumber, type ReportId } from './report.ts';

it('a report has a number that can be read out, and other ids have others', () => {
  const number = reportNumber('01932d5e-7b1a-7c3d-9e4f-a1b2c3d4e5f6' as ReportId);
  expect(number).toMatch(/^FB-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{5}$/);
  expect(reportNumber('01932d5e-7b1a-7c3d-9e4f-a1b2c3d4e5f7' as ReportId)).not.toBe(number);
});

it('is found as it is spoken and mistyped', () => {
  const number = reportNumber('01932d5e-7b1a-7c3d-9e4f-a1b2c3d4e5f6' as ReportId);
  const spoken = number.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
  expect(readReportNumber(number)).toBe(number);
  expect(readReportNumber(` ${spoken} `)).toBe(number);
  for (const wrong of ['', 'FB-', 'FB-7F3K-2048', 'anything']) expect(readReportNumber(wrong)).toBeNull();
});

it('is found without its letters when it begins with the same ones', () => {
  for (const typed of ['FB3K-20481', 'fb3k20481', 'FB-FB3K-20481', 'fbfb3k20481', 'FB 3K2 0481'])
    expect(readReportNumber(typed)).toBe('FB-FB3K-20481');
});

it('is found without its letters, and with nothing between them and the rest', () => {
  for (const typed of ['7FBK-20481', 'fb7fbk20481', 'FB - 7FBK - 20481'])
    expect(readReportNumber(typed)).toBe('FB-7FBK-20481');
});

it('with its letters in the midst of it is no number, and never another report', () => {
  expect(readReportNumber('7FFB3K-20481')).toBeNull();
});
