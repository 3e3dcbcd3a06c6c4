import { describe, expect, it } from 'vitest';
import { nextLimit, type WaitRule } from './wait-limit.ts';

const RULE: WaitRule = { targetMs: 1_000, fewest: 8, most: 100 };
const after = (limit: number, waitsMs: readonly number[], mostUnderWay = limit) =>
  nextLimit(limit, { waitsMs, mostUnderWay }, RULE);

describe('the limit of calls that a process carries at once', () => {
  it('calls that waited longer than the target lower the limit, in proportion and at most by half', () => {
    expect(after(40, [1_600, 1_600, 1_600])).toBe(25);
    expect(after(40, [9_000, 9_000, 9_000])).toBe(20);
  });

  it('one slow call among quick ones leaves the limit unchanged', () => {
    expect(after(40, [100, 100, 30_000], 10)).toBe(40);
  });

  it('calls that waited less than the target raise the limit if it was reached, at most by half', () => {
    expect(after(40, [800, 800, 800])).toBe(50);
    expect(after(40, [5, 5, 5])).toBe(60);
    expect(after(90, [5, 5, 5])).toBe(RULE.most);
  });

  it('the limit is not raised if it was not reached, however quick the calls are', () => {
    expect(after(40, [5, 5, 5], 39)).toBe(40);
  });

  it('a limit far above the number of calls under way is lowered from that number, not from the limit', () => {
    expect(after(100, [2_000, 2_000, 2_000], 30)).toBe(15);
  });

  it('a few slow calls leave the limit unchanged, and the limit never falls below its minimum', () => {
    expect(after(40, [9_000, 9_000, 9_000], 8)).toBe(40);
    expect(after(10, [9_000, 9_000, 9_000])).toBe(8);
  });

  it('the limit stays unchanged while no call has ended', () => {
    expect(after(40, [])).toBe(40);
  });

  it('a limit of three times the capacity settles where calls wait about as long as the target', () => {
    const perSecond = 12;
    let limit = 32;
    for (let window = 0; window < 10; window += 1) limit = after(limit, [(limit / perSecond) * 1_000]);
    expect((limit / perSecond) * 1_000).toBeGreaterThan(800);
    expect((limit / perSecond) * 1_000).toBeLessThan(1_200);
  });
});
