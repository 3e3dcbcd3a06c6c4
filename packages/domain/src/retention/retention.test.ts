import { describe, expect, it } from 'vitest';
import { RETENTION_MONTHS, retainedSince } from './retention.ts';

const at = (text: string) => new Date(text);

describe('retention of personal data', () => {
  it('the retention times are 12 months for saved cards and recipients, 24 for reports and 6 for proofs, as published', () => {
    expect(RETENTION_MONTHS).toEqual({ 'saved-cards': 12, recipients: 12, reports: 24, proofs: 6 });
  });

  it.each([
    [12, '2026-11-19T08:30:00.000Z', '2025-11-19T08:30:00.000Z'],
    [24, '2026-11-19T08:30:00.000Z', '2024-11-19T08:30:00.000Z'],
    [6, '2026-03-01T00:00:00.000Z', '2025-09-01T00:00:00.000Z'],
    [1, '2026-01-31T23:59:59.999Z', '2025-12-31T23:59:59.999Z'],
  ])('the retention limit %i months before %s is the same day of the earlier month', (months, now, since) => {
    expect(retainedSince(months, at(now))).toEqual(at(since));
  });

  it.each([
    [6, '2026-08-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
    [6, '2024-08-31T10:00:00.000Z', '2024-02-29T10:00:00.000Z'],
    [12, '2024-02-29T10:00:00.000Z', '2023-02-28T10:00:00.000Z'],
  ])('the retention limit %i months before %s is the last day of a shorter month', (months, now, since) => {
    expect(retainedSince(months, at(now))).toEqual(at(since));
  });
});
