import { describe, expect, it } from 'vitest';
import { isOtherProviderDue, waitingStage } from './waiting-stage.ts';

const MINUTE_MS = 60_000;

describe('how a wait for the result is told', () => {
  it('has arrived for five seconds, and is then only checked for the first twenty of looking', () => {
    expect(waitingStage({ lookedMs: 0, ageMs: 0 })).toBe('received');
    expect(waitingStage({ lookedMs: 4_999, ageMs: 4_999 })).toBe('received');
    expect(waitingStage({ lookedMs: 5_000, ageMs: 5_000 })).toBe('checking');
    expect(waitingStage({ lookedMs: 19_999, ageMs: 25_000 })).toBe('checking');
    expect(waitingStage({ lookedMs: 20_000, ageMs: 25_000 })).toBe('pending');
  });

  it('leaves room for a step at the bank, and no more: an old order is not just being checked', () => {
    expect(waitingStage({ lookedMs: 0, ageMs: 3 * MINUTE_MS - 1 })).toBe('received');
    expect(waitingStage({ lookedMs: 0, ageMs: 3 * MINUTE_MS })).toBe('pending');
  });

  it('is long after ten minutes, however lately somebody began to look', () => {
    expect(waitingStage({ lookedMs: 60_000, ageMs: 10 * MINUTE_MS - 1 })).toBe('pending');
    expect(waitingStage({ lookedMs: 0, ageMs: 10 * MINUTE_MS })).toBe('long');
  });
});

it('another provider is offered after 28 seconds of looking, or to whoever finds an order that old', () => {
  expect(isOtherProviderDue({ lookedMs: 27_999, ageMs: 27_999 })).toBe(false);
  expect(isOtherProviderDue({ lookedMs: 28_000, ageMs: 0 })).toBe(true);
  expect(isOtherProviderDue({ lookedMs: 0, ageMs: 28_000 })).toBe(true);
});
