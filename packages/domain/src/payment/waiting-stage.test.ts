import { describe, expect, it } from 'vitest';
import { waitingStage } from './waiting-stage.ts';

const MINUTE_MS = 60_000;

describe('how a wait for the result is told', () => {
  it('is only checked for the first twenty seconds of looking', () => {
    expect(waitingStage({ lookedMs: 0, ageMs: 0 })).toBe('checking');
    expect(waitingStage({ lookedMs: 19_999, ageMs: 25_000 })).toBe('checking');
    expect(waitingStage({ lookedMs: 20_000, ageMs: 25_000 })).toBe('pending');
  });

  it('leaves room for a step at the bank, and no more: an old order is not just being checked', () => {
    expect(waitingStage({ lookedMs: 0, ageMs: 3 * MINUTE_MS - 1 })).toBe('checking');
    expect(waitingStage({ lookedMs: 0, ageMs: 3 * MINUTE_MS })).toBe('pending');
  });

  it('is long after ten minutes, however lately somebody began to look', () => {
    expect(waitingStage({ lookedMs: 60_000, ageMs: 10 * MINUTE_MS - 1 })).toBe('pending');
    expect(waitingStage({ lookedMs: 0, ageMs: 10 * MINUTE_MS })).toBe('long');
  });
});
