import { describe, expect, it } from 'vitest';
import { outcomeOfDecline } from './decline-codes.ts';

describe('decline codes', () => {
  it.each([
    ['20051', 'balance'],
    ['20054', 'expire'],
    ['30033', 'expire'],
    ['20100', 'expire'],
    ['20059', 'high-risk'],
    ['30034', 'high-risk'],
    ['30041', 'high-risk'],
    ['30043', 'high-risk'],
    ['20005', 'other'],
    ['200N7', 'other'],
    ['200P1', 'other'],
  ] as const)('%s is %s', (code, outcome) => {
    expect(outcomeOfDecline(code)).toBe(outcome);
  });

  it.each(['20150', '20151', '20152', '20153', '20154', '20155', '20159', '43401'])(
    '%s is about 3-D Secure',
    (code) => expect(outcomeOfDecline(code)).toBe('verify'),
  );

  it.each(['41101', '42000', '43301', '40000'])('%s comes from the risk engine', (code) =>
    expect(outcomeOfDecline(code)).toBe('high-risk'),
  );

  it.each(['20999', '', 'constructor', '4', '411010', 'Voided'])('%j is not known, and so other', (code) =>
    expect(outcomeOfDecline(code)).toBe('other'),
  );
});
