import { describe, expect, it } from 'vitest';
import { isOtherProviderDue, waitingStage } from './waiting-stage.ts';

const MINUTE_MS = 60_000;

describe('the stages of the waiting page', () => {
  it('the waiting page shows “received” for five seconds, then “checking”, and “pending” after twenty seconds', () => {
    expect(waitingStage({ lookedMs: 0, ageMs: 0 })).toBe('received');
    expect(waitingStage({ lookedMs: 4_999, ageMs: 4_999 })).toBe('received');
    expect(waitingStage({ lookedMs: 5_000, ageMs: 5_000 })).toBe('checking');
    expect(waitingStage({ lookedMs: 19_999, ageMs: 25_000 })).toBe('checking');
    expect(waitingStage({ lookedMs: 20_000, ageMs: 25_000 })).toBe('pending');
  });

  it('an order older than three minutes is shown as pending, not as just received', () => {
    expect(waitingStage({ lookedMs: 0, ageMs: 3 * MINUTE_MS - 1 })).toBe('received');
    expect(waitingStage({ lookedMs: 0, ageMs: 3 * MINUTE_MS })).toBe('pending');
  });

  it('an order older than ten minutes is shown as taking long, even if the page was just opened', () => {
    expect(waitingStage({ lookedMs: 60_000, ageMs: 10 * MINUTE_MS - 1 })).toBe('pending');
    expect(waitingStage({ lookedMs: 0, ageMs: 10 * MINUTE_MS })).toBe('long');
  });
});

it('another provider is offered after 28 seconds of waiting, or at once if the order is that old', () => {
  expect(isOtherProviderDue({ lookedMs: 27_999, ageMs: 27_999 })).toBe(false);
  expect(isOtherProviderDue({ lookedMs: 28_000, ageMs: 0 })).toBe(true);
  expect(isOtherProviderDue({ lookedMs: 0, ageMs: 28_000 })).toBe(true);
});
