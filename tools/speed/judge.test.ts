import { describe, expect, it } from 'vitest';
import { judge, overInEveryTry } from './judge.ts';
import type { Measure } from './measures.ts';

const measure = (gate: Measure['gate']): Measure => ({
  label: 'LCP',
  digits: 0,
  budget: null,
  gate,
  because: '',
});

describe('judge', () => {
  it('the speed judge compares each round with its own reference, so that a slow machine affects both', () => {
    const busyThird = { ours: [100, 110, 900, 105, 95], reference: [100, 100, 890, 100, 100] };
    const verdict = judge(measure({ of: 'ratio', most: 1.2 }), busyThird);
    expect(verdict.ratio).toBeCloseTo(1.01, 2);
    expect(verdict.isOver).toBe(false);
  });

  it('the speed judge fails when the ratio to the reference is above its limit, even on a fast machine', () => {
    const fastMachine = { ours: [30, 31, 29], reference: [10, 10, 10] };
    expect(judge(measure({ of: 'ratio', most: 2.5 }), fastMachine).isOver).toBe(true);
  });

  it('the speed judge compares a measure that does not depend on the machine with its limit, not with the reference', () => {
    const shifts = { ours: [0.06, 0.06, 0.01], reference: [0, 0, 0] };
    expect(judge(measure({ of: 'ours', most: 0.05 }), shifts).isOver).toBe(true);
    expect(judge(measure({ of: 'ours', most: 0.07 }), shifts).isOver).toBe(false);
  });

  it('the speed judge fails when a value is missing', () => {
    const nothing = { ours: [], reference: [] };
    expect(judge(measure({ of: 'ratio', most: 2 }), nothing).isOver).toBe(true);
    expect(judge(measure({ of: 'ratio', most: 2 }), { ours: [1], reference: [] }).isOver).toBe(true);
  });

  it('the speed judge never fails a measure without a limit', () => {
    expect(judge(measure(null), { ours: [999], reference: [1] }).isOver).toBe(false);
  });
});

describe('overInEveryTry', () => {
  it('a speed measure is reported only if it was over its limit in every try', () => {
    expect(overInEveryTry([['LCP', 'tap'], ['LCP'], ['LCP', 'CLS']])).toEqual(['LCP']);
    expect(overInEveryTry([['LCP'], []])).toEqual([]);
  });

  it('a speed measure over its limit is reported after a single try', () => {
    expect(overInEveryTry([['LCP']])).toEqual(['LCP']);
    expect(overInEveryTry([])).toEqual([]);
  });
});
